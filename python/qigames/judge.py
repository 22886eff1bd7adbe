"""The three problems: inputs, right outputs, and a judge of outputs.

    >>> from qigames.judge import Problem, generate, answer, judge
    >>> text = generate(Problem.NOGO, seed=3)
    >>> judge(Problem.NOGO, text, answer(Problem.NOGO, text)).right
    True
"""

from __future__ import annotations

import enum
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from ctypes import string_at
from dataclasses import dataclass
from typing import List, Optional

from ._board import sides
from ._library import Message, Sized, TextError, check, declare, encoded, fields, whole


_MAX_SIDE = 20000


class Problem(enum.IntEnum):
    """One of the three problems."""

    NOGO = 0
    GO = 1
    MAZE = 2


class Reference(enum.IntEnum):
    """Who answers: the fast engine, or the slow oracle that shares no code with it."""

    ENGINE = 0
    ORACLE = 1


class _Text(Structure):
    _fields_ = fields("qi_lab_text")


class _Request(Sized):
    _fields_ = fields("qi_lab_request")


class _Rules(Structure):
    _fields_ = fields("qi_go_rules")


class _Judging(Sized):
    _fields_ = fields("qi_judging", rules=_Rules)


class _Verdict(Sized):
    _fields_ = fields("qi_verdict", message=Message)


_free_text = declare("qi_lab_free_text", None, POINTER(_Text), c_void_p)
_family_name = declare("qi_lab_family_name", c_char_p, c_int, c_size_t, c_void_p)
_default_request = declare("qi_lab_default_request", c_int, c_int, POINTER(_Request))
_generate = declare("qi_lab_generate", c_int, c_int, c_char_p, POINTER(_Request), c_uint64, c_uint64, c_void_p, POINTER(_Text))
_validate = declare("qi_lab_validate", c_int, c_int, c_char_p, c_size_t, c_void_p, POINTER(TextError))
_answer = declare("qi_lab_answer", c_int, c_int, c_int, POINTER(_Request), c_char_p, c_size_t, c_void_p, POINTER(_Text),
                  POINTER(TextError))
_judge = declare("qi_judge", c_int, c_int, POINTER(_Judging), c_char_p, c_size_t, c_char_p, c_size_t, c_void_p,
                 POINTER(_Verdict), POINTER(TextError))


class Fault(enum.IntEnum):
    """The first fault of an output (qi/judge.h)."""

    NONE = 0
    NOT_A_MOVE = 1
    ILLEGAL_MOVE = 2
    NOT_OVER = 3
    NO_END_LINE = 4
    WRONG_REASON = 5
    WRONG_ROW = 6
    ENDS_TOO_SOON = 7
    WRONG_COUNT = 8
    WRONG_WALK = 9
    TEXT_AFTER_END = 10


@dataclass(frozen=True)
class Verdict:
    """Whether an output is right, and else what is wrong in which line, from 1 (0: in none). False when it is wrong."""

    right: bool
    fault: Fault
    line: int
    sentence: str

    def __bool__(self) -> bool:
        return self.right


def _take(text: _Text) -> str:
    made = string_at(text.bytes, text.length).decode()
    _free_text(byref(text), None)
    return made


def _request(problem: Problem, rows: Optional[int], columns: Optional[int]) -> _Request:
    request = _Request()
    check(_default_request(Problem(problem), byref(request)))
    if rows is not None:
        request.rows, request.columns = sides(rows, columns, _MAX_SIDE)
    return request


def _size(problem: Problem, request: _Request) -> str:
    return f"no board of {request.rows} x {request.columns} points in the problem {Problem(problem).name}"


def families(problem: Problem) -> List[str]:
    """The kinds of inputs that can be generated."""
    names: List[str] = []
    while (name := _family_name(problem, len(names), None)) is not None:
        names.append(name.decode())
    return names


def generate(problem: Problem, *, family: Optional[str] = None, seed: int = 1, index: int = 0, rows: Optional[int] = None,
             columns: Optional[int] = None) -> str:
    """An input in the problem's own format."""
    text, request, known = _Text(), _request(problem, rows, columns), families(problem)
    if family is not None and family not in known:
        raise ValueError(f'no family "{family}": choose {", ".join(known[:-1])} or {known[-1]}')
    check(_generate(problem, encoded(family) if family else None, byref(request), whole("seed", seed), whole("index", index), None,
                    byref(text)), wrong=_size(problem, request))
    return _take(text)


def validate(problem: Problem, text: str) -> None:
    """BadText unless an input is exactly what the problem's statement allows."""
    data, error = encoded(text), TextError()
    check(_validate(problem, data, len(data), None, byref(error)), error)


def answer(problem: Problem, text: str, *, reference: Reference = Reference.ENGINE, rows: Optional[int] = None,
           columns: Optional[int] = None) -> str:
    """The right output for an input. For Go, `rows` and `columns` are the board's (19)."""
    data, output, error, request = encoded(text), _Text(), TextError(), _request(problem, rows, columns)
    check(_answer(problem, reference, byref(request), data, len(data), None, byref(output), byref(error)), error,
          _size(problem, request))
    return _take(output)


def judge(problem: Problem, text: str, output: str, *, rows: Optional[int] = None, columns: Optional[int] = None) -> Verdict:
    """Judges an output for an input."""
    data, made, error, request = encoded(text), encoded(output), TextError(), _request(problem, rows, columns)
    found, how = _Verdict(), _Judging(rows=request.rows, columns=request.columns)
    check(_judge(problem, byref(how), data, len(data), made, len(made), None, byref(found), byref(error)), error,
          _size(problem, request))
    return Verdict(found.right, Fault(found.fault), found.line, found.sentence.decode())


__all__ = ["Fault", "Verdict", "Problem", "Reference", "answer", "families", "generate", "judge", "validate"]
