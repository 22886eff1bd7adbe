"""The integer network: made from real numbers, written, read, and computed in NumPy.

IntegerNetwork.answer is the arithmetic of include/qi/nogo_net.h, bit for bit, written to be read
and not to be fast; tools/train/check.py and the tests compare the library's with it.

A layer has int8 weights, and for each output an int32 bias and an int16 multiplier, with one shift
for the layer:

    acc = bias + sum weight * activation
    r   = (saturate16(acc >> shift) * mult + 16384) >> 15

Activations are 0..127 and stand for 0..4.
"""

import struct
import zlib

import numpy as np

import qinet

PLANES, CLIP, LEVELS = qinet.PLANES, 4.0, 127
STEP = CLIP / LEVELS  # the real value of one unit of activation
MAX_BIAS = 1 << 28
FEATURE_UNITS = 16  # the value head reads sixteenths of a unit
POLICY_UNITS, VALUE_UNITS = 256, 4096  # answers to the natural-log unit


# ---- from real numbers to integers -----------------------------------------------------------------


def weight_steps(weight, gain):
    """(step, shift): the real value of one step of every output's weights, and the layer's shift.

    gain * step = mult / 2^(15 + shift) is what a unit of the sum is worth in units of the output.
    The largest multiplier of a layer is 1024 to 2048, so that little is lost by the shift; none is
    under 130, so that 16 bits do not saturate before the activation does."""
    ratio = np.maximum(np.abs(weight.reshape(len(weight), -1)).max(1), 1e-6) * (gain / LEVELS)
    ratio = np.minimum(np.maximum(ratio, ratio.max() / 7.8), 0.999)
    shift = max(0, -5 - int(np.floor(np.log2(ratio.max()))))
    grid = 2.0 ** -(15 + shift)
    return np.ceil(ratio / grid) * grid / gain, shift


def rounded(weight, steps):
    steps = steps.reshape([-1] + [1] * (weight.ndim - 1))
    return np.clip(np.rint(weight / steps), -LEVELS, LEVELS).astype(np.int8)


def inner_layer(weight, bias, step_in):
    """A layer that answers with activations."""
    gain = step_in / STEP
    steps, shift = weight_steps(weight, gain)
    mult = np.rint(steps * gain * 2.0 ** (15 + shift))
    # acc >> shift rounds down: half a step in the bias makes it round to the nearest
    integer_bias = np.rint(bias / (steps * step_in)) + (1 << shift) // 2
    return {"weight": rounded(weight, steps),
            "bias": np.clip(integer_bias, -MAX_BIAS, MAX_BIAS).astype(np.int32),
            "mult": mult.astype(np.int16), "shift": shift}


def outer_layer(weight, bias, units):
    """A layer with one output that answers in 1/units of the natural logarithm."""
    steps, _ = weight_steps(weight, 1.0)
    unit = float(steps[0]) * STEP
    shift = min(62, int(np.floor(30 - np.log2(unit * units))))
    integer_bias = np.clip(np.rint(float(bias[0]) / unit), -MAX_BIAS, MAX_BIAS)
    return {"weight": rounded(weight, steps)[0], "bias": int(integer_bias),
            "mult": int(np.rint(unit * units * 2.0 ** shift)), "shift": shift}


