"""Positions to learn from: a window over recent games on the device, and batches out of it.

Positions stay packed as the self-play library writes them (include/qi/nogo_selfplay.h); bits become
planes only in the batch. Every board size has a window of its own, a ring: what is new overwrites
what is oldest. A random symmetry of the board is applied to the planes and to every target that
speaks of points.
"""

import numpy as np
import torch

from model import PLANES

# name, dtype, numbers a position (of area and bytes a plane); uint16 travels as int16
FIELDS = (("planes", "uint8", lambda area, bytes_: PLANES * bytes_),
          ("policy", "int16", lambda area, _: area),
          ("owner", "uint8", lambda area, _: area),
          ("policy_weight", "uint8", None), ("result", "int8", None),
          ("search_value", "float32", None), ("moves_left", "int16", None), ("reply", "int16", None))


def plane_bytes(area):
    return (area + 7) // 8


BITS = [1, 2, 4, 8, 16, 32, 64, 128]


def unpack(packed, bits, area, kind):
    """uint8 [N][8 * bytes] -> numbers 0 and 1 [N][area][8]. `bits` is BITS as uint8 on the device:
    made by the caller, since a CUDA graph cannot copy it from the host's ordinary memory."""
    packed = packed.view(packed.shape[0], PLANES, plane_bytes(area), 1)
    points = torch.bitwise_and(packed, bits).ne(0).view(packed.shape[0], PLANES, -1)
    return points[:, :, :area].transpose(1, 2).to(dtype=kind,
                                                  memory_format=torch.contiguous_format)


def as_planes(points, rows, columns):
    """[N][area][8] -> [N][8][rows][columns], channels last in memory."""
    return points.reshape(points.shape[0], rows, columns, PLANES).permute(0, 3, 1, 2)


def symmetries(rows, columns):
    """Index tables [s][area] of the board's symmetries: new[p] = old[table[s][p]]."""
    board = np.arange(rows * columns).reshape(rows, columns)
    boards = [board, board[::-1], board[:, ::-1], board[::-1, ::-1]]
    if rows == columns:
        boards += [each.T for each in boards]
    return np.stack([each.reshape(-1) for each in boards]).astype(np.int64)


class Window:
    """The recent positions of one board size, and the batch that is drawn from them."""

    def __init__(self, rows, columns, capacity, batch, device, kind):
        self.rows, self.columns, self.area = rows, columns, rows * columns
        self.capacity, self.batch, self.kind = capacity, batch, kind
        self.total = 0  # positions ever taken in
        self.held_out = None  # packed positions that are never trained on
        self.due = 0.0  # how many more should be among them
        shape = lambda width: (width(self.area, plane_bytes(self.area)),) if width else ()
        self.arrays = {name: torch.zeros((capacity,) + shape(width), dtype=getattr(torch, dtype),
                                         device=device) for name, dtype, width in FIELDS}
        tables = symmetries(rows, columns)
        self.tables = torch.from_numpy(tables).to(device)
        self.inverse = torch.from_numpy(np.argsort(tables, axis=1)).to(device)
        self.bits = torch.tensor(BITS, dtype=torch.uint8, device=device)
        self.bounds = torch.zeros(2, device=device)  # newest position + 1, positions to draw from
        self.drawn = None

    @property
    def filled(self):
        return min(self.total, self.capacity)

    def append(self, arrays, count):
        """Takes `count` positions (tensors in the order of FIELDS) in."""
        at = 0
        while at < count:
            place = self.total % self.capacity
            step = min(count - at, self.capacity - place)
            for name, tensor in self.arrays.items():
                tensor[place:place + step].copy_(arrays[name][at:at + step], non_blocking=True)
            self.total += step
            at += step

    def limit(self, positions):
        """Draw from the newest so many positions."""
        self.bounds[0] = float(self.total % self.capacity)
        self.bounds[1] = float(max(1, min(positions, self.filled)))

    def draw(self):
        """Fills `drawn`: a random batch, each position turned at random. Fixed shapes and places,
        nothing read back: it can be captured in a CUDA graph."""
        device = self.bounds.device
        age = (torch.rand(self.batch, device=device) * self.bounds[1]).floor()
        age = torch.minimum(age, self.bounds[1] - 1)
        chosen = torch.remainder(self.bounds[0] - 1 - age, self.capacity).long()
        turned = (torch.rand(self.batch, device=device) * len(self.tables)).long()
        batch = self.targets({name: tensor[chosen] for name, tensor in self.arrays.items()},
                             self.tables[turned], self.inverse[turned])
        if self.drawn is None:
            self.drawn = {name: tensor.clone() for name, tensor in batch.items()}
        for name, tensor in batch.items():
            self.drawn[name].copy_(tensor)

    def targets(self, raw, table=None, inverse=None):
        """Packed positions as what the losses need; turned by `table` if given."""
        points = unpack(raw["planes"], self.bits, self.area, self.kind)
        policy = (raw["policy"].int() & 0xffff).float()
        owner = raw["owner"].long()
        reply = raw["reply"].long()
        answered = (reply >= 0) & (reply < self.area)
        reply = torch.where(answered, reply, torch.zeros_like(reply))
        if table is not None:
            points = points.gather(1, table.unsqueeze(-1).expand(-1, -1, PLANES))
            policy, owner = policy.gather(1, table), owner.gather(1, table)
            reply = inverse.gather(1, reply.unsqueeze(1)).squeeze(1)
        policy_sum = policy.sum(1, keepdim=True)
        weight = raw["policy_weight"].ne(0) & policy_sum.squeeze(1).gt(0)
        value = 0.7 * raw["result"].float() + 0.3 * raw["search_value"]
        return {"points": points, "policy": policy / policy_sum.clamp_min(1),
                "policy_weight": weight.float(), "value": (value + 1) / 2, "owner": owner,
                "moves_left": raw["moves_left"].float(), "reply": reply,
                "reply_weight": answered.float()}

    # ---- held-out positions ----------------------------------------------------------------------

    def hold_out(self, arrays, count, share, limit=8192):
        """Of `count` new positions keeps about a share for measuring, the newest `limit` in all;
        returns how many are left for training. They are the last, since the positions of a game
        follow each other: whole games, but for one."""
        self.due += count * share
        if self.due < min(64, max(1, count)):
            return count
        start = max(0, count - int(self.due))
        self.due -= count - start
        fresh = {name: arrays[name][start:count].clone() for name, _, _ in FIELDS}
        if self.held_out:
            fresh = {name: torch.cat([self.held_out[name], fresh[name]])[-limit:]
                     for name in fresh}
        self.held_out = fresh
        return start

    # ---- on disk ---------------------------------------------------------------------------------

    def save(self, file, most):
        """Writes the newest `most` positions, oldest first."""
        count = min(self.filled, most)
        places = (torch.arange(self.total - count, self.total) % self.capacity)
        places = places.to(self.bounds.device)
        for name, _, _ in FIELDS:
            np.save(file, self.arrays[name][places].cpu().numpy())

    def load(self, file):
        arrays = {name: torch.from_numpy(np.load(file)) for name, _, _ in FIELDS}
        self.append(arrays, len(arrays["result"]))
