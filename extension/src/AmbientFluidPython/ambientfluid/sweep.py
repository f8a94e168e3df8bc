# SPDX-License-Identifier: Zlib
"""Sweeps over parameters, on one machine or many: cases by rank, seeds by case, and results that survive an interruption.

    def fall(density, radius, *, rng):           # called once per case; rng: the case's own numpy Generator
        return {"speed": ...}                    # anything that JSON holds

    cases = ambientfluid.sweep.grid(density=[2000, 8000], radius=[0.01, 0.02])
    results = ambientfluid.sweep.run(fall, cases, "results", seed=1)

Ranks come from mpi4py (`mpirun -n 8 python3 program.py`), from a Slurm array, or there is one. Each rank takes every n-th of
the cases that are not done, and appends each result to a file of its own in the folder. A run that was interrupted goes on
where it was, with any number of ranks.
"""
from __future__ import annotations

import glob
import hashlib
import itertools
import json
import os
from typing import Any, Callable, Dict, List, Sequence, Tuple

import numpy as np

Case = Dict[str, Any]


def grid(**axes: Sequence[Any]) -> List[Case]:
    """All combinations of the values of the axes, the last one running fastest."""
    for name, values in axes.items():
        if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
            raise ValueError(f"{name}: a list of values is needed")
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


def rank_and_size() -> Tuple[int, int]:
    """Number of this process and of all: of MPI if mpirun has started it, else of a Slurm array or job, else 0 of 1."""
    if any(name in os.environ for name in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK")):
        try:
            from mpi4py import MPI
        except ImportError as error:
            raise ValueError("mpirun has started this process, but mpi4py is missing (Debian: python3-mpi4py)") from error
        return MPI.COMM_WORLD.Get_rank(), MPI.COMM_WORLD.Get_size()
    environment = os.environ
    if "SLURM_ARRAY_TASK_ID" in environment:
        first = int(environment.get("SLURM_ARRAY_TASK_MIN", "0"))
        return int(environment["SLURM_ARRAY_TASK_ID"]) - first, int(environment["SLURM_ARRAY_TASK_COUNT"])
    return 0, 1


def key_of(case: Case, seed: int) -> str:
    """Name of a case: equal for equal parameters and seeds."""
    text = json.dumps([_plain(case), seed], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def generator_of(case: Case, seed: int) -> np.random.Generator:
    """Random numbers of a case: of its parameters and the seed, whichever rank computes it."""
    return np.random.default_rng([seed, int(key_of(case, seed), 16)])


def done(folder: str) -> Dict[str, Dict[str, Any]]:
    """Lines of all ranks by key, as far as they are whole: each has key, case, rank and result."""
    found: Dict[str, Dict[str, Any]] = {}
    for path in sorted(glob.glob(os.path.join(folder, "results-*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                try:
                    entry = json.loads(line)
                    found.setdefault(entry["key"], entry)
                except (ValueError, KeyError, TypeError):
                    continue  # written when the process was stopped
    return found


def run(function: Callable[..., Any], cases: Sequence[Case], folder: str, *, seed: int = 0) -> List[Any]:
    """Computes the cases that are not done yet, this rank's share of them, and returns the results that there are.

    function(**case, rng=...) returns what JSON holds; arrays become lists. folder is made if needed; all ranks share it.
    Returns one entry per case, in order; None: not done, by a rank that goes on elsewhere. With MPI all are done.
    """
    keys = [key_of(case, seed) for case in cases]
    if len(set(keys)) != len(keys):
        raise ValueError("cases: two of them are equal")
    os.makedirs(folder, exist_ok=True)
    rank, size = rank_and_size()
    before = done(folder)
    _barrier()  # before a rank writes: all must see the same cases as open
    waiting = [i for i, key in enumerate(keys) if key not in before]
    path = os.path.join(folder, f"results-{rank:05d}.jsonl")
    with open(path, "a+", encoding="utf-8") as file:
        _end_line(file)
        for i in waiting[rank::size]:
            result = function(**cases[i], rng=generator_of(cases[i], seed))
            entry = {"key": keys[i], "case": _plain(cases[i]), "rank": rank, "result": _plain(result)}
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
    _barrier()
    after = done(folder)
    return [after[key]["result"] if key in after else None for key in keys]


def _plain(value: Any) -> Any:
    """Arrays and numbers of numpy as those of Python, also inside lists and dicts."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value


def _end_line(file: Any) -> None:
    """Ends a line that an interruption has left open, so that the next one is whole."""
    file.seek(0)
    text = file.read()
    if text and not text.endswith("\n"):
        file.write("\n")


def _barrier() -> None:
    """Waits for the other ranks of MPI, if this is one."""
    if any(name in os.environ for name in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK")):
        from mpi4py import MPI
        MPI.COMM_WORLD.Barrier()
