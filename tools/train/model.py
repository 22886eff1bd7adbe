"""The network: its parameters, and what it computes while it is trained.

The function is that of include/qi/nogo_net.h, in real numbers. A residual network of C channels and
B blocks reads eight planes of bits and answers with a logit for every point (the policy) and one for
winning (the value), both for the side to move. Three more answers exist for training alone: who owns
each point at the end of the game, how many moves are left, and where the opponent will reply.

All parameters lie in one flat tensor: the optimiser, the averages and the checkpoint are then a few
lines each, and one CUDA graph holds a whole step.

Normalisation. A batch holds one board size, but the exported network has one set of means and
variances for all. So every size keeps its own statistics, and a batch that is normalised by its own
numbers is then shifted and scaled by the slow difference between its size and the mix of all sizes:
what is trained is what is exported, up to the noise of one batch.
"""

import math

import torch
import torch.nn.functional as F

PLANES = 8
POLICY = 32  # channels of the policy head
HIDDEN = 64  # units of the value head
CLIP = 4.0  # activations lie in 0..CLIP
LEVELS = 127  # and in 0..LEVELS as integers
UNIT = LEVELS / CLIP
EPSILON = 1e-5
STATISTICS_RATE = 0.25


def layout(channels, blocks):
    """Name, shape, kind of every parameter, in their order in the flat tensor."""
    convolutions = [("stem", PLANES)]
    for block in range(blocks):
        convolutions += [(f"block{block}.a", channels), (f"block{block}.b", channels)]
    for name, inputs in convolutions:
        yield name + ".w", (channels, inputs, 3, 3), "weight"
        yield name + ".g", (channels,), "gain2" if name.endswith(".b") else "gain"
        yield name + ".b", (channels,), "bias"
    for name, outputs, inputs in (
            ("policy1", POLICY, channels), ("policy2", 1, POLICY), ("reply", 1, POLICY),
            ("value1", HIDDEN, 3 * channels), ("value2", 1, HIDDEN),
            ("owner", 3, channels), ("left", 1, 3 * channels)):
        yield name + ".w", (outputs, inputs), "weight"
        yield name + ".b", (outputs,), "bias"


class Straight(torch.autograd.Function):
    """Rounds; the gradient passes straight through."""

    @staticmethod
    def forward(_, x):
        return torch.round(x)

    @staticmethod
    def backward(_, gradient):
        return gradient


def weight_steps(weight, gain):
    """The real value of one step of each output's int8 weights; quant.weight_steps is its twin.

    gain * step is what a unit of the sum is worth in units of the output. It is put on a grid of
    which the largest takes 1024 to 2048 steps and the smallest 130 or more: so the 16-bit
    multipliers of the integer network are exact, and share one shift."""
    ratio = weight.detach().abs().flatten(1).amax(1).clamp_min(1e-6) * (gain / LEVELS)
    ratio = torch.maximum(ratio, ratio.max() / 7.8).clamp_max(0.999)
    grid = torch.exp2(torch.floor(torch.log2(ratio.max())) - 10).clamp_max(2.0 ** -15)
    return torch.ceil(ratio / grid) * grid / gain


def rounded_weight(weight, gain=1.0):
    steps = weight_steps(weight, gain).view([-1] + [1] * (weight.dim() - 1))
    return Straight.apply((weight / steps)).clamp(-LEVELS, LEVELS) * steps


