"""A player as an engine for programs that speak GTP, such as GoGui, Sabaki and `qi arena`.

    from qigames import gtp, nogo
    gtp.serve(nogo.Player(level=5))
"""

from __future__ import annotations

import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_void_p
from typing import Any, Optional

from ._library import Host, Owner, Sized, Stop, TextSink, check, declare, fields, interruptible
from ._player import Player
from ._position import Position, snapshot


class _Engine(Sized):
    _fields_ = fields("qi_gtp_engine", description=c_char_p)


class _Options(Sized):
    _fields_ = fields("qi_gtp_nogo_options", engine=POINTER(_Engine), host=POINTER(Host))


_player_engine = declare("qi_gtp_player_engine", c_int, c_void_p, POINTER(_Engine))
_new = declare("qi_gtp_new_nogo", c_int, POINTER(_Options), TextSink, c_void_p, c_void_p, POINTER(c_void_p))
_free = declare("qi_gtp_free", None, c_void_p)
_serve = declare("qi_gtp_serve_descriptor", None, c_void_p, c_int)


def serve(player: Player, start: Optional[Position] = None) -> None:
    """Answers the commands that come from the standard input until `quit` or its end. `start` is the first board: 9 x 9
    points, empty. What the player's evaluator raises ends a command, and is raised in the end."""
    sys.stdout.flush()
    output = sys.stdout.buffer
    board = None if start is None else snapshot(start)

    def write(_context: Any, piece: Any, count: int) -> bool:
        try:
            output.write(ctypes.string_at(piece, count))
            output.flush()
            return True
        except OSError:
            return False

    def work(stop: Stop) -> None:
        sink, session, host = TextSink(write), Owner(_free), Host(stop=ctypes.pointer(stop))
        with player._lock, session._lock:
            engine = _Engine()
            check(_player_engine(player._handle, byref(engine)))
            options = _Options(engine=ctypes.pointer(engine), start=board._handle if board else None, host=ctypes.pointer(host))
            check(_new(byref(options), sink, None, None, byref(session._handle)))
            _serve(session._handle, sys.stdin.fileno())
            session.__del__()
            error, player._error = player._error, None
            if error is not None:
                raise error

    interruptible(work, wait=False)


__all__ = ["serve"]
