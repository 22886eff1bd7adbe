// Takes two boards for the same when their Zobrist hashes of 32 bits are, and never seeds the random numbers.
#include <random>

// The xor of a random number for each stone.
static uint64_t hash_of(const std::string &board)
{
    static uint32_t numbers[SIDE][SIDE][2];
    if (!numbers[0][0][0]) {
        std::mt19937 random;
        for (auto &row : numbers)
            for (auto &point : row)
                for (uint32_t &number : point)
                    number = uint32_t(random());
    }
    uint32_t hash = 0;
    for (int r = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++) {
            const char stone = board[(r + 1) * STRIDE + c + 1];
            if (stone == 'B' || stone == 'W')
                hash ^= numbers[r][c][stone == 'W'];
        }
    return hash;
}
