"""The public API through the shared library and Python's ctypes, as a program in another language
uses it: handles, structs, callbacks, and an allocator written in Python."""

import ctypes
import sys
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double, c_int, c_int16, c_size_t, c_uint8,
                    c_uint16, c_uint32, c_uint64, c_void_p, create_string_buffer)

qi = ctypes.CDLL(sys.argv[1])
libc = ctypes.CDLL(None)
libc.malloc.restype = c_void_p
libc.malloc.argtypes = [c_size_t]
libc.free.argtypes = [c_void_p]

OK, NO_MEMORY, BAD_ARGUMENT, BAD_TEXT, STOPPED = range(5)
BLACK, WHITE = 1, 2
NO_POINT = 0xFFFFFFFF

number = 0
failed = False


def check(good, what):
    global number, failed
    number += 1
    failed |= not good
    print(f"{'ok' if good else 'not ok'} {number} - {what}")


# ---- types ----------------------------------------------------------------------------------

Allocate = CFUNCTYPE(c_void_p, c_void_p, c_size_t)
Release = CFUNCTYPE(None, c_void_p, c_void_p)
Moves = CFUNCTYPE(c_bool, c_void_p, POINTER(c_uint32), c_size_t)
Sink = CFUNCTYPE(c_bool, c_void_p, POINTER(c_char), c_size_t)


class Allocator(Structure):
    _fields_ = [("allocate", Allocate), ("release", Release), ("context", c_void_p)]


class Message(Structure):
    _fields_ = [("format", c_char_p), ("arguments", c_char * 400)]


class TextError(Structure):
    _fields_ = [("line", c_uint64), ("column", c_uint64), ("found", c_char * 96), ("expected", c_char * 128),
                ("found_message", Message), ("expected_message", Message)]


class Stats(Structure):
    _fields_ = [("games", c_uint64), ("black_wins", c_uint64), ("moves", c_uint64)]


class SolveLimits(Structure):
    _fields_ = [("size", c_size_t), ("nodes", c_uint64), ("threads", c_uint32), ("watch", c_void_p), ("context", c_void_p), ("host", c_void_p)]


class SearchLimits(Structure):
    _fields_ = [("size", c_size_t), ("seconds", c_double), ("playouts", c_uint64), ("settled", c_bool), ("threads", c_uint32),
                ("watch", c_void_p), ("context", c_void_p), ("host", c_void_p)]


class Solution(Structure):
    _fields_ = [("size", c_size_t), ("outcome", c_int), ("move", c_uint32), ("nodes", c_uint64)]


class Text(Structure):
    _fields_ = [("bytes", c_void_p), ("length", c_size_t)]

    def string(self):
        return ctypes.string_at(self.bytes, self.length)


class Verdict(Structure):
    _fields_ = [("size", c_size_t), ("right", c_bool), ("fault", c_int), ("line", c_uint64), ("sentence", c_char * 384), ("message", Message), ("mark", c_uint32),
                ("after", c_size_t)]


class GroupSize(Structure):
    _fields_ = [("stones", c_uint32), ("liberties", c_uint32)]


def declare(name, result, *arguments):
    function = getattr(qi, name)
    function.restype = result
    function.argtypes = arguments
    return function


handle = c_void_p
out = POINTER(c_void_p)
allocator = POINTER(Allocator)
error = POINTER(TextError)

