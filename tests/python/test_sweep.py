# SPDX-License-Identifier: Zlib
"""Sweeps: every case once, whatever the ranks; an interruption costs what was not written, an error its case alone."""
import json
import os
import shutil
import subprocess
import sys
import warnings
from functools import partial

import pytest

from ambientfluid import sweep

CASES = sweep.grid(density=[2000, 4000, 8000], radius=[0.01, 0.02])
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "python", "sinking_balls.py")


def draw(density, radius, *, rng):
    return {"value": density * radius, "random": rng.random()}


def test_a_grid_has_all_combinations():
    assert len(CASES) == 6 and CASES[1] == {"density": 2000, "radius": 0.02}
    with pytest.raises(ValueError, match="density: a list"):
        sweep.grid(density=3)


def test_results_are_in_order_and_computed_once(tmp_path):
    calls = []

    def counted(density, radius, *, rng):
        calls.append((density, radius))
        return draw(density, radius, rng=rng)
    first = sweep.run(counted, CASES, str(tmp_path), seed=1)
    assert [entry["value"] for entry in first] == [case["density"] * case["radius"] for case in CASES]
    assert sweep.run(counted, CASES, str(tmp_path), seed=1) == first and len(calls) == 6
    other = sweep.run(counted, CASES, str(tmp_path), seed=2)
    assert other[0]["random"] != first[0]["random"] and len(calls) == 12
    more = sweep.run(counted, [*CASES, {"density": 1, "radius": 1}], str(tmp_path), seed=1)
    assert more[:6] == first and len(calls) == 13


def test_an_interrupted_run_goes_on(tmp_path):
    calls = []
    stops = [True]

    def interrupted(density, radius, *, rng):
        if density == 8000 and stops:
            raise KeyboardInterrupt
        calls.append(density)
        return draw(density, radius, rng=rng)
    with pytest.raises(KeyboardInterrupt):
        sweep.run(interrupted, CASES, str(tmp_path))
    with open(tmp_path / "results-00000.jsonl", "a", encoding="utf-8") as file:
        file.write('{"key": "half a li')
    stops.clear()
    calls.clear()
    results = sweep.run(interrupted, CASES, str(tmp_path))
    assert calls == [8000, 8000] and None not in results and len(sweep.done(str(tmp_path))) == 6


def test_a_case_that_fails_does_not_stop_the_others_and_is_tried_again(tmp_path):
    broken = {4000}

    def fails(density, radius, *, rng):
        if density in broken:
            raise ArithmeticError(f"no solution\nat {radius}")
        return {"density": density} if density < 8000 or not broken else {"density": object()}
    folder = str(tmp_path)
    with pytest.warns(RuntimeWarning) as record:
        results = sweep.run(fails, CASES, folder)
    assert [entry is None for entry in results] == [False, False, True, True, True, True]
    text = str(record[0].message)
    assert len(record) == 1 and "\n" not in text and record[0].filename == __file__
    assert text.startswith("4 of 6 cases failed")
    assert "{'density': 4000, 'radius': 0.01}: ArithmeticError: no solution at 0.01" in text
    assert "TypeError: Object of type object is not JSON serializable" in text
    assert sorted(entry["case"]["density"] for entry in sweep.failed(folder).values()) == [4000, 4000, 8000, 8000]
    broken.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = sweep.run(fails, CASES, folder)
    assert [entry["density"] for entry in again] == [case["density"] for case in CASES]
    assert again[:2] == results[:2] and not sweep.failed(folder) and len(sweep.done(folder)) == 6


def make(factor):
    return lambda density, radius, *, rng: factor * density


def helped(density, radius, *, rng):
    return helper(density)


def helper(density):
    return -density


class Callable:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, density, radius, *, rng):
        return self.factor * density

    def method(self, density, radius, *, rng):
        return 2 * self.factor * density


def test_another_function_in_the_same_folder_has_its_own_results(tmp_path):
    def same_name(density, radius, *, rng):
        return density
    first = same_name

    def same_name(density, radius, *, rng):  # pylint: disable=function-redefined
        return density + 1
    functions = [first, same_name, make(2), make(3), lambda density, radius, *, rng: "a", lambda density, radius, *, rng: "b",
                 partial(make(4)), partial(same_name), helped, Callable(5), Callable(7), Callable(5).method]
    folder = str(tmp_path)
    for function in functions:
        expected = [function(**CASES[0], rng=None)]
        assert sweep.run(function, CASES[:1], folder) == expected
        assert sweep.run(function, CASES[:1], folder) == expected
    assert len(sweep.done(folder)) == len(functions)  # each was computed once
    assert len({sweep.identity_of(function) for function in functions}) == len(functions)


def test_the_identity_of_a_function_is_that_of_its_code_in_any_process(tmp_path):
    source = """
import sys
from ambientfluid import sweep
CALLS = []{global_value}
def helper(x):
    return {helper}
def f(x, *, rng, kind=("a", frozenset(["p", "q", "r"]))):
    \"\"\"{doc}\"\"\"
    CALLS.append(x)  # {comment}
    return [helper(y) in {{"u", "v", "w"}} for y in (x, {constant})]
print(sweep.identity_of(f))
"""
    base = {"global_value": "", "helper": "x", "doc": "text", "comment": "", "constant": "1"}

    def identity(program="program.py", **changes):
        path = tmp_path / program
        path.write_text(source.format(**{**base, **changes}), encoding="utf-8")
        return subprocess.run([sys.executable, "-B", str(path)], check=True, capture_output=True, text=True).stdout
    first = identity()
    assert first.startswith("program.py.f:") and identity() == first  # sets of texts have another order in each process
    assert identity(doc="other", comment="other", global_value="\n\nNUMBER = 1") == first
    assert identity(constant="2") != first and identity(helper="2 * x") != first and identity("other.py") != first


