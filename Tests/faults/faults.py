"""Injects faults into `pushinbox serve`: files, disk, clock and resource limits.

faults.py PROGRAM [WORD…] prints TAP, a row for each fault whose title contains all words. Every push that was
answered with 200 must be stored once, and the program must recover by itself or exit with a message. FAULTS=all
injects a fault at every call or page where the short form samples them, and suspends the program for a minute.
"""

import os
import shutil
import sys
import tempfile
import time

import clocks
import damage
import disks
import kills
import limits
from victim import Failpoint, Skip

ROWS = kills.ROWS + disks.ROWS + damage.ROWS + clocks.ROWS + limits.ROWS


def carry_out(row, program, folder, is_long):
    """Runs a row; returns its TAP result, directive and diagnostics."""
    began = time.monotonic()
    try:
        remark = row(program, folder, is_long)
        result = "ok", ""
    except Skip as reason:
        remark, result = None, ("ok", f" # SKIP {reason}")
    except Exception as problem:  # A failing program can cause any exception in a test.
        remark, result = f"{type(problem).__name__}: {problem}", ("not ok", "")
    return *result, f"{time.monotonic() - began:.1f} s" + (f", {remark}" if remark else "")


def main(program, words):
    folder = tempfile.mkdtemp(prefix="pushinbox-faults-")
    Failpoint.build(folder)
    is_long = os.environ.get("FAULTS") == "all"
    rows = [row for row in ROWS if all(word in row.__doc__ for word in words)]
    print(f"1..{len(rows)}", flush=True)
    failed = 0
    for number, row in enumerate(rows, 1):
        place = os.path.join(folder, row.__name__)
        os.makedirs(place)
        result, directive, diagnostics = carry_out(row, program, place, is_long)
        print(f"{result} {number} - {row.__doc__}{directive}\n# {diagnostics}", flush=True)
        if result == "not ok":
            failed += 1
        else:
            shutil.rmtree(place)
    if failed:
        print(f"# {failed} failed; their files are in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2:]))