qi_version = declare("qi_version", c_char_p)
nogo_new = declare("qi_nogo_new", c_int, c_uint32, c_uint32, allocator, out)
nogo_parse = declare("qi_nogo_parse", c_int, c_char_p, c_size_t, ctypes.c_uint, allocator, out, error)
nogo_free = declare("qi_nogo_free", None, handle)
nogo_play = declare("qi_nogo_play", c_int, handle, c_int, c_uint32, POINTER(c_uint32))
nogo_measure = declare("qi_nogo_measure_group", GroupSize, handle, c_uint32, c_void_p, c_void_p, c_size_t)
nogo_simulate = declare("qi_nogo_simulate", c_int, handle, c_int, c_uint64, Moves, c_void_p)
nogo_playouts = declare("qi_nogo_playouts", c_int, handle, c_uint64, c_uint64, c_void_p, POINTER(Stats))
nogo_write = declare("qi_nogo_write", c_size_t, handle, c_char_p, c_size_t)
record_new = declare("qi_nogo_record_new", c_int, handle, allocator, out)
record_free = declare("qi_nogo_record_free", None, handle)
record_play = declare("qi_nogo_record_play", c_int, handle, c_int, c_uint32, c_void_p, c_void_p)
record_write = declare("qi_nogo_record_write", c_int, handle, Sink, c_void_p)
search_new = declare("qi_nogo_search_new", c_int, c_void_p, allocator, out)
search_free = declare("qi_nogo_search_free", None, handle)
search_set = declare("qi_nogo_search_set", c_int, handle, handle)
search_think = declare("qi_nogo_search_think", c_int, handle, POINTER(SearchLimits))
search_candidates = declare("qi_nogo_search_candidates", c_size_t, handle, c_void_p, c_size_t, c_size_t)
solver_new = declare("qi_nogo_solver_new", c_int, c_size_t, allocator, out)
solver_free = declare("qi_nogo_solver_free", None, handle)
solve = declare("qi_nogo_solve", c_int, handle, handle, POINTER(SolveLimits), POINTER(Solution))
player_new = declare("qi_nogo_player_new", c_int, c_void_p, allocator, out)
player_free = declare("qi_nogo_player_free", None, handle)
levels = declare("qi_nogo_levels", c_void_p, POINTER(ctypes.c_uint))
gtp_new_go = declare("qi_gtp_new_go", c_int, c_void_p, Sink, c_void_p, allocator, out)
gtp_feed = declare("qi_gtp_feed", c_bool, handle, c_char_p, c_size_t)
gtp_free = declare("qi_gtp_free", None, handle)
batch_new = declare("qi_nogo_batch_new", c_int, c_uint32, c_uint32, c_uint32, allocator, out)
batch_free = declare("qi_nogo_batch_free", None, handle)
batch_legal = declare("qi_nogo_batch_legal", None, handle, POINTER(c_uint8))
go_new = declare("qi_go_new", c_int, c_uint32, c_uint32, c_void_p, allocator, out)
go_free = declare("qi_go_free", None, handle)
go_play = declare("qi_go_play", c_int, handle, c_int, c_uint32, c_void_p, c_void_p)
go_captures = declare("qi_go_captures", c_uint64, handle, c_int)
maze_parse = declare("qi_maze_parse", c_int, c_char_p, c_size_t, allocator, out, error)
maze_free = declare("qi_maze_free", None, handle)
maze_side = declare("qi_maze_side", c_uint32, handle)
sgf_parse = declare("qi_sgf_parse", c_int, c_char_p, c_size_t, allocator, out, error)
sgf_first_game = declare("qi_sgf_first_game", c_uint32, handle)
sgf_free = declare("qi_sgf_free", None, handle)
generate = declare("qi_lab_generate", c_int, c_int, c_char_p, c_void_p, c_uint64, c_uint64, allocator, POINTER(Text))
answer = declare("qi_lab_answer", c_int, c_int, c_int, c_void_p, c_void_p, c_size_t, allocator, POINTER(Text), error)
judge = declare("qi_judge", c_int, c_int, c_void_p, c_void_p, c_size_t, c_void_p, c_size_t, allocator,
                POINTER(Verdict), error)
free_text = declare("qi_lab_free_text", None, POINTER(Text), allocator)

# ---- an allocator in Python -----------------------------------------------------------------

held = set()


@Allocate
def allocate(_, size):
    block = libc.malloc(size)
    held.add(block)
    return block


@Release
def release(_, block):
    held.remove(block)
    libc.free(block)


ours = Allocator(allocate, release, None)
memory = byref(ours)


def make(function, *arguments):
    """Calls a function whose last argument gets the handle."""
    made = c_void_p()
    result = function(*arguments, byref(made))
    check(result == OK and made.value, function.__name__)
    return made


# ---- NoGo -----------------------------------------------------------------------------------

check(qi_version().count(b".") == 2, "qi_version")
game = make(nogo_new, 9, 9, memory)
check(held, "the allocator is used")
check(nogo_play(game, BLACK, 40, None) == 0, "a legal move")
check(nogo_play(game, WHITE, 40, None) == 2, "an occupied point")
check(nogo_measure(game, 40, None, None, 0).liberties == 4, "a struct as a result")
moves_seen = []


@Moves
def keep_moves(_, moves, count):
    moves_seen.extend(moves[:count])
    return True