class Network:
    """Parameters, their average, the optimiser's moments and the statistics of normalisation."""

    def __init__(self, channels, blocks, sizes, device, seed=1):
        """`sizes` is how many board sizes keep statistics."""
        assert channels % 16 == 0 and 16 <= channels <= 96 and 1 <= blocks <= 12
        self.channels, self.blocks, self.device = channels, blocks, device
        self.layout = list(layout(channels, blocks))
        self.layers = 1 + 2 * blocks
        self.count = sum(math.prod(shape) for _, shape, _ in self.layout)
        flat = lambda: torch.zeros(self.count, device=device)
        self.value, self.first, self.second = flat(), flat(), flat()
        self.decayed = flat()  # 1 where weights decay
        self.steps = torch.zeros((), device=device)
        # mean and variance of every normalised layer: of each size, the mix, the mix's average
        self.statistics = torch.zeros(sizes, self.layers, 2, channels, device=device)
        self.statistics[:, :, 1] = 1
        self.seen = torch.zeros(sizes, device=device)  # steps of each size
        self.mix_average = self.statistics[0].clone()
        self.batch_statistics = self.statistics[0].clone()
        self.parameters = self.views(self.value)
        for parameter in self.parameters.values():
            parameter.requires_grad_()
        self.initialise(seed)
        self.average = self.value.clone()

    @property
    def name(self):
        return f"{self.channels}x{self.blocks}"

    def views(self, flat):
        result, at = {}, 0
        for name, shape, _ in self.layout:
            result[name] = flat[at:at + math.prod(shape)].view(shape).detach()
            at += math.prod(shape)
        return result

    def initialise(self, seed):
        random = torch.Generator().manual_seed(seed)
        decayed = self.views(self.decayed)
        for name, shape, kind in self.layout:
            view = self.parameters[name].detach()
            if kind == "weight":
                spread = math.sqrt(2 / math.prod(shape[1:]))
                if name.split(".")[0] in ("policy2", "reply", "value2", "owner", "left"):
                    spread *= 0.2
                view.copy_(torch.randn(shape, generator=random) * spread)
                decayed[name].fill_(1)
            else:
                view.fill_({"gain": 1.0, "gain2": 0.4, "bias": 0.0}[kind])

    # ---- what is saved and restored --------------------------------------------------------------

    def state(self):
        """Everything that training changes."""
        return {"value": self.value, "average": self.average, "first": self.first,
                "second": self.second, "steps": self.steps, "statistics": self.statistics,
                "seen": self.seen, "mix_average": self.mix_average}

    def snapshot(self):
        return {key: tensor.detach().clone() for key, tensor in self.state().items()}

    def restore(self, snapshot):
        """What the snapshot does not have stays as it is."""
        for key, tensor in self.state().items():
            if key in snapshot:
                tensor.copy_(snapshot[key].to(tensor.dtype))

    # ---- the function ----------------------------------------------------------------------------

    def mixed_statistics(self, shares):
        """Mean and variance [layer][2][channel] over the mix of sizes that were seen."""
        weight = shares * (self.seen > 0)
        weight = torch.where(weight.sum() > 0, weight, shares)
        weight = (weight / weight.sum()).view(-1, 1, 1)
        means, variances = self.statistics[:, :, 0], self.statistics[:, :, 1]
        mean = (weight * means).sum(0)
        variance = (weight * (variances + means * means)).sum(0) - mean * mean
        return torch.stack([mean, variance.clamp_min(1e-6)], 1)

    def convolutions(self):
        """The names of the 3x3 convolutions in order."""
        return ["stem"] + [f"block{block}.{side}" for block in range(self.blocks) for side in "ab"]

    def folded(self, parameters, statistics):
        """(weight, bias) of every 3x3 convolution with its normalisation folded in."""
        result = []
        for layer, name in enumerate(self.convolutions()):
            gain = parameters[name + ".g"] * torch.rsqrt(statistics[layer, 1] + EPSILON)
            result.append((parameters[name + ".w"] * gain.view(-1, 1, 1, 1),
                           parameters[name + ".b"] - statistics[layer, 0] * gain))
        return result

    def forward(self, planes, size, shares, quantised):
        """Training: the answers for a batch of one size (see `run`), to be differentiated."""
        parameters, kind = self.parameters, planes.dtype
        if quantised:
            folded = self.folded(parameters, self.mixed_statistics(shares))
            return self.run(planes, parameters, self.rounded_convolutions(folded, kind), True)
        names = self.convolutions()
        with torch.no_grad():
            mix = self.mixed_statistics(shares)
            own = self.statistics[size]
            known = (self.seen[size] > 0).float()
            scale = torch.rsqrt(mix[:, 1] + EPSILON)
            stretch = (torch.sqrt(own[:, 1] + EPSILON) * scale).clamp(0.5, 2)
            stretch = 1 + known * (stretch - 1)
            offset = ((own[:, 0] - mix[:, 0]) * scale).clamp(-1, 1) * known

        def convolve(layer, x):
            name = names[layer]
            gain = parameters[name + ".g"]
            y = F.conv2d(x, parameters[name + ".w"].to(kind), padding=1)
            return F.batch_norm(y, self.batch_statistics[layer, 0], self.batch_statistics[layer, 1],
                                gain * stretch[layer],
                                parameters[name + ".b"] + gain * offset[layer],
                                training=True, momentum=1.0, eps=EPSILON)

        return self.run(planes, parameters, convolve, False)

    def evaluate(self, planes, quantised=False):
        """The answers of the averaged parameters, as exported."""
        parameters = self.views(self.average)
        folded = self.folded(parameters, self.mix_average)
        if quantised:
            convolve = self.rounded_convolutions(folded, planes.dtype)
        else:
            folded = [(weight.to(planes.dtype), bias.to(planes.dtype)) for weight, bias in folded]
            convolve = lambda layer, x: F.conv2d(x, *folded[layer], padding=1)
        return self.run(planes, parameters, convolve, quantised)

    @staticmethod
    def rounded_convolutions(folded, kind):
        """The convolutions of the integer network, in its units: 0..LEVELS instead of 0..CLIP."""
        layers = []
        for layer, (weight, bias) in enumerate(folded):
            gain = UNIT if layer == 0 else 1.0  # planes are 0 and 1
            layers.append(((rounded_weight(weight, gain) * gain).to(kind), (bias * UNIT).to(kind)))
        return lambda layer, x: F.conv2d(x, *layers[layer], padding=1)

    def run(self, planes, parameters, convolve, quantised):
        """The logits of policy and reply [N][area], of the value [N], of the owner [N][area][3],
        and the moves left [N]. `quantised` rounds weights and activations as the integer network
        does."""
        top, unit = (float(LEVELS), UNIT) if quantised else (CLIP, 1.0)

        def clip(x):
            x = x.clamp(0, top)
            return Straight.apply(x) if quantised else x

        def linear(name, x):
            weight = parameters[name + ".w"]
            if quantised and name not in ("reply", "owner", "left"):
                weight = rounded_weight(weight, 1 / 16 if name == "value1" else 1.0)
            inner = name in ("policy1", "value1")  # answers in units
            return F.linear(x, (weight if inner else weight / unit).to(x.dtype),
                            (parameters[name + ".b"] * (unit if inner else 1)).to(x.dtype))

        x = clip(convolve(0, planes))
        for block in range(self.blocks):
            y = clip(convolve(1 + 2 * block, x))
            x = clip(x + convolve(2 + 2 * block, y))
        batch, area = planes.shape[0], planes.shape[2] * planes.shape[3]
        points = x.permute(0, 2, 3, 1).reshape(batch, area, self.channels)
        reading = clip(linear("policy1", points)).float()
        features = pooled(points, area)
        hidden = clip(linear("value1", features))
        return (linear("policy2", reading).squeeze(-1), linear("reply", reading).squeeze(-1),
                linear("value2", hidden).squeeze(-1), linear("owner", points).float(),
                linear("left", features).squeeze(-1))

    def note_statistics(self, size):
        """After a step in real numbers: takes the batch's means and variances in."""
        with torch.no_grad():
            rate = torch.clamp(1 / (self.seen[size] + 1), min=STATISTICS_RATE)
            change = self.batch_statistics - self.statistics[size]
            self.statistics[size] += rate * torch.nan_to_num(change, 0.0, 0.0, 0.0)
            # batch_norm multiplies what was here by 0, and 0 * nan stays nan
            self.batch_statistics.copy_(torch.nan_to_num(self.batch_statistics, 0.0, 0.0, 0.0))
            self.seen[size] += 1


