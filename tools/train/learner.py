"""Steps of training: losses, the optimiser, and both as one CUDA graph for each board size."""

import gc
import math

import torch
import torch.nn.functional as F

from data import as_planes

LOSSES = ("policy", "divergence", "value", "owner", "left", "reply", "norm")
WEIGHTS = {"policy": 1.0, "value": 1.5, "owner": 0.15, "left": 0.05, "reply": 0.15}
MOVES_LEFT_UNIT = 20.0
BETAS = (0.9, 0.99)
DECAY = 0.01
NORM = 3.0  # gradients longer than this are shortened
AVERAGE = 0.996  # of the parameters: about 250 steps back


def losses(answers, batch):
    """The mean of every loss over a batch, and the policy's divergence from its target."""
    policy, reply, value, owner, left = answers
    points = batch["points"]
    own, other = points[:, :, 2], points[:, :, 3]  # where the side to move and the other may play
    logs = torch.log_softmax(policy.masked_fill(own == 0, -3e4), 1)
    weight = batch["policy_weight"]
    target = batch["policy"]
    cross = -(target * logs).sum(1)
    entropy = -(target * target.clamp_min(1e-9).log()).sum(1)
    weighted = weight / weight.sum().clamp_min(1)
    answered = batch["reply_weight"]
    replies = torch.log_softmax(reply.masked_fill(other == 0, -3e4), 1)
    replies = replies.gather(1, batch["reply"].unsqueeze(1)).squeeze(1).clamp_min(-20)
    return {"policy": (weighted * cross).sum(),
            "divergence": (weighted * (cross - entropy)).sum(),
            "value": F.binary_cross_entropy_with_logits(value, batch["value"]),
            "owner": F.cross_entropy(owner.flatten(0, 1), batch["owner"].flatten()),
            "left": F.smooth_l1_loss(left, batch["moves_left"] / MOVES_LEFT_UNIT),
            "reply": -(answered * replies).sum() / answered.sum().clamp_min(1)}


class Captured:
    """A function without arguments that works in place; on a GPU it is replayed as a CUDA graph.

    `state` is saved before the trial runs that a capture needs, and restored after them."""

    def __init__(self, function, stream=None, state=None):
        """`stream`: where it will run; None without a GPU."""
        self.function, self.graph = function, None
        if stream is None:
            return
        torch.cuda.synchronize()
        saved = [tensor.clone() for tensor in state or ()]
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            for _ in range(2):
                function()
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            self.graph = self.capture()
        torch.cuda.synchronize()
        for tensor, old in zip(state or (), saved):
            tensor.copy_(old)
        torch.cuda.synchronize()

    def capture(self):
        """The graph, or None if the function cannot be captured: then it runs as it is, slower."""
        graph = torch.cuda.CUDAGraph()
        gc.disable()  # no memory may be given back while the graph is captured
        try:
            graph.capture_begin()
            try:
                self.function()
            finally:
                graph.capture_end()
            return graph
        except RuntimeError as error:
            print(f"no CUDA graph: {str(error).splitlines()[0]}", flush=True)
            return None
        finally:
            gc.enable()

    def __call__(self):
        if self.graph is not None:
            self.graph.replay()
        else:
            self.function()


class Learner:
    """Trains one network on the windows of all sizes."""

    def __init__(self, network, windows, shares, stream):
        self.network, self.windows, self.stream = network, windows, stream
        self.device = network.device
        self.shares = torch.tensor(shares, dtype=torch.float32, device=self.device)
        self.rate = torch.zeros((), device=self.device)
        self.sums = torch.zeros(len(LOSSES) + 1, device=self.device)  # of losses, and of batches
        self.quantised = None
        self.steps = []

    def prepare(self, quantised, before=lambda size: None):
        """Makes the steps ready; again when the arithmetic changes. Calls `before` for each."""
        if quantised == self.quantised:
            return
        self.quantised, self.steps = quantised, []
        state = list(self.network.state().values()) + [self.sums]
        for size in range(len(self.windows)):
            before(size)
            self.steps.append(Captured(lambda size=size: self.step(size), self.stream, state))

    def train(self, size, rate):
        """One step on the batch that the size's window has drawn."""
        self.rate.fill_(rate)
        self.steps[size]()

    def step(self, size):
        network, window = self.network, self.windows[size]
        answers = network.forward(as_planes(window.drawn["points"], window.rows, window.columns),
                                  size, self.shares, self.quantised)
        parts = losses(answers, window.drawn)
        loss = sum(weight * parts[name] for name, weight in WEIGHTS.items())
        gradients = torch.autograd.grad(loss, list(network.parameters.values()))
        with torch.no_grad():
            norm = self.optimise(torch.cat([gradient.reshape(-1) for gradient in gradients]))
            if not self.quantised:
                network.note_statistics(size)
            mix = network.mixed_statistics(self.shares)
            fresh = 1 - torch.clamp((1 + network.steps) / (10 + network.steps), max=AVERAGE)
            network.average += fresh * (network.value - network.average)
            network.mix_average += fresh * (mix - network.mix_average)
            self.sums += torch.stack([parts[name].detach() for name in LOSSES[:-1]]
                                     + [norm, torch.ones_like(norm)])

    def optimise(self, gradient):
        """AdamW on the flat parameters; returns the gradient's norm. A gradient that is not a
        number changes nothing."""
        network = self.network
        norm = gradient.norm()
        good = torch.isfinite(norm)
        gradient = torch.nan_to_num(gradient, 0.0, 0.0, 0.0)
        gradient = gradient * (torch.clamp(NORM / (norm + 1e-6), max=1.0).nan_to_num(0.0) * good)
        network.steps += 1
        network.first.mul_(BETAS[0]).add_(gradient, alpha=1 - BETAS[0])
        network.second.mul_(BETAS[1]).addcmul_(gradient, gradient, value=1 - BETAS[1])
        first, second = (moment / (1 - torch.exp(network.steps * math.log(beta)))
                         for moment, beta in zip((network.first, network.second), BETAS))
        network.value -= self.rate * (first / (second.sqrt() + 1e-8)
                                      + DECAY * network.decayed * network.value)
        return norm.nan_to_num(0.0, 0.0, 0.0)

    def report(self):
        """The mean losses since the last report."""
        sums = self.sums.tolist()
        self.sums.zero_()
        return {name: total / max(1, sums[-1]) for name, total in zip(LOSSES, sums)}, int(sums[-1])

    def measure(self, size, batch):
        """Losses on held-out positions with the averaged parameters, normalised by the mix."""
        network, window = self.network, self.windows[size]
        with torch.no_grad():
            raw = {name: tensor[-batch:].to(self.device) for name, tensor in window.held_out.items()}
            targets = window.targets(raw)
            answers = network.evaluate(as_planes(targets["points"], window.rows, window.columns))
            return {name: float(value) for name, value in losses(answers, targets).items()}