check(nogo_simulate(game, 1, 7, keep_moves, None) == OK and len(moves_seen) > 30, "a callback in Python")


@Moves
def refuse(_, moves, count):
    return False


other = make(nogo_new, 9, 9, memory)
check(nogo_simulate(other, 0, 0, refuse, None) == STOPPED, "a callback that says no")
stats = Stats()
check(nogo_playouts(game, 10, 1, None, byref(stats)) == OK and stats.games == 10, "qi_nogo_playouts")
text = create_string_buffer(200)
check(nogo_write(game, text, 200) == 2 + 9 * 10 and text.value.startswith(b"9\n"), "qi_nogo_write")
wrong = TextError()
unused = c_void_p()
check(nogo_parse(b"2\nX.\n.Q\n", 8, 0, memory, byref(unused), byref(wrong)) == BAD_TEXT and wrong.line == 3
      and wrong.found == b"'Q'", "what is wrong with a text")

record = make(record_new, other, memory)
record_play(record, BLACK, 0, None, None)
pieces = []


@Sink
def keep(_, bytes_, count):
    pieces.append(bytes_[:count])
    return True


check(record_write(record, keep, None) == OK and b"B[aa]" in b"".join(pieces), "a record as SGF")
record_free(record)
whole = b"".join(pieces)
sgf = c_void_p()
check(sgf_parse(whole, len(whole), memory, byref(sgf), None) == OK and sgf_first_game(sgf) == 0, "qi_sgf_parse")
sgf_free(sgf)
nogo_free(other)

small = make(nogo_new, 3, 3, memory)
solver = make(solver_new, 2 << 20, memory)
solution = Solution(size=ctypes.sizeof(Solution))
check(solve(solver, small, byref(SolveLimits(ctypes.sizeof(SolveLimits), 0, 2, None, None)), byref(solution)) == OK and solution.outcome == 1,
      "3x3 is won")
solver_free(solver)
search = make(search_new, None, memory)
check(search_set(search, small) == OK and search_think(search, byref(SearchLimits(size=ctypes.sizeof(SearchLimits), playouts=20))) == OK and search_candidates(search, None, 0, 40) == 9,
      "the search finds a move")
search_free(search)
player = make(player_new, None, memory)
player_free(player)
count = ctypes.c_uint()
check(levels(byref(count)) and count.value >= 8, "qi_nogo_levels")
batch = make(batch_new, 5, 5, 2, memory)
legal = (c_uint8 * 50)()
batch_legal(batch, legal)
check(sum(legal) == 50, "an array of ours is filled")
batch_free(batch)
nogo_free(small)
nogo_free(game)

# ---- Go, GTP, mazes, the laboratory -----------------------------------------------------------

go = make(go_new, 19, 19, None, memory)
for colour, point in ((BLACK, 1), (WHITE, 0), (BLACK, 19)):
    check(go_play(go, colour, point, None, None) == 0, f"a move at {point}")
check(go_captures(go, BLACK) == 1, "a captured stone")
go_free(go)

pieces.clear()
session = make(gtp_new_go, None, keep, None, memory)
gtp_feed(session, b"1 boardsize 9\n", 14)
check(b"".join(pieces) == b"=1\n\n", "a GTP session")
gtp_free(session)

for problem in range(3):
    given, right = Text(), Text()
    verdict = Verdict(ctypes.sizeof(Verdict))
    check(generate(problem, None, None, 5, problem, memory, byref(given)) == OK, "qi_lab_generate")
    check(answer(problem, 0, None, given.bytes, given.length, memory, byref(right), None) == OK, "qi_lab_answer")
    check(judge(problem, None, given.bytes, given.length, right.bytes, right.length, memory, byref(verdict), None)
          == OK and verdict.right, "qi_judge")
    check(judge(problem, None, given.bytes, given.length, b"1 1\n", 4, memory, byref(verdict), None) == OK
          and not verdict.right and verdict.sentence, "a wrong output")
    if problem == 2:
        maze = c_void_p()
        check(maze_parse(given.string(), given.length, memory, byref(maze), None) == OK and maze_side(maze) == 9,
              "qi_maze_parse")
        maze_free(maze)
    free_text(byref(given), memory)
    free_text(byref(right), memory)

check(not held, "every block came back")
print(f"1..{number}")
sys.exit(failed)
