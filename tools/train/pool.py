"""The self-play library (include/qi/nogo_selfplay.h) for Python, through ctypes."""

import ctypes
import os
import subprocess

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
U8, U32, U64, F32 = ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_float
NO_SEAT = 255


def structure(name, *fields):
    names = [(field, kind) for kind, words in fields for field in words.split()]
    return type(name, (ctypes.Structure,), {"_fields_": names})


def sized(name, *fields):
    """A structure that begins with its size, see "Sizes" in include/qi/base.h."""
    plain = structure(name, (ctypes.c_size_t, "size"), *fields)
    return lambda **members: plain(size=ctypes.sizeof(plain), **members)


Options = sized(
    "Options", (U64, "seed"), (U32, "rows columns games threads visits fast_visits"),
    (F32, "full_share"), (U32, "candidates"), (F32, "visit_offset value_scale noise"),
    (U32, "noise_moves opening_min opening_max first_opening_max exact_points exact_nodes decided "
          "sample_capacity match match_pairs match_visits"))
Stats = sized("Stats", (U64, "games black_wins moves evaluations exact searches counted solved "
                             "solver_nodes samples dropped waiting"))
SAMPLE_FIELDS = ("planes policy policy_weight result exact search_value owner moves_left move reply "
                 "ply game")
Samples = structure("Samples", (ctypes.c_void_p, SAMPLE_FIELDS))


def build(path=None):
    """Builds the library with one call of the compiler; returns its path."""
    path = path or os.path.join(HERE, "..", "..", "build", "train", "libqigames-selfplay.so")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run(["sh", os.path.join(HERE, "build.sh"), path], check=True)
    return path


def load(path):
    library = ctypes.CDLL(os.path.abspath(path))
    pointer = ctypes.c_void_p
    for name, result, arguments in (
            ("new", ctypes.c_int, [pointer, pointer, ctypes.POINTER(pointer)]),
            ("free", None, [pointer]), ("step", ctypes.c_int, [pointer] * 5),
            ("tune", ctypes.c_int, [pointer, U32, U32, F32]),
            ("samples", ctypes.c_size_t, [pointer, ctypes.c_size_t, ctypes.POINTER(Samples)]),
            ("stats_of", ctypes.c_int, [pointer, pointer]),
            ("results", None, [pointer, pointer])):
        function = getattr(library, "qi_nogo_pool_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class Pool:
    """Many games of one board size. Arrays are given as NumPy arrays of the right type."""

    def __init__(self, library, **options):
        self.shared, self.handle = library, ctypes.c_void_p()
        self.rows, self.columns = options["rows"], options["columns"]
        self.area, self.games = self.rows * self.columns, options["games"]
        self.position_bytes = 8 * ((self.area + 7) // 8)
        self.pairs = options.get("match_pairs") or self.games // 2
        self._check(library.qi_nogo_pool_new(ctypes.byref(Options(**options)), None,
                                             ctypes.byref(self.handle)))

    @staticmethod
    def _check(result):
        if result:
            raise RuntimeError(f"the self-play library answered with error {result}")

    def close(self):
        self.shared.qi_nogo_pool_free(self.handle)
        self.handle = ctypes.c_void_p()

    def step(self, policy, value, planes, seat=None):
        address = lambda array: None if array is None else array.ctypes.data
        self._check(self.shared.qi_nogo_pool_step(self.handle, address(policy), address(value),
                                                   planes.ctypes.data, address(seat)))

    def tune(self, visits=0, fast_visits=0, full_share=0.0):
        self._check(self.shared.qi_nogo_pool_tune(self.handle, visits, fast_visits, full_share))

    def available(self):
        return self.shared.qi_nogo_pool_samples(self.handle, 0, None)

    def samples(self, arrays, capacity):
        """Takes up to `capacity` samples into the arrays named as in SAMPLE_FIELDS."""
        to = Samples(**{name: array.ctypes.data for name, array in arrays.items()})
        return self.shared.qi_nogo_pool_samples(self.handle, capacity, ctypes.byref(to))

    def stats(self):
        stats = Stats()
        self._check(self.shared.qi_nogo_pool_stats_of(self.handle, ctypes.byref(stats)))
        return stats

    def results(self):
        """The winner's seat of the two games of every pair of a match."""
        winner = np.zeros((self.pairs, 2), np.uint8)
        self.shared.qi_nogo_pool_results(self.handle, winner.ctypes.data)
        return winner
