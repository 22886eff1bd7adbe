"""What each clever part earns, and what it costs: CPU time without the part (src/base/fast.h) over CPU time with it, the
two programs taking turns, and the lines of C that are there only for it. Run by './dev bench --worth'.

Some parts have another behind them (without AVX-512, AVX2 does the work): both are then measured without the first. The
engines of mazes and Go cannot do without their cleverness; they are compared with the oracles of 'qi maze oracle'
and 'qi go oracle'. The parts of the search that save no time make it stronger: how many of some won positions
(bench/won.txt) it keeps won.
"""

import os
import re
import subprocess
import sys

import common
from common import QI, SCRATCH, SOURCE

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import without  # noqa: E402

BUILD = os.path.dirname(QI)
AHEAD = "QI_FAST_AVX512"

# A part's name; parts that are left out on both sides, and on one; the command; where its lines are: files of src/nogo,
# functions of a file (FILE:NAME...), or what is between '#if' with a word and '#else' or '#endif' (FILE#WORD).
PARTS = [
    ("AVX-512, random games", "0", "QI_FAST_AVX512", "playouts", ["playout/avx512.c"]),
    ("AVX2, random games", AHEAD, "QI_FAST_AVX2", "playouts", ["playout/avx2.c"]),
    ("games in lanes, either", "0", "QI_FAST_AVX512|QI_FAST_AVX2", "playouts",
     ["playout/avx512.c", "playout/avx2.c", "playout/vectors_template.h", "playout/lanes_template.h"]),
    ("AVX-512, network", "0", "QI_FAST_AVX512", "network", ["net/avx512.c"]),
    ("AVX2, network", AHEAD, "QI_FAST_AVX2", "network", ["net/avx2.c", "net/wg_ymm_template.h"]),
    ("SSE2, network", AHEAD + "|QI_FAST_AVX2", "QI_FAST_SSE2", "network", ["net/vector.c"]),
    ("SSE2, walks", "0", "QI_FAST_SSE2", "walks", ["../maze/states.c#SSE2"]),
    ("BMI2, solver", "0", "QI_FAST_BMI2", "solve 4x5", ["solve/bmi.c", "solve/key.h#SOLVE_BMI", "solve/moves.h#SOLVE_BMI",
                                                        "solve/order.h#SOLVE_BMI"]),
    ("strips, n = 600", "0", "QI_FAST_STRIPS", "random 600",
     ["simulate/strips.c", "simulate/strips.h",
      "simulate/random.c:in_queue look_ahead draw judge_open judge judge_again is_crowded play_drawn play_in_strips"]),
    ("strips, n = 3000", "0", "QI_FAST_STRIPS", "random 3000", []),
    ("AVX-512, strips", "0", "QI_FAST_AVX512", "random 600", ["simulate/strips.c:look_again_avx512"]),
    ("AVX2, strips", AHEAD, "QI_FAST_AVX2", "random 600", ["simulate/strips.c:look_again_avx2"]),
    ("sweeps", "0", "QI_FAST_SWEEPS", "first 2000",
     ["rules/position.h:qi_nogo_try_sweeping", "rules/position.c:try_open qi_nogo_try_open_black qi_nogo_try_open_white"]),
    ("huge pages", "0", "QI_FAST_HUGE_PAGES", "solve 3x7", ["../base/memory.c:qi_prefer_huge_pages"]),
    ("a table that grows", "0", "QI_FAST_GROWTH", "solve 3x5",
     ["solve/table.c:copy_of divide_copy divide_parts begin_to_grow grow growth help_to_grow qi_solve_table_step_aside "
      "grow_shared"]),
    ("symmetry", "0", "QI_FAST_SYMMETRY", "solve 4x5",
     ["solve/load.c:find_symmetries trace_images", "solve/key.h:image_of min_image"]),
    ("table", "0", "QI_FAST_TABLE", "solve 3x4", ["solve/table.c", "solve/table.h"]),
    ("order of moves", "0", "QI_FAST_ORDER", "solve 4x4",
     ["solve/order.h", "solve/order_net.c", "solve/order_net.h"]),
    ("keys as graphs", "0", "QI_FAST_GRAPH_KEYS", "solve 2x10",
     ["solve/key.h:squeeze spread moved widen renumber below_diagonal sort_groups list_groups squeeze_groups graph_key"]),
    ("keys of lines", "0", "QI_FAST_LINE_KEYS", "solve 1x26", ["solve/key.h:read_string line_key"]),
    ("moves that won before", "0", "QI_FAST_HISTORY", "solve 4x5", []),
]
SEARCH = [
    ("solver in the search", "QI_FAST_SOLVER",
     ["solve/session.c", "solve/session.h", "search/judge.c:qi_puct_may_solve ask_solver",
      "search/puct.c:nodes_for find_candidate next_power try_candidate learn_solution note_win qi_puct_solve_root"]),
    ("counted endings", "QI_FAST_ENDINGS", ["search/judge.c:count_ending"]),
    ("moves that join", "QI_FAST_JOINING", ["search/graph.c:clear_index place_of qi_graph_find index_all make_index"]),
]