def slurm(monkeypatch, **values):
    for name in ("ARRAY_TASK_ID", "ARRAY_TASK_COUNT", "ARRAY_TASK_MIN", "ARRAY_TASK_MAX", "ARRAY_TASK_STEP", "PROCID",
                 "STEP_NUM_TASKS"):
        monkeypatch.delenv(f"SLURM_{name}", raising=False)
    for name, value in values.items():
        monkeypatch.setenv(f"SLURM_{name}", str(value))


@pytest.mark.parametrize("numbers", [range(3), range(1, 4), range(2, 20, 5), [7]])
def test_tasks_of_an_array_compute_every_case_once_whatever_is_done_already(tmp_path, monkeypatch, numbers):
    cases = sweep.grid(x=list(range(8)))
    calls = []

    def f(x, *, rng):
        calls.append(x)
        return x
    folder = str(tmp_path)
    sweep.run(f, cases[:2], folder)
    for number in reversed(numbers):
        slurm(monkeypatch, ARRAY_TASK_ID=number, ARRAY_TASK_COUNT=len(numbers), ARRAY_TASK_MIN=numbers[0],
              ARRAY_TASK_MAX=numbers[-1])
        results = sweep.run(f, cases, folder)
    assert sorted(calls) == list(range(8)) and results == list(range(8))


def test_processes_of_srun_in_the_tasks_of_an_array_share_the_cases(tmp_path, monkeypatch):
    calls = []

    def f(x, *, rng):
        calls.append(x)
        return x
    cases = sweep.grid(x=list(range(9)))
    for task in (4, 5):
        for process in range(2):
            slurm(monkeypatch, ARRAY_TASK_ID=task, ARRAY_TASK_COUNT=2, ARRAY_TASK_MIN=4, STEP_NUM_TASKS=2, PROCID=process)
            assert sweep.rank_and_size() == (2 * (task - 4) + process, 4)
            sweep.run(f, cases, str(tmp_path))
    assert sorted(calls) == list(range(9)) and len(os.listdir(tmp_path)) == 4


def test_numbers_of_an_array_with_uneven_gaps_are_refused(monkeypatch):
    slurm(monkeypatch, ARRAY_TASK_ID=2, ARRAY_TASK_COUNT=3, ARRAY_TASK_MIN=1, ARRAY_TASK_MAX=7)
    with pytest.raises(ValueError, match="SLURM_ARRAY_TASK_ID: 2 is no task of an array of 3 numbers from 1 to 7"):
        sweep.rank_and_size()


def test_tasks_of_a_slurm_array_share_the_cases(tmp_path, monkeypatch):
    monkeypatch.setenv("SLURM_ARRAY_TASK_COUNT", "2")
    monkeypatch.setenv("SLURM_ARRAY_TASK_MIN", "1")
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "1")
    assert sweep.rank_and_size() == (0, 2)
    half = sweep.run(draw, CASES, str(tmp_path))
    assert [entry is not None for entry in half] == [True, False] * 3
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "2")
    sweep.run(draw, CASES, str(tmp_path))
    monkeypatch.delenv("SLURM_ARRAY_TASK_ID")
    whole = sweep.run(draw, CASES, str(tmp_path))
    alone = sweep.run(draw, CASES, str(tmp_path / "alone"))
    assert whole == alone  # random numbers are those of the case


def test_two_ranks_of_mpi_share_a_sweep_of_worlds(tmp_path):
    if not shutil.which("mpirun"):
        pytest.skip("there is no mpirun (Debian: openmpi-bin)")
    if subprocess.run([sys.executable, "-c", "import mpi4py"], check=False, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("there is no mpi4py (Debian: python3-mpi4py)")
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1",
                       OMPI_MCA_btl_vader_single_copy_mechanism="none", OMPI_MCA_rmaps_base_oversubscribe="1")
    ranks, alone = str(tmp_path / "ranks"), str(tmp_path / "alone")
    command = ["mpirun", "-n", "2", sys.executable, "-B", PROGRAM, ranks]
    result = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=100)
    assert result.returncode == 0, result.stdout + result.stderr
    files = sorted(os.listdir(ranks))
    assert files == ["results-00000.jsonl", "results-00001.jsonl"]
    counts = []
    for name in files:
        with open(os.path.join(ranks, name), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        counts.append(len(lines))
        assert all(line["rank"] == int(name[8:13]) for line in lines)
    assert abs(counts[0] - counts[1]) <= 1
    subprocess.run([sys.executable, "-B", PROGRAM, alone], check=True, capture_output=True, env=dict(os.environ))
    both, one = sweep.done(ranks), sweep.done(alone)
    assert {key: entry["result"] for key, entry in both.items()} == {key: entry["result"] for key, entry in one.items()}
