"""A small PyTorch network that learns who wins on 5x5, and an engine with it and the library's search.

    QI_LIBRARY=build/libqigames.so PYTHONPATH=python python3 python/examples/small_net.py train small.pt
    QI_LIBRARY=build/libqigames.so PYTHONPATH=python qi arena --size 5 'small=python3 python/examples/small_net.py play small.pt' @playouts:50
"""
import sys

import numpy as np
import torch

from qigames import gtp, nogo

SIDE, GAMES = 5, 256
torch.manual_seed(1)
torch.set_num_threads(1)
body = torch.nn.Sequential(torch.nn.Conv2d(nogo.PLANES, 24, 3, padding=1), torch.nn.ReLU(),
                           torch.nn.Conv2d(24, 24, 3, padding=1), torch.nn.ReLU())
policy, value = torch.nn.Conv2d(24, 1, 1), torch.nn.Linear(24, 1)
net = torch.nn.ModuleList([body, policy, value])


def judge(planes):
    """Logits for the moves, and the chance that the side to move wins: an evaluator."""
    with torch.no_grad():
        logits, wins = answer(torch.from_numpy(planes))
        return logits.numpy(), torch.sigmoid(wins).numpy()


def answer(planes):
    seen = body(planes)
    return policy(seen).flatten(1), value(seen.mean((2, 3)))[:, 0]


def train(steps):
    """Learns from random games, which end when the solver proves who wins: all labels are exact."""
    batch, random = nogo.Batch(GAMES, SIDE, autoreset=True, adjudicate=True), np.random.default_rng(1)
    optimizer, correct = torch.optim.Adam(net.parameters(), 0.003), []
    for _ in range(steps):
        legal = batch.legal()
        batch.step(np.where(legal, random.random(legal.shape), -1).argmax(1))
        ended = batch.finished
        if ended is None:
            continue
        image = random.integers(8)
        planes = torch.from_numpy(nogo.symmetries(ended.planes)[image].copy())
        winning = torch.from_numpy(nogo.symmetries(ended.winning.reshape(-1, SIDE, SIDE))[image].copy()).flatten(1).float()
        logits, wins = answer(planes)
        won = torch.from_numpy(ended.value > 0).float()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(wins, won)
        loss -= (logits.log_softmax(1) * winning / winning.sum(1, keepdim=True).clamp(min=1)).sum(1).mean()
        correct += ((wins > 0) == (won > 0)).tolist()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return np.mean(correct[:1000]), np.mean(correct[-1000:])


if __name__ == "__main__":
    task, path = sys.argv[1:3]
    if task == "train":
        print("right about who wins: {:.0%} at first, {:.0%} now".format(*train(int(sys.argv[3]) if len(sys.argv) > 3 else 400)))
        torch.save(net.state_dict(), path)
        sys.exit()
    net.load_state_dict(torch.load(path))
    gtp.serve(nogo.Player(evaluator=judge, playouts=50))
