// Takes two boards for the same when the sums over their stones are, without comparing the boards.

// Each stone counts with the number of its point, White's twice.
static uint64_t hash_of(const std::string &board)
{
    uint64_t sum = 0;
    for (int r = 1; r <= SIDE; r++)
        for (int c = 1; c <= SIDE; c++) {
            const char stone = board[r * STRIDE + c];
            sum += uint64_t(r * SIDE + c) * (stone == 'B' ? 1 : stone == 'W' ? 2 : 0);
        }
    return sum;
}
