// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "Output/CommandFiles.h"
#include "Output/MotionCsv.h"
#include "Output/OutputFile.h"
#include "Output/ProgressBar.h"
#include "ToolCommands.h"
#include "ToolInput.h"
#include "WorldGlb.h"
#include "Worlds/JointRecorder.h"
#include "Worlds/SaveWorld.h"
#include "Worlds/SurfaceTable.h"
#include "Worlds/WorldInput.h"
#include "Worlds/WorldReader.h"
#include "Worlds/WorldSimulation.h"

#include <spdlog/spdlog.h>

#include <cmath>
#include <cstdio>
#include <memory>

namespace ambient {
namespace {

/// Values of the command line, in place of the file's.
void applyOptions(const SimulateOptions& o, WorldDescription& world) {
    if (o.seconds) requirePositive(*o.seconds, "--seconds", " s");
    if (o.timeStep) requirePositive(*o.timeStep, "--dt", " s");
    world.seconds = o.seconds.value_or(world.seconds);
    world.timeStep = o.timeStep.value_or(world.timeStep);
    if (world.timeStep > kLongestWorldStep) throw InputError("--dt: is above 0.05 s");
    if (world.seconds / world.timeStep > kMostWorldSteps)
        throw InputError(std::string(o.seconds ? "--seconds" : "--dt") + ": gives more than 2e6 steps");
    if (!o.solver.empty() && o.solver != "stock" && o.solver != "fluid")
        throw InputError("--solver: '" + o.solver + "' is not stock or fluid");
    if (!o.solver.empty()) world.solver = o.solver;
    if (world.solver == "stock" && world.needsFluidSolver() && !o.quiet)
        spdlog::warn("{}: articulated bodies and shapes that change are solved by the solver fluid", o.path);
}

/// Name, place and speed of all bodies, for people.
void printEnd(const WorldSimulation& simulation) {
    std::printf("after %g s\n%-24s %32s %10s\n", simulation.time(), "body", "position [m]", "speed [m/s]");
    for (const FileWorld::Moving& moving : simulation.content().moving()) {
        const FileWorld::Motion motion = simulation.content().motionOf(moving);
        const Vector3& p = motion.worldFromShown.position;
        std::printf("%-24s %10.4g %10.4g %10.4g %10.4g\n", moving.name.c_str(), p.x(), p.y(), p.z(),
                    motion.velocity.linear.norm());
    }
}

/// Files about the joints of articulated bodies.
class JointFiles {
  public:
    /// Opens the files. \throws InputError if the world has no articulated body
    JointFiles(const SimulateOptions& o, const WorldDescription& world) {
        if (o.joints.empty() && o.skeleton.empty()) return;
        if (world.articulatedBodies.empty())
            throw InputError(std::string(o.joints.empty() ? "--skeleton" : "--joints") + ": " + o.path +
                             " has no articulated body");
        if (!o.joints.empty()) m_table = std::make_unique<OutputFile>(o.joints);
        if (!o.skeleton.empty()) m_skeleton = std::make_unique<OutputFile>(o.skeleton);
    }

    void begin(const WorldSimulation& simulation) {
        if (!m_table && !m_skeleton) return;
        const FileWorld& content = simulation.content();
        for (std::size_t i = 0; i < content.trees().size(); ++i)
            m_recorder.add(*simulation.fluid().getFluidMultiBodies().find(content.multiBodies()[i].get()),
                           content.trees()[i].name, content.trees()[i].links);
        if (m_table) m_table->write(jointHeader(m_recorder.tracks()) + "\n");
    }

    /// Writes the row of the present time.
    void record(double time) {
        if (!m_table && !m_skeleton) return;
        if (!m_skeleton) m_recorder.forget();
        m_recorder.record(time);
        if (m_table) m_table->write(jointRow(m_recorder.tracks(), m_recorder.tracks()[0].samples.size() - 1) + "\n");
    }

    void end() {
        if (m_table) m_table->commit();
        if (!m_skeleton) return;
        m_skeleton->write(skeletonGlb(m_recorder.tracks()));
        m_skeleton->commit();
    }

  private:
    std::unique_ptr<OutputFile> m_table, m_skeleton;
    JointRecorder m_recorder;
};

/// The table of the water of a grid with a surface.
class SurfaceFile {
  public:
    /// Opens the file. \throws InputError if the world has no such grid
    SurfaceFile(const SimulateOptions& o, const WorldDescription& world) {
        if (o.surfaceCsv.empty()) return;
        if (!world.grid || !world.grid->box.surface)
            throw InputError("--surface-csv: " + o.path + " has no grid with a surface");
        m_table = std::make_unique<OutputFile>(o.surfaceCsv);
        m_probes = world.grid->probes;
        m_table->write(surfaceHeader(m_probes.size(), world.grid->box.surface->hasSpray) + "\n");
    }

    /// Writes the row of the present time if the grid has made a step since the last one.
    void record(const WorldSimulation& simulation) {
        if (!m_table) return;
        const btFluidGrid* const water = simulation.content().grid();
        if (!water) throw InputError("--surface-csv: there is no water in a vacuum");
        const FluidGrid& grid = water->getGrid();
        if (grid.time() == m_time) return;
        m_time = grid.time();
        m_table->write(surfaceRow(simulation.time(), grid, m_probes) + "\n");
    }

