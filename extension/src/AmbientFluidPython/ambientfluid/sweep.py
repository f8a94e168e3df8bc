# SPDX-License-Identifier: Zlib
"""Sweeps over parameters, on one machine or many: cases by rank, seeds by case, and results that survive an interruption.

    def fall(density, radius, *, rng):           # called once per case; rng: the case's own numpy Generator
        return {"speed": ...}                    # anything that JSON holds

    cases = ambientfluid.sweep.grid(density=[2000, 8000], radius=[0.01, 0.02])
    results = ambientfluid.sweep.run(fall, cases, "results", seed=1)

Ranks come from mpi4py (`mpirun -n 8 python3 program.py`), from the tasks of a Slurm array and of `srun`, or there is one.
Rank r of n has the cases r, r + n, r + 2n, ..., whichever of them are done already, and appends each result to a file of its
own in the folder. A run that was interrupted goes on where it was, with any number of ranks.

A result belongs to its parameters, its seed and its function: another function in the same folder has its own results, and
so has a function whose code was changed. A case that raises an exception does not stop the others: its error is written in
place of a result, and the next run tries the case again.
"""
from __future__ import annotations

import functools
import glob
import hashlib
import itertools
import json
import os
import sys
import types
import warnings
from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple

import numpy as np

Case = Dict[str, Any]


def grid(**axes: Sequence[Any]) -> List[Case]:
    """All combinations of the values of the axes, the last one running fastest."""
    for name, values in axes.items():
        if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
            raise ValueError(f"{name}: a list of values is needed")
    return [dict(zip(axes, values)) for values in itertools.product(*axes.values())]


def rank_and_size() -> Tuple[int, int]:
    """Number of this process and of all: of the processes of mpirun or srun, in each task of a Slurm array; else 0 of 1.

    Raises ValueError if the numbers of an array do not tell which task this one is, as those of --array=1,2,7.
    """
    task, tasks = _task_of_array()
    process, processes = _process_of_job()
    return task * processes + process, tasks * processes


def key_of(case: Case, seed: int, function: Optional[Callable[..., Any]] = None) -> str:
    """Name of a result: equal for equal parameters, seeds and functions. Without a function: of the case alone."""
    parts = [_plain(case), seed] + ([identity_of(function)] if function else [])
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def identity_of(function: Callable[..., Any]) -> str:
    """A text that is equal for equal functions, also in another process.

    It holds the name of the function with its module or program, its code without comments, that of the functions of its
    module that it calls, and the numbers, texts and tuples in its defaults, its closure and the arguments of a partial.
    Other objects and global variables that the function reads do not count.
    """
    return f"{_name_of(function)}:{_hash_of(list(_parts_of(function, set())))}"


def generator_of(case: Case, seed: int) -> np.random.Generator:
    """Random numbers of a case: of its parameters and the seed, whichever rank computes it."""
    return np.random.default_rng([seed, int(key_of(case, seed), 16)])


def done(folder: str) -> Dict[str, Dict[str, Any]]:
    """Results of all ranks by key, as far as their lines are whole: each has key, function, case, rank and result."""
    return {key: entry for key, entry in _entries(folder).items() if "result" in entry}


def failed(folder: str) -> Dict[str, Dict[str, Any]]:
    """Cases without a result whose last try raised an exception, by key: each has key, function, case, rank and error."""
    return {key: entry for key, entry in _entries(folder).items() if "error" in entry}


def run(function: Callable[..., Any], cases: Sequence[Case], folder: str, *, seed: int = 0) -> List[Any]:
    """Computes the cases that are not done yet, this rank's share of them, and returns the results that there are.

    function(**case, rng=...) returns what JSON holds; arrays become lists. folder is made if needed; all ranks share it.
    Returns one entry per case, in order; None: not done, by a rank that goes on elsewhere, or failed. With MPI all are
    done. At the end a RuntimeWarning names the cases that failed, with their errors (see failed()).
    """
    keys = [key_of(case, seed, function) for case in cases]
    for i, key in enumerate(keys):
        if keys.index(key) < i:
            raise ValueError(f"cases[{i}]: is equal to cases[{keys.index(key)}]")
    rank, size = rank_and_size()
    os.makedirs(folder, exist_ok=True)
    before = done(folder)
    name = _name_of(function)
    with open(os.path.join(folder, f"results-{rank:05d}.jsonl"), "a+", encoding="utf-8") as file:
        _end_line(file)
        for i in range(rank, len(cases), size):
            if keys[i] in before:
                continue
            entry = {"key": keys[i], "function": name, "case": _plain(cases[i]), "rank": rank}
            file.write(_line_of(entry, function, cases[i], generator_of(cases[i], seed)) + "\n")
            file.flush()
            os.fsync(file.fileno())
    _barrier()
    after = _entries(folder)
    _report([after[key] for key in keys if "error" in after.get(key, {})], len(cases))
    return [after.get(key, {}).get("result") for key in keys]


def _line_of(entry: Dict[str, Any], function: Callable[..., Any], case: Case, rng: np.random.Generator) -> str:
    """The line of a case in the file of its rank: its result, or the error of the function."""
    try:
        return json.dumps({**entry, "result": _plain(function(**case, rng=rng))})
    except Exception as error:  # pylint: disable=broad-except
        return json.dumps({**entry, "error": " ".join(f"{type(error).__name__}: {error}".split())})


def _report(failures: List[Dict[str, Any]], cases: int) -> None:
    """Warns of the cases that failed, with their errors."""
    if not failures:
        return
    shown = "; ".join(f"{entry['case']}: {entry['error']}" for entry in failures[:5])
    more = f"; and {len(failures) - 5} more" if len(failures) > 5 else ""
    warnings.warn(f"{len(failures)} of {cases} cases failed, which the next run tries again: {shown}{more}", RuntimeWarning,
                  stacklevel=3)


