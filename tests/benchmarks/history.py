# SPDX-License-Identifier: Zlib
"""history.py RESULTS HISTORY NOW BASE: the fastest times of two programs, measured in turns, and a line in the history."""
import csv
import datetime
import glob
import math
import os
import platform
import sys

BOUND = 1.10


def fastest(pattern):
    """Least processor time of each benchmark in the files of a pattern."""
    times = {}
    for name in glob.glob(pattern):
        with open(name, newline="", encoding="utf-8") as file:
            lines = file.readlines()
        start = next(i for i, line in enumerate(lines) if line.startswith("name,"))
        for row in csv.DictReader(lines[start:]):
            if not row["error_occurred"]:
                times[row["name"]] = min(times.get(row["name"], math.inf), float(row["cpu_time"]))
    return times


def processor():
    """Name of the processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def main():
    """Compares, appends the line, and returns the exit status."""
    results, history, now, base = sys.argv[1:]
    new, old = (fastest(os.path.join(results, f"{name}-*.csv")) for name in ("now", "base"))
    ratios = {name: new[name] / old[name] for name in new if name in old}
    if not ratios:
        print("history.py: the two programs have no benchmark in common", file=sys.stderr)
        return 1
    for name, ratio in sorted(ratios.items(), key=lambda item: -item[1]):
        print(f"{ratio:6.3f}  {name}{'   slower than allowed' if ratio > BOUND else ''}")
    mean = math.exp(sum(math.log(ratio) for ratio in ratios.values()) / len(ratios))
    worst = max(ratios, key=ratios.get)
    with open(history, "a", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerow(
            [now, base, datetime.date.today().isoformat(), processor(), len(ratios), f"{mean:.3f}", worst, f"{ratios[worst]:.3f}"])
    print(f"{now} takes {mean:.3f} of the time of {base} (geometric mean of {len(ratios)} rows); the line is in {history}")
    return 1 if ratios[worst] > BOUND else 0


if __name__ == "__main__":
    sys.exit(main())