def lines_of(places):
    """How many lines of C are there only for a part."""
    count = 0
    for place in places:
        path, names, word = (re.split("[:#]", place) + [""])[0], [], ""
        with open(os.path.join(SOURCE, "src/nogo", path), encoding="utf-8") as file:
            text = file.read()
        if ":" in place:
            names = place.split(":")[1].split()
        elif "#" in place:
            word = place.split("#")[1]
        else:
            count += text.count("\n")
        for name in names:
            found = re.search(rf"^[^\n;]*\b{name}\([^;{{]*\)\n{{.*?^}}$", text, re.S | re.M)
            if not found:
                raise SystemExit(f"worth: no function {name} in {path}")
            count += found.group().count("\n") + 1
        for block in re.findall(rf"^#if[^\n]*{word}.*?^#e", text, re.S | re.M) if word else []:
            count += block.count("\n")
    return count


def inputs():
    """The commands that are measured."""
    paths = {}
    for name, text in (("9", "9\n" + 9 * (9 * "." + "\n")), ("13", "13\n" + 13 * (13 * "." + "\n")),
                       *((str(n), f"{n}\n" + n * (n * "." + "\n")) for n in (600, 2000, 3000))):
        paths[name] = os.path.join(SCRATCH, name + ".txt")
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write(text)
    for name, command in (("maze", ["maze", "generate", "--size", "80", "--family", "all"]),
                          ("small maze", ["maze", "generate", "--size", "60", "--family", "all"]),
                          ("go", ["go", "generate", "--family", "long", "--moves", "20000"])):
        paths[name] = os.path.join(SCRATCH, name.replace(" ", "-") + ".txt")
        with open(paths[name], "wb") as file:
            subprocess.run([QI, *command], stdout=file, check=True)
    commands = {"playouts": ["nogo", "simulate", "--playouts", "300000", paths["9"]],
                "network": ["nogo", "analyze", "--playouts", "500", paths["13"]],
                "walks": ["maze", "walk", "--all", paths["maze"]],
                "mazes": ["maze", "count", paths["small maze"]],
                "slow mazes": ["maze", "oracle", paths["small maze"]],
                "go": ["go", "replay", paths["go"]],
                "slow go": ["go", "oracle", paths["go"]],
                "random 600": ["nogo", "simulate", "--policy", "random", paths["600"]],
                "random 3000": ["nogo", "simulate", "--policy", "random", paths["3000"]],
                "first 2000": ["nogo", "simulate", paths["2000"]]}
    for board in ("1x26", "2x10", "3x4", "3x5", "3x7", "4x4", "4x5"):
        commands[f"solve {board}"] = ["nogo", "solve", "--quiet", "--empty", board]
    return commands


def program(parts, made={}):
    """'qi' without some parts; "0" is all of it."""
    if parts == "0":
        return QI
    if parts not in made:
        made[parts] = os.path.join(SCRATCH, f"qi-{len(made)}")
        without.make(BUILD, parts, made[parts])
    return made[parts]


def search_share(parts):
    """The percentage of some won positions that a search of 100 visits without these parts keeps won."""
    folder = os.path.join(SCRATCH, "truth-" + parts)
    os.makedirs(folder)
    made = without.objects(BUILD, parts, folder) if parts != "0" else []
    truth = os.path.join(folder, "truth")
    subprocess.run(["gcc", "-std=c17", "-O2", "-D_GNU_SOURCE", "-Iinclude", "-Isrc", "bench/truth.c", *made,
                    "build/libqigames.a", "-pthread", "-lm", "-Wl,--wrap=clock_gettime", "-o", truth], cwd=SOURCE, check=True)
    output = subprocess.run([truth, os.path.join(SOURCE, "bench", "won.txt"), "min=18", "positions=150", "visits=100"],
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    won, kept = map(int, re.search(r"(\d+) won positions, (\d+) kept", output).groups())
    return 100 * kept / won


def main():
    commands = inputs()
    row = "| {:24} | {:12} | {:>9} | {:>9} | {:>8} | {:>5} |".format
    print(row("part", "measured on", "with", "without", "ratio", "lines"))
    print(row("---", "---", "---", "---", "---", "---"), flush=True)

    def compare(name, what, fast, slow, places):
        with_it, without_it = common.fastest([(fast, None), (slow, None)], 5)
        print(row(name, what, f"{with_it:.3f} s", f"{without_it:.3f} s", f"{without_it / with_it:.2f}",
                  lines_of(places) or ""), flush=True)

    for name, both, part, what, places in PARTS:
        less = part if both == "0" else f"{both}|{part}"
        compare(name, what, [program(both), *commands[what]], [program(less), *commands[what]], places)
    compare("sets of boards", "mazes", [QI, *commands["mazes"]], [QI, *commands["slow mazes"]], ["../maze/search.c"])
    compare("groups and hashes", "go", [QI, *commands["go"]], [QI, *commands["slow go"]],
            ["../go/rules.c", "../go/history.c"])
    everything = search_share("0")
    for name, part, places in SEARCH:
        print(row(name, "100 visits", f"{everything:.1f} %", f"{search_share(part):.1f} %", "", lines_of(places)), flush=True)