def _entries(folder: str) -> Dict[str, Dict[str, Any]]:
    """Whole lines of all ranks by key; a result counts before an error, a later error before an earlier one."""
    found: Dict[str, Dict[str, Any]] = {}
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "results-*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                try:
                    entry = json.loads(line)
                    if ("result" in entry or "error" in entry) and "result" not in found.get(entry["key"], {}):
                        found[entry["key"]] = entry
                except (ValueError, KeyError, TypeError):
                    continue  # cut off by the end of a process
    return found


def _is_mpi() -> bool:
    return any(name in os.environ for name in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"))


def _process_of_job() -> Tuple[int, int]:
    """Among the processes that mpirun or srun has started together."""
    if _is_mpi():
        try:
            from mpi4py import MPI
        except ImportError as error:
            raise ValueError("mpirun has started this process, but mpi4py is missing (Debian: python3-mpi4py)") from error
        return MPI.COMM_WORLD.Get_rank(), MPI.COMM_WORLD.Get_size()
    if "SLURM_STEP_NUM_TASKS" in os.environ:  # set by srun; the script of a job has only the number of requested tasks
        return int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_STEP_NUM_TASKS"])
    return 0, 1


def _task_of_array() -> Tuple[int, int]:
    """Among the tasks of a Slurm array, whose numbers may have gaps of one size."""
    if "SLURM_ARRAY_TASK_ID" not in os.environ:
        return 0, 1
    number, count, first = (int(os.environ.get(f"SLURM_ARRAY_TASK_{part}", default))
                            for part, default in (("ID", ""), ("COUNT", "1"), ("MIN", "0")))
    step = int(os.environ.get("SLURM_ARRAY_TASK_STEP", "1"))
    last = int(os.environ.get("SLURM_ARRAY_TASK_MAX", first + (count - 1) * step))
    if count > 1 and (last - first) % (count - 1) == 0:
        step = (last - first) // (count - 1)
    if first + (count - 1) * step != last or (number - first) % step or not 0 <= (number - first) // step < count:
        raise ValueError(f"SLURM_ARRAY_TASK_ID: {number} is no task of an array of {count} numbers from {first} to {last} "
                         "with even gaps; take one such as --array=0-31")
    return (number - first) // step, count


def _name_of(function: Callable[..., Any]) -> str:
    """Module and name; of the program that runs: its file."""
    named = function.func if isinstance(function, functools.partial) else function
    if not hasattr(named, "__qualname__"):
        named = type(named)
    module = getattr(named, "__module__", "") or ""
    if module == "__main__":
        module = os.path.basename(getattr(sys.modules["__main__"], "__file__", None) or "") or "program"
    return f"{module}.{named.__qualname__}".replace("<locals>.", "")


def _parts_of(function: Any, seen: Set[int]) -> List[Any]:
    """What identity_of() counts, as plain values; of each function once."""
    if id(function) in seen:
        return []
    seen.add(id(function))
    if isinstance(function, functools.partial):
        return [_constant(value, seen) for value in (function.args, tuple(sorted(function.keywords.items())))] + \
            _parts_of(function.func, seen)
    if isinstance(function, types.MethodType):
        return _parts_of(function.__func__, seen) + _attributes(function.__self__, seen)
    if not isinstance(function, types.FunctionType):
        call = getattr(type(function), "__call__", None)
        return [type(function).__qualname__] + (_parts_of(call, seen) + _attributes(function, seen)
                                                if isinstance(call, types.FunctionType) else [])
    parts = [_code(function.__code__, function.__doc__)]
    for values in (function.__defaults__, tuple(sorted((function.__kwdefaults__ or {}).items())),
                   tuple(_contents(cell) for cell in function.__closure__ or ())):
        parts.append(_constant(values, seen))
    for name in sorted(_globals_of(function.__code__)):
        other = function.__globals__.get(name)
        if isinstance(other, types.FunctionType) and other.__module__ == function.__module__:
            parts += _parts_of(other, seen)
    return parts


def _contents(cell: Any) -> Any:
    """Of a variable in a closure; None: it has no value yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _attributes(instance: Any, seen: Set[int]) -> List[Any]:
    """Of an object whose method is called."""
    return [[name, _constant(value, seen)] for name, value in sorted(getattr(instance, "__dict__", {}).items())]


def _constant(value: Any, seen: Set[int]) -> Any:
    """A value that cannot change, as text; of a function its parts; of others nothing."""
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if isinstance(value, tuple):
        return [_constant(entry, seen) for entry in value]
    if isinstance(value, frozenset):
        return sorted(repr(entry) for entry in value)
    if isinstance(value, types.CodeType):
        return _code(value)
    if isinstance(value, (types.FunctionType, types.MethodType, functools.partial)):
        return _parts_of(value, seen)
    return ""


def _code(code: types.CodeType, text: Optional[str] = None) -> List[Any]:
    """Instructions, names and constants; not where they stand, nor the text that documents the function."""
    constants = [value for value in code.co_consts if text is None or value != text]
    return [code.co_code.hex(), code.co_names, code.co_varnames, [_constant(value, set()) for value in constants]]


def _globals_of(code: types.CodeType) -> Set[str]:
    """Names that a function and those inside it look up outside."""
    names = set(code.co_names)
    for value in code.co_consts:
        if isinstance(value, types.CodeType):
            names |= _globals_of(value)
    return names


def _hash_of(parts: List[Any]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


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
    if _is_mpi():
        from mpi4py import MPI
        MPI.COMM_WORLD.Barrier()
