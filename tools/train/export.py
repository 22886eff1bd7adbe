"""Checkpoint -> weights file for qi, and the real network's losses beside the integer one's.

    export.py RUN [--network 48x5] [--output FILE]
    export.py RUN --start FILE

RUN is a run's folder or a checkpoint. Without --network: all networks in it, each to
RUN/qi-CxB.qinet. With --start: the averaged networks in half precision, without the optimiser, for
train.py --start; small enough to be kept.
"""

import argparse
import os

import numpy as np
import torch
import torch.nn.functional as F

from data import as_planes
from folder import save_whole
from model import Network
from quant import IntegerNetwork


def integer_network(network, positions):
    """The averaged parameters as the integer network."""
    with torch.no_grad():
        views = network.views(network.average)
        number = lambda tensor: tensor.double().cpu().numpy()
        real = {name: (number(views[name + ".w"]), number(views[name + ".b"]))
                for name in ("policy1", "policy2", "value1", "value2")}
        real["convolutions"] = [(number(weight), number(bias)) for weight, bias
                                in network.folded(views, network.mix_average)]
    return IntegerNetwork.from_real(real, f"qi {network.name}", positions)


def compare(network, integer, window, most=1024):
    """Losses on held-out positions: (policy, value) in real numbers, then in integers."""
    raw = {name: tensor[-most:].to(network.device) for name, tensor in window.held_out.items()}
    targets = window.targets(raw)
    planes = as_planes(targets["points"].float(), window.rows, window.columns)
    with torch.no_grad():
        answers = network.evaluate(planes)
    policy, value = integer.answer(planes.cpu().numpy().astype(np.uint8))
    policy = torch.from_numpy(policy / 256).float().to(network.device)
    value = torch.from_numpy(value / 4096).float().to(network.device)
    return [two_losses(logits, win, targets)
            for logits, win in ((answers[0], answers[2]), (policy, value))]


def two_losses(policy, value, targets):
    logs = torch.log_softmax(policy.masked_fill(targets["points"][:, :, 2] == 0, -3e4), 1)
    weight = targets["policy_weight"]
    cross = -(targets["policy"] * logs).sum(1)
    return (float((weight * cross).sum() / weight.sum().clamp_min(1)),
            float(F.binary_cross_entropy_with_logits(value, targets["value"])))


def start_of(saved):
    """What a new run needs to begin with a run's networks."""
    networks = []
    for entry in saved["networks"]:
        state = entry["state"]
        average = state["average"].half()
        networks.append({"channels": entry["channels"], "blocks": entry["blocks"],
                         "state": {"value": average, "average": average,
                                   **{key: state[key] for key in ("statistics", "seen",
                                                                  "mix_average")}}})
    first = networks[0]["state"]
    progress = {key: saved["progress"][key] for key in ("positions", "games")}
    return {"version": saved["version"], "sizes": saved["sizes"], "networks": networks,
            "progress": progress, "previous": {"average": first["average"],
                                               "mix_average": first["mix_average"]}}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="a run's folder, or a checkpoint")
    parser.add_argument("--network", help="only this one, as channels x blocks")
    parser.add_argument("--output", help="the file to write (with --network)")
    parser.add_argument("--start", metavar="FILE", help="write what a new run can start from")
    options = parser.parse_args()
    path = options.run
    if os.path.isdir(path):
        path = os.path.join(path, "checkpoint.pt")
    saved = torch.load(path, map_location="cpu")
    if options.start:
        save_whole(options.start, lambda file: torch.save(start_of(saved), file))
        return
    for entry in saved["networks"]:
        network = Network(entry["channels"], entry["blocks"], len(saved["sizes"]),
                          torch.device("cpu"))
        if options.network not in (None, network.name):
            continue
        network.restore(entry["state"])
        data = integer_network(network, saved["progress"]["positions"]).to_bytes()
        out = options.output or os.path.join(os.path.dirname(path), f"qi-{network.name}.qinet")
        save_whole(out, lambda file: file.write(data))
        print(f"{out}: {len(data)} bytes, {saved['progress']['positions']} positions")


if __name__ == "__main__":
    main()
