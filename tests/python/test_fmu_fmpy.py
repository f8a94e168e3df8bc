# SPDX-License-Identifier: Zlib
"""Units in FMPy, an importing program of others: it finds nothing wrong, and its simulation equals `ambient simulate`."""
import os
import sys

import numpy as np
import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fmpy_package
import fmu_unit

fmu_unit.require()
fmpy_package.require()
import fmpy
from fmpy.validation import validate_fmu

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@pytest.mark.parametrize("name,seconds,version", [("buoy", 0.5, "2"), ("robot", 0.3, "3"), ("moored-buoy", 0.3, "3"), ("rov", 0.3, "2")])
def test_fmpy_agrees_with_simulate(name, seconds, version, tmp_path):
    world = os.path.join(ROOT, "samples", "worlds", name + ".json")
    unit = str(tmp_path / "unit.fmu")
    answer = fmu_unit.run("fmu", world, unit, "--quiet", "--fmi", version)
    assert answer.returncode == 0, answer.stderr
    assert validate_fmu(unit) == []
    described = fmpy.read_model_description(unit, validate=True)
    assert described.fmiVersion == version + ".0"
    step = float(described.defaultExperiment.stepSize)
    result = fmpy.simulate_fmu(unit, stop_time=seconds, step_size=step, output_interval=step)
    rows = fmu_unit.table(world, str(tmp_path), seconds=seconds)
    bodies = len({row[1] for row in rows})
    assert 0 <= len(result) - len(rows) // bodies <= 1  # FMPy steps past an end that rounding puts behind a step
    for k, (time, body, numbers) in enumerate(rows):
        found = result[k // bodies]
        assert found["time"] == pytest.approx(time, abs=1e-7)
        assert [f"{found[f'{body}.{part}']:.9g}" for part in fmu_unit.MOTION] == numbers, (time, body)


@pytest.mark.parametrize("version", ["2", "3"])
def test_signals_of_fmpy_act(version, tmp_path):
    """A constant force on 2 kg in a vacuum: v = F t/m, to the single precision of Bullet."""
    world = {"dt": 0.01, "seconds": 0.2, "medium": "vacuum", "gravity": [0, 0, 0],
             "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.2, "faces": 80}, "mass": 2}]}
    unit = fmu_unit.written(world, str(tmp_path), version=version)
    signals = np.array([(0.0, 3.0), (1.0, 3.0)], dtype=[("time", np.float64), ("ball.fx", np.float64)])
    result = fmpy.simulate_fmu(unit, input=signals, stop_time=0.2, step_size=0.01, output_interval=0.01, output=["ball.vx"])
    assert result["ball.vx"] == pytest.approx(1.5 * result["time"], abs=1e-6)


def test_a_state_of_fmi_3_repeats_to_the_byte_and_wrong_calls_are_refused(tmp_path):
    world = os.path.join(ROOT, "samples", "worlds", "buoy.json")
    unit = fmu_unit.written(world, str(tmp_path), version="3")
    described = fmpy.read_model_description(unit)
    messages = []
    slave = fmpy.instantiate_fmu(fmpy.extract(unit, str(tmp_path / "place")), described, fmi_type="CoSimulation",
                                 logger=lambda _, __, ___, text: messages.append(text.decode()))
    slave.enterInitializationMode(startTime=0.0)
    slave.exitInitializationMode()
    outputs = [v.valueReference for v in described.modelVariables if v.causality == "output"]
    time = next(v.valueReference for v in described.modelVariables if v.causality == "independent")
    step = float(described.defaultExperiment.stepSize)

    def run(start):
        for k in range(start, start + 5):
            slave.doStep(k * step, step)
        return slave.getFloat64(outputs), slave.getFloat64([time])

    run(0)
    state = slave.getFMUState()
    data = slave.serializeFMUState(state)
    first = run(5)
    slave.setFMUState(slave.deserializeFMUState(data, state))
    assert run(5) == first and first[1][0] == pytest.approx(10 * step)
    with pytest.raises(Exception, match="fmi3DeserializeFMUState"):
        slave.deserializeFMUState(b"", state)
    with pytest.raises(Exception, match="fmi3DoStep"):
        slave.doStep(0.0, step)
    with pytest.raises(Exception, match="fmi3SetFloat64"):
        slave.setFloat64([outputs[0]], [1.0])
    assert "the unit is at" in messages[-2] and "is an output" in messages[-1]
    with pytest.raises(Exception, match="fmi3EnterEventMode"):
        slave.enterEventMode()
    with pytest.raises(Exception, match="fmi3GetInt32"):
        slave.getInt32([0])
    assert "has no events" in messages[-2] and "real numbers" in messages[-1]
    slave.terminate()
    slave.freeInstance()