    void end() {
        if (m_table) m_table->commit();
    }

  private:
    std::unique_ptr<OutputFile> m_table;
    std::vector<std::array<double, 2>> m_probes;
    double m_time = -1.0; ///< of the last row [s]
};

/// The motion of all bodies as a .glb file.
class MotionFile {
  public:
    /// Opens the file. \throws InputError if a body changes its shape
    MotionFile(const SimulateOptions& o, const WorldDescription& world)
        : m_interval(std::max(1, static_cast<int>(std::lround(1.0 / (kKeysPerSecond * world.timeStep))))) {
        if (o.glb.empty()) return;
        for (const WorldBody& body : world.bodies)
            if (body.shape.isDeforming())
                throw InputError("--glb: " + o.path + ": '" + body.name +
                                 "' changes its shape; ambient-samples --world writes such files");
        m_file = std::make_unique<OutputFile>(o.glb);
    }

    void begin(const WorldSimulation& simulation) {
        if (!m_file) return;
        m_motion = std::make_unique<WorldGlb>(simulation.content());
        m_motion->record(0.0);
    }

    /// Takes keys after each step.
    void record(int step, double time) {
        if (m_file && step % m_interval == 0) m_motion->record(time);
    }

    void end(double time) {
        if (!m_file) return;
        m_motion->record(time);
        m_file->write(m_motion->glb());
        m_file->commit();
    }

  private:
    static constexpr double kKeysPerSecond = 60.0;

    int m_interval; ///< steps between two keys
    std::unique_ptr<OutputFile> m_file;
    std::unique_ptr<WorldGlb> m_motion;
};

/// Writes the world in its present state. \param file the JSON read from `path`
void save(const WorldSimulation& simulation, const WorldDescription& world, const std::string& path,
          nlohmann::json file, OutputFile& output) {
    file["dt"] = world.timeStep;
    file["solver"] = world.solver;
    try {
        file = savedWorld(std::move(file), world, simulation.content(), simulation.fluid());
    } catch (const WorldFileError& error) {
        throw InputError(path + ": " + error.what());
    }
    nameFilesFor(file, world.folder, output.path());
    output.write(file.dump(1) + "\n");
    output.commit();
}

/// Whether the table is written to standard output, in place of other messages.
bool isToOutput(const SimulateOptions& o) {
    return o.csv == "-" || (!o.csv.empty() && targetOf(o.csv).descriptor == 1);
}

/// Refuses outputs before the work starts if they cannot be written or would destroy a file.
void requireWritable(const SimulateOptions& o, const WorldDescription& world) {
    CommandFiles files;
    files.reads("the world", o.path);
    for (const auto& [place, path] : filesOfWorld(world))
        files.reads(place, path);
    files.writes("--csv", o.csv == "-" ? "/dev/stdout" : o.csv);
    files.writes("--joints", o.joints);
    files.writes("--skeleton", o.skeleton);
    files.writes("--surface-csv", o.surfaceCsv);
    files.writes("--glb", o.glb);
    files.writes("--save", o.save);
    try {
        if (!o.save.empty()) requireSavable(world);
    } catch (const WorldFileError& error) {
        throw InputError(o.path + ": " + error.what());
    }
}

} // namespace

void runSimulate(const SimulateOptions& options) {
    options.robots.apply();
    auto [world, given] = readWorldFile(options.path);
    applyOptions(options, world);
    const bool toOutput = isToOutput(options);
    requireWritable(options, world);
    std::unique_ptr<OutputFile> file, saved;
    if (!options.csv.empty() && !toOutput) file = std::make_unique<OutputFile>(options.csv);
    if (!options.save.empty()) saved = std::make_unique<OutputFile>(options.save);
    JointFiles joints(options, world);
    SurfaceFile surface(options, world);
    MotionFile motion(options, world);
    ProgressBars bars(!options.quiet);
    const std::unique_ptr<WorldSimulation> simulation = simulationOf(world, options.path, bars);
    joints.begin(*simulation);
    motion.begin(*simulation);
    const auto write = [&](const std::string& text) {
        if (file) file->write(text);
        if (toOutput) std::fputs(text.c_str(), stdout);
    };
    write(motionHeader() + "\n");
    write(simulation->rows());
    joints.record(0.0);
    surface.record(*simulation);
    // The slack keeps 4 s of 1/240 s at 960 steps, for either rounding of the quotient.
    const int steps = std::max(1, static_cast<int>(std::ceil(world.seconds / world.timeStep - 1e-6)));
    for (int step = 1; step <= steps; ++step) {
        simulation->step();
        write(simulation->rows());
        joints.record(simulation->time());
        surface.record(*simulation);
        motion.record(step, simulation->time());
        bars.update("running " + world.name, double(step) / steps);
    }
    bars.end();
    if (file) file->commit();
    joints.end();
    surface.end();
    motion.end(simulation->time());
    if (saved) save(*simulation, world, options.path, std::move(given), *saved);
    if (!toOutput) printEnd(*simulation);
}

} // namespace ambient
