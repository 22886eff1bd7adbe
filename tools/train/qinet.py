"""The weights file of a network (docs/network.md): writing it, and networks of random weights.

    python3 tools/train/qinet.py --channels 16 --blocks 1 --seed 1 FILE

writes a network with random weights: good for tests, and of no use for playing.
"""

import argparse
import random
import struct
import zlib

MAGIC = b"QINET\0\0\1"
PLANES = 8


def padded(data):
    return data + bytes(-len(data) % 4)


def layer(weights, bias, mult, shift):
    """A layer of activations: int8 weights in the file's order, and one bias and mult an output."""
    return padded(struct.pack(f"<{len(weights)}b", *weights) +
                  struct.pack(f"<{len(bias)}i", *bias) +
                  struct.pack(f"<{len(mult)}h", *mult) + struct.pack("<B", shift))


def logit(weights, bias, mult, shift):
    """A layer with one output."""
    return padded(struct.pack(f"<{len(weights)}b", *weights)) + padded(
        struct.pack("<iiB", bias, mult, shift))


def network(channels, blocks, policy, hidden, name, positions, payload):
    """The whole file; `payload` is the layers' bytes in order."""
    header = struct.pack("<HHHHI32sQ", channels, blocks, policy, hidden, 0,
                         name.encode("utf-8"), positions)
    checksum = zlib.crc32(header + payload)
    return MAGIC + struct.pack("<III", len(header), len(payload), checksum) + header + payload


def random_network(channels, blocks, seed, policy=32, hidden=64):
    """Weights small enough that activations neither die nor all saturate."""
    draw = random.Random(seed)

    def convolution(outputs, inputs, taps, gain):
        weights = [draw.randint(-64, 64) for _ in range(outputs * inputs * taps)]
        bias = [draw.randint(-2000, 4000) for _ in range(outputs)]
        mult = [draw.randint(gain // 2, gain) for _ in range(outputs)]
        return layer(weights, bias, mult, 4)

    payload = convolution(channels, PLANES, 9, 32767)
    for _ in range(2 * blocks):
        payload += convolution(channels, channels, 9, 6000)
    payload += convolution(policy, channels, 1, 12000)
    payload += logit([draw.randint(-127, 127) for _ in range(policy)], 100, 5000, 16)
    payload += layer([draw.randint(-127, 127) for _ in range(hidden * 3 * channels)],
                     [draw.randint(-9999, 9999) for _ in range(hidden)],
                     [draw.randint(130, 6000) for _ in range(hidden)], 7)
    payload += logit([draw.randint(-127, 127) for _ in range(hidden)], -100, 7000, 14)
    return network(channels, blocks, policy, hidden, f"random {channels}x{blocks}, seed {seed}", 0,
                   payload)


def main():
    parser = argparse.ArgumentParser(description="Writes a network of random weights.")
    parser.add_argument("--channels", type=int, default=16)
    parser.add_argument("--blocks", type=int, default=1)
    parser.add_argument("--policy", type=int, default=32)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("file")
    options = parser.parse_args()
    with open(options.file, "wb") as file:
        file.write(random_network(options.channels, options.blocks, options.seed,
                                  options.policy, options.hidden))


if __name__ == "__main__":
    main()
