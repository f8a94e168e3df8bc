# SPDX-License-Identifier: Zlib
"""Sweeps: every case once, whatever the ranks; an interruption costs what was not written."""
import json
import os
import shutil
import subprocess
import sys

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
    def stops(density, radius, *, rng):
        if density == 8000:
            raise KeyboardInterrupt
        return draw(density, radius, rng=rng)
    with pytest.raises(KeyboardInterrupt):
        sweep.run(stops, CASES, str(tmp_path))
    with open(tmp_path / "results-00000.jsonl", "a", encoding="utf-8") as file:
        file.write('{"key": "half a li')
    calls = []

    def counted(density, radius, *, rng):
        calls.append(density)
        return draw(density, radius, rng=rng)
    results = sweep.run(counted, CASES, str(tmp_path))
    assert calls == [8000, 8000] and None not in results and len(sweep.done(str(tmp_path))) == 6


def test_tasks_of_a_slurm_array_share_the_cases(tmp_path, monkeypatch):
    monkeypatch.setenv("SLURM_ARRAY_TASK_COUNT", "2")
    monkeypatch.setenv("SLURM_ARRAY_TASK_MIN", "1")
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "1")
    assert sweep.rank_and_size() == (0, 2)
    half = sweep.run(draw, CASES, str(tmp_path))
    assert [entry is not None for entry in half] == [True, False] * 3
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "2")
    sweep.run(draw, CASES, str(tmp_path))  # takes every second of the three that are open
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
