// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/ParallelLoop.h"
#include "Bindings.h"
#include "Conversions.h"
#include "Output/CommandFiles.h"
#include "Output/OutputFile.h"
#include "PythonWorld.h"
#include "Worlds/SaveWorld.h"
#include "Worlds/WorldInput.h"

#include <cstring>
#include <map>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {

void warn(PythonWorld& world) {
    for (const std::string& line : world.takeMessages())
        if (PyErr_WarnEx(PyExc_RuntimeWarning, line.c_str(), 2) != 0) throw py::error_already_set();
}

namespace {

using World = PythonWorld;
using WorldPointer = std::shared_ptr<World>;

/// The exception of Python's open().
[[noreturn]] void throwOsError(int number, const std::string& path) {
    PyErr_SetObject(PyExc_OSError, py::make_tuple(number, std::strerror(number), path).ptr());
    throw py::error_already_set();
}

/// Lets Ctrl-C and other signals reach Python.
void takeSignals() {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

void step(World& world, std::int64_t steps, const py::object& progress) {
    if (steps < 0) throw py::value_error("steps: is below 0");
    if (!progress.is_none() && !PyCallable_Check(progress.ptr())) throw py::type_error("progress: cannot be called");
    {
        const py::gil_scoped_release unlocked;
        world.step(steps, [&](std::int64_t done) {
            const py::gil_scoped_acquire locked;
            takeSignals();
            if (!progress.is_none()) progress(double(done) / double(steps));
        });
    }
    warn(world);
    if (!progress.is_none()) progress(1.0);
}

/// \param keys of the world, from to_dict()
void saveFile(World& world, const std::string& path, const py::dict& keys) {
    nlohmann::json file = toJson(keys, "");
    const WorldDescription& description = world.live().description();
    try {
        nameFilesFor(file, description.folder, path);
        CommandFiles files;
        for (const auto& [place, read] : filesOfWorld(description))
            files.reads(place, read);
        files.writes("path:", path);
        OutputFile output(path);
        output.write(file.dump(1) + "\n");
        output.commit();
    } catch (const OutputRefused& error) {
        throwOsError(error.error, path);
    } catch (const OutputFailed& error) {
        throwOsError(error.error, path);
    }
}

void setThreads(const std::string& by, int threads) {
    static const std::map<std::string, LoopThreads> known = {{"automatic", LoopThreads::Automatic},
                                                             {"serial", LoopThreads::Serial},
                                                             {"library", LoopThreads::Library},
                                                             {"openmp", LoopThreads::OpenMp}};
    const auto found = known.find(by);
    if (found == known.end())
        throw py::value_error("by: '" + by + "' is none of 'automatic', 'serial', 'library', 'openmp'");
    const py::gil_scoped_release unlocked;
    setParallelSettings({found->second, threads, {}});
}

void stepAll(const std::vector<WorldPointer>& worlds, std::int64_t steps, int threads) {
    if (steps < 0) throw py::value_error("steps: is below 0");
    if (threads < 0) throw py::value_error("threads: is below 0");
    for (std::size_t i = 0; i < worlds.size(); ++i)
        if (!worlds[i]) throw py::type_error("worlds[" + std::to_string(i) + "]: is None, not a World");
    {
        const py::gil_scoped_release unlocked;
        stepWorlds(worlds, steps, threads, [] {
            const py::gil_scoped_acquire locked;
            takeSignals();
        });
    }
    for (const WorldPointer& world : worlds)
        warn(*world);
}

} // namespace

void bindRuns(py::module_& module) {
    auto world = py::reinterpret_borrow<py::class_<World, WorldPointer>>(module.attr("World"));
    world.def("step", &step, py::arg("steps") = 1, py::arg("progress") = py::none(),
              "Makes steps of dt, without Python's lock, and writes the state anew that arrays look at.\n\nprogress: "
              "called as progress(fraction) about ten times a second, and with 1.0 at the end; it may read and change "
              "the world. What it raises, or Ctrl-C, ends the run after whole steps.");
    world.def("_save_file", &saveFile, py::arg("path"), py::arg("keys"), "Writes the keys of to_dict() as a file.");
    module.def(
        "step_worlds", &stepAll, py::arg("worlds"), py::arg("steps") = 1, py::arg("threads") = 0,
        "Makes steps of many worlds at once, each world by one thread, without Python's lock. The results are those of "
        "stepping one after the other.\n\nthreads: 0 means one per core. Ctrl-C ends the run when all worlds have made "
        "the same number of steps.");
    module.def(
        "set_threads", &setThreads, py::arg("by") = "automatic", py::arg("threads") = 0,
        "Sets the threads that share the bodies of one world in a step. Results do not depend on them.\n\n"
        "by: 'automatic' takes several only while they are measured to be faster than one; 'serial', 'library' and "
        "'openmp' are fixed. threads: at most; 0 means one per core.");
}

} // namespace ambient::python