class IntegerNetwork:
    """Layers as they are in the weights file."""

    def __init__(self, name, positions, convolutions, policy1, policy2, value1, value2):
        self.name, self.positions = name, positions
        self.convolutions = convolutions
        self.policy1, self.policy2, self.value1, self.value2 = policy1, policy2, value1, value2

    @classmethod
    def from_real(cls, real, name, positions):
        """`real`: "convolutions", a list of (weight, bias) with normalisation folded in, and
        "policy1", "policy2", "value1", "value2"; NumPy arrays."""
        return cls(name, positions,
                   [inner_layer(weight, bias, 1.0 if index == 0 else STEP)
                    for index, (weight, bias) in enumerate(real["convolutions"])],
                   inner_layer(*real["policy1"], STEP),
                   outer_layer(*real["policy2"], POLICY_UNITS),
                   inner_layer(*real["value1"], STEP / FEATURE_UNITS),
                   outer_layer(*real["value2"], VALUE_UNITS))

    @property
    def channels(self):
        return len(self.convolutions[0]["bias"])

    @property
    def blocks(self):
        return len(self.convolutions) // 2

    # ---- the file --------------------------------------------------------------------------------

    def to_bytes(self):
        inner = lambda layer: qinet.layer(layer["weight"].reshape(-1).tolist(),
                                          layer["bias"].tolist(), layer["mult"].tolist(),
                                          layer["shift"])
        outer = lambda layer: qinet.logit(layer["weight"].tolist(), layer["bias"], layer["mult"],
                                          layer["shift"])
        payload = b"".join([inner(layer) for layer in self.convolutions + [self.policy1]]
                           + [outer(self.policy2), inner(self.value1), outer(self.value2)])
        return qinet.network(self.channels, self.blocks, len(self.policy1["bias"]),
                             len(self.value1["bias"]), self.name, self.positions, payload)

    @classmethod
    def from_bytes(cls, data):
        if data[:8] != qinet.MAGIC:
            raise ValueError("not a weights file of qi, version 1")
        header_bytes, payload_bytes, check = struct.unpack_from("<III", data, 8)
        if len(data) != 20 + header_bytes + payload_bytes or zlib.crc32(data[20:]) != check:
            raise ValueError("the weights file is cut off or damaged")
        channels, blocks, policy, hidden, _, name, positions = struct.unpack_from("<HHHHI32sQ",
                                                                                  data, 20)
        at = 20 + header_bytes

        def take(dtype, *shape):
            nonlocal at
            array = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape)
            at += array.nbytes
            return array

        def skip():
            nonlocal at
            at += (20 + header_bytes - at) % 4

        def inner(*shape):
            layer = {"weight": take("i1", *shape)}
            skip()
            layer.update(bias=take("<i4", shape[0]), mult=take("<i2", shape[0]),
                         shift=int(take("u1", 1)[0]))
            skip()
            return layer

        def outer(inputs):
            layer = {"weight": take("i1", inputs)}
            skip()
            layer.update(zip(("bias", "mult"), map(int, take("<i4", 2))))
            layer["shift"] = int(take("u1", 1)[0])
            skip()
            return layer

        convolutions = [inner(channels, PLANES, 3, 3)]
        convolutions += [inner(channels, channels, 3, 3) for _ in range(2 * blocks)]
        return cls(name.rstrip(b"\0").decode(), positions, convolutions, inner(policy, channels),
                   outer(policy), inner(hidden, 3 * channels), outer(hidden))

    # ---- what it computes ------------------------------------------------------------------------

    def answer(self, planes):
        """planes [N][8][rows][columns] of 0 and 1 -> logits of the policy [N][area] in 1/256 and
        of the value [N] in 1/4096; integers."""
        planes = np.asarray(planes)
        batch, _, rows, columns = planes.shape
        x = planes.transpose(0, 2, 3, 1)
        x = clip(convolved(self.convolutions[0], x))
        for block in range(self.blocks):
            y = clip(convolved(self.convolutions[1 + 2 * block], x))
            x = clip(x + convolved(self.convolutions[2 + 2 * block], y))
        points = x.reshape(batch, rows * columns, -1)
        policy = outer_sum(self.policy2, clip(inner_sum(self.policy1, points)))
        board = planes[:, 7].reshape(batch, -1, 1) != 0
        area = board.sum(1, dtype=np.int64)
        mean = (FEATURE_UNITS * (points * board).sum(1) + area // 2) // area
        by_size = mean * (area - 81)
        by_size = np.sign(by_size) * (np.abs(by_size) // 81)  # towards zero, as C divides
        features = np.concatenate([mean, by_size, FEATURE_UNITS * (points * board).max(1)], 1)
        return policy, outer_sum(self.value2, clip(inner_sum(self.value1, features)))


def clip(x):
    return np.clip(x, 0, LEVELS)


def requantised(layer, acc):
    short = np.clip(acc >> layer["shift"], -32768, 32767)
    return (short * layer["mult"].astype(np.int64) + 16384) >> 15


def convolved(layer, x):
    """[N][rows][columns][in] -> [N][rows][columns][out], before clipping. The sums are whole
    numbers under 2^24, so single-precision products add up exactly."""
    batch, rows, columns, inputs = x.shape
    padded = np.pad(x.astype(np.float32), ((0, 0), (1, 1), (1, 1), (0, 0)))
    weight = layer["weight"].astype(np.float32)
    acc = 0
    for ky in range(3):
        for kx in range(3):
            part = padded[:, ky:ky + rows, kx:kx + columns].reshape(-1, inputs)
            acc = acc + part @ weight[:, :, ky, kx].T
    acc = acc.astype(np.int64).reshape(batch, rows, columns, -1) + layer["bias"]
    return requantised(layer, acc)


def inner_sum(layer, x):
    acc = (x.astype(np.float64) @ layer["weight"].astype(np.float64).T).astype(np.int64)
    return requantised(layer, acc + layer["bias"])


def outer_sum(layer, x):
    acc = (x.astype(np.int64) * layer["weight"]).sum(-1) + layer["bias"]
    scaled = (acc * layer["mult"] + (1 << (layer["shift"] - 1))) >> layer["shift"]
    return np.clip(scaled, -32768, 32767)
