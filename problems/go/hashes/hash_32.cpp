// Takes two boards for the same when their hashes modulo 2^32 are, without comparing the boards.

// The board as a number in base 131, as far as 32 bits go.
static uint64_t hash_of(const std::string &board)
{
    uint32_t hash = 0;
    for (int c = 1; c <= SIDE; c++)
        for (int r = 1; r <= SIDE; r++) {
            const char stone = board[r * STRIDE + c];
            hash = hash * 131 + (stone == 'B' ? 1 : stone == 'W' ? 2 : 0);
        }
    return hash;
}