def pooled(points, area):
    """What the value head reads, of points [N][area][C]: mean, mean by size, maximum."""
    mean = points.mean(1, dtype=torch.float32)
    return torch.cat([mean, mean * ((area - 81) / 81), points.amax(1).float()], 1)


class Judge:
    """A frozen copy of a network that answers fast: normalisation folded in, fixed buffers.

    `load` writes new numbers into the same memory, so a CUDA graph of `answer` needs no new
    capture."""

    def __init__(self, network, kind, finish):
        """`finish` adds and clips after a convolution: one of fused.choose."""
        self.network, self.finish = network, finish
        self.layers = [(torch.zeros(network.parameters[name + ".w"].shape, dtype=kind,
                                    device=network.device)
                        .contiguous(memory_format=torch.channels_last),
                        torch.zeros(network.channels, dtype=kind, device=network.device))
                       for name in network.convolutions()]
        self.heads = {name: torch.zeros_like(tensor, dtype=kind if "policy" in name else None)
                      for name, tensor in network.views(network.average).items()
                      if name.split(".")[0] in ("policy1", "policy2", "value1", "value2")}

    def load(self, flat=None, statistics=None):
        """Takes the network's average, or other parameters of the same shape."""
        with torch.no_grad():
            views = self.network.views(self.network.average if flat is None else flat)
            mix = self.network.mix_average if statistics is None else statistics
            for (weight, bias), new in zip(self.layers, self.network.folded(views, mix)):
                weight.copy_(new[0])
                bias.copy_(new[1])
            for name, tensor in self.heads.items():
                tensor.copy_(views[name])

    def answer(self, planes):
        """Logits of the policy [N][area] and the expected result [N] in -1..1."""
        batch, area = planes.shape[0], planes.shape[2] * planes.shape[3]

        def convolve(layer, x, add=None):
            weight, bias = self.layers[layer]
            return self.finish(F.conv2d(x, weight, padding=1), bias, add, CLIP)

        x = convolve(0, planes)
        for block in range(self.network.blocks):
            x = convolve(2 + 2 * block, convolve(1 + 2 * block, x), x)
        head = lambda name, x: F.linear(x, self.heads[name + ".w"], self.heads[name + ".b"])
        points = x.permute(0, 2, 3, 1).reshape(batch, area, -1)
        policy = head("policy2", head("policy1", points).clamp_(0, CLIP))
        value = head("value2", head("value1", pooled(points, area)).clamp_(0, CLIP))
        return policy.squeeze(-1).float(), torch.tanh(value.squeeze(-1) / 2)
