"""A run of the notebook's cells gives the outputs that it stores.

    python3 tests/notebook.py LIBRARY PYTHON_FOLDER           compares; writes TAP
    python3 tests/notebook.py LIBRARY PYTHON_FOLDER --write   stores what the cells give now
"""

import ast
import contextlib
import io
import json
import os
import sys
import xml.etree.ElementTree

from tap import run_tests, test

os.environ["QI_LIBRARY"], folder = map(os.path.abspath, sys.argv[1:3])
sys.path.insert(0, folder)
NOTEBOOK = os.path.join(folder, "examples", "tour.ipynb")


def run(source, names):
    """The outputs of a cell, as Jupyter stores them: what it prints, and its last expression as a picture or a text."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), NOTEBOOK, "exec"), names)
        if last:
            value = eval(compile(last, NOTEBOOK, "eval"), names)
    outputs = [{"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)}] if printed.getvalue() else []
    if value is not None:
        data = {"image/svg+xml": [value._repr_svg_()]} if hasattr(value, "_repr_svg_") else {"text/plain": [repr(value)]}
        outputs.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return outputs


def executed(notebook):
    """The notebook as a run leaves it."""
    names, count = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = run("".join(cell["source"]), names)
            for output in outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = count
            cell.update(execution_count=count, outputs=outputs)
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


with open(NOTEBOOK, encoding="utf-8") as file:
    stored = file.read()
if sys.argv[3:] == ["--write"]:
    with open(NOTEBOOK, "w", encoding="utf-8") as file:
        file.write(executed(json.loads(stored)))
    sys.exit()


@test
def its_outputs_are_those_of_a_run():
    assert executed(json.loads(stored)) == stored, "tests/notebook.py LIBRARY python --write stores what the cells give now"


@test
def it_shows_boards_mazes_and_win_rates():
    pictures = [xml.etree.ElementTree.fromstring(picture) for cell in json.loads(stored)["cells"] for output in cell.get("outputs", [])
                for picture in output.get("data", {}).get("image/svg+xml", [])]
    shapes = [{part.tag.rpartition("}")[2] for part in picture} for picture in pictures]
    assert any("circle" in one for one in shapes) and any("text" in one for one in shapes)  # stones, and a maze's moves
    assert any(one == {"rect", "path"} for one in shapes)  # a curve


run_tests()
