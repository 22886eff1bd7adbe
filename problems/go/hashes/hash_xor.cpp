// Takes two boards for the same when the xors over their stones are, without comparing the boards.

// Each point has two small numbers, one for each colour.
static uint64_t hash_of(const std::string &board)
{
    uint64_t together = 0;
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++) {
            const char stone = board[(r + 1) * STRIDE + c + 1];
            if (stone == 'B' || stone == 'W')
                together ^= uint64_t(2 * (r * SIDE + c) + (stone == 'W'));
        }
    return together;
}
