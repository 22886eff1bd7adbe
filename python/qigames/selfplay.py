"""Self-play for learning: many games of NoGo with a small search tree each, and one question of each at a time.

    pool = Pool(rows=9, columns=9, games=256, visits=32, seed=1)
    planes = np.zeros((pool.games, pool.position_bytes), np.uint8)
    pool.step(None, None, planes)
    while True:
        pool.step(*answers(planes), planes)     # float32[games, area] logits and float32[games] values from -1 to 1

include/qi/nogo_selfplay.h explains the options, the planes and the samples. tools/train learns with it. Needs NumPy.
"""

from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_float, c_int, c_size_t, c_uint32, c_void_p, sizeof
from typing import TYPE_CHECKING, Any, Dict, Optional

from ._batch import PLANES
from ._library import Owner, Sized, check, declare, fields, locked, numpy, whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NO_SEAT = 255


class _Options(Sized):
    _fields_ = fields("qi_nogo_pool_options")


class _Stats(Sized):
    _fields_ = fields("qi_nogo_pool_stats")


class _Samples(Structure):
    _fields_ = fields("qi_nogo_samples")


_new = declare("qi_nogo_pool_new", c_int, POINTER(_Options), c_void_p, POINTER(c_void_p))
_free = declare("qi_nogo_pool_free", None, c_void_p)
_step = declare("qi_nogo_pool_step", c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p)
_tune = declare("qi_nogo_pool_tune", c_int, c_void_p, c_uint32, c_uint32, c_float)
_take = declare("qi_nogo_pool_samples", c_size_t, c_void_p, c_size_t, POINTER(_Samples))
_stats_of = declare("qi_nogo_pool_stats_of", c_int, c_void_p, POINTER(_Stats))
_results = declare("qi_nogo_pool_results", None, c_void_p, c_void_p)


def _options(given: Dict[str, Any]) -> _Options:
    """The options as the library gets them."""
    kinds = dict(_Options._fields_[1:])
    unknown = sorted(set(given) - set(kinds))
    if unknown:
        raise TypeError(f"no option {unknown[0]!r}: one of {', '.join(kinds)}")
    return _Options(**{name: float(value) if kinds[name] is c_float else whole(name, value, 0, 2 ** (8 * sizeof(kinds[name])) - 1)
                       for name, value in given.items()})


class Pool(Owner):
    """Many games of one board size. Its options are the members of qi_nogo_pool_options, 0 for their defaults; with `match=1`
    two networks play each other. Each method takes arrays in C order of the type and size that it names."""

    def __init__(self, **options: Any):
        self._np = numpy()
        chosen = _options(options)
        super().__init__(_free)
        check(_new(byref(chosen), None, byref(self._handle)), wrong="an option of the pool is outside its range")
        self.rows, self.columns, self.games = int(chosen.rows), int(chosen.columns), int(chosen.games)
        self.area = self.rows * self.columns
        self.position_bytes = PLANES * ((self.area + 7) // 8)
        self.pairs = int(chosen.match_pairs) or self.games // 2
        self._widths = {"planes": self.position_bytes, "policy": self.area, "owner": self.area}
        self._bytes = {"policy": 2, "search_value": 4, "moves_left": 2, "move": 2, "reply": 2, "ply": 2, "game": 8}

    def _address(self, name: str, array: Any, count: int, size: int, write: bool = True) -> Optional[int]:
        """Where an array of at least `count` elements of `size` bytes is; None for None."""
        if array is None:
            return None
        if not isinstance(array, self._np.ndarray) or not array.flags.c_contiguous or array.size < count or array.itemsize != size \
                or write and not array.flags.writeable:
            raise ValueError(f"{name}: expected {'a writeable' if write else 'an'} array of {count} elements of {size} bytes in C order")
        return int(array.ctypes.data)

    @locked
    def step(self, policy: Optional[NDArray[np.float32]], value: Optional[NDArray[np.float32]], planes: NDArray[np.uint8],
             seat: Optional[NDArray[np.uint8]] = None) -> None:
        """Takes the answers to the last positions (None in the first step), float32[games, area] and float32[games], and
        writes the next ones to `planes`, uint8[games, position_bytes]; in a match `seat`, uint8[games], gets who answers."""
        for name, array in (("policy", policy), ("value", value)):
            if array is not None and array.dtype != self._np.float32:
                raise ValueError(f"{name}: expected float32, found {array.dtype}")
        if planes is None:
            raise ValueError("planes: expected an array")
        check(_step(self._handle, self._address("policy", policy, self.games * self.area, 4, False),
                    self._address("value", value, self.games, 4, False), self._address("planes", planes, self.games * self.position_bytes, 1),
                    self._address("seat", seat, self.games, 1)),
              wrong="policy and value are None in the first step, and only then")

    @locked
    def tune(self, visits: int = 0, fast_visits: int = 0, full_share: float = 0.0) -> None:
        """Changes the search from each game's next move on; 0 keeps what was."""
        check(_tune(self._handle, whole("visits", visits, 0, 2**32 - 1), whole("fast_visits", fast_visits, 0, 2**32 - 1), full_share),
              wrong="more visits than the pool was made for, or a full_share that is not 0 to 1")

    @locked
    def available(self) -> int:
        """How many finished samples wait."""
        return int(_take(self._handle, 0, None))

    @locked
    def samples(self, arrays: Dict[str, NDArray[Any]], capacity: int) -> int:
        """Takes up to `capacity` samples into arrays that are named as the members of qi_nogo_samples; how many it took."""
        whole("capacity", capacity, 0)
        unknown = sorted(set(arrays) - {name for name, _ in _Samples._fields_})
        if unknown:
            raise TypeError(f"samples have no {unknown[0]!r}")
        to = _Samples(**{name: self._address(name, array, capacity * self._widths.get(name, 1), self._bytes.get(name, 1))
                         for name, array in arrays.items()})
        return int(_take(self._handle, capacity, byref(to)))

    @locked
    def stats(self) -> Dict[str, int]:
        """What happened since the pool was made: the members of qi_nogo_pool_stats."""
        stats = _Stats()
        check(_stats_of(self._handle, byref(stats)))
        return {name: int(getattr(stats, name)) for name, _ in _Stats._fields_[1:]}

    @locked
    def results(self) -> NDArray[np.uint8]:
        """uint8[pairs, 2]: who won the two games of every pair of a match, 0 or 1; 255 when a game is not over."""
        winner: NDArray[np.uint8] = self._np.zeros((self.pairs, 2), self._np.uint8)
        _results(self._handle, winner.ctypes.data)
        return winner


__all__ = ["NO_SEAT", "Pool"]
