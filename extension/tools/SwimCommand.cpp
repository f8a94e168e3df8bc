// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/CoulombFriction.h"
#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Locomotion/PotentialFlowInertia.h"
#include "AmbientFluid/Locomotion/SlenderBody.h"
#include "AmbientFluid/Locomotion/StokesResistance.h"
#include "AmbientFluid/Locomotion/SumMetric.h"
#include "FileBytes.h"
#include "GlbRootTrack.h"
#include "MeshImport/FrameImport.h"
#include "MeshImport/MeshFiles.h"
#include "Output/CommandFiles.h"
#include "Output/OutputFile.h"
#include "Output/ProgressBar.h"
#include "SwimReport.h"
#include "ToolCommands.h"
#include "ToolInput.h"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <memory>
#include <optional>

namespace ambient {
namespace {

using MetricPointer = std::shared_ptr<const ShapeMetric>;

MotionScheme schemeNamed(const std::string& name) {
    if (name == "connection") return MotionScheme::Connection;
    if (name == "variational") return MotionScheme::Variational;
    if (name == "midpoint") return MotionScheme::Midpoint;
    throw InputError("--scheme: '" + name + "' is not connection, variational or midpoint");
}

const char* nameOf(MotionScheme scheme) {
    return scheme == MotionScheme::Connection    ? "connection"
           : scheme == MotionScheme::Variational ? "variational"
                                                 : "midpoint";
}

/// Refuses options of another metric than the chosen one, which would have no effect.
void requireUsed(const SwimOptions& o, const std::string& metric) {
    const auto refuse = [&](const char* option, const char* metrics) {
        throw InputError(std::string(option) + ": is for " + metrics + ", and the metric is " + metric);
    };
    if (o.eps && metric != "vertex") refuse("--eps", "the metric vertex");
    if (o.ratio && metric != "curve" && metric != "surface") refuse("--ratio", "the metrics curve and surface");
    if (!o.friction.empty() && metric != "coulomb") refuse("--friction", "the metric coulomb");
    if (o.viscosity && metric != "slender" && metric != "stokes")
        refuse("--viscosity", "the metrics slender and stokes");
    if (o.radius && metric != "slender") refuse("--radius", "the metric slender");
    if (o.density && metric != "ideal") refuse("--density", "the metric ideal");
    const bool isInertia = metric == "points" || metric == "ideal";
    if (!o.momentum.empty() && !isInertia) refuse("--momentum", "the metrics points and ideal");
    const bool isDry = metric == "coulomb";
    if (!o.wrench.empty() && (isInertia || isDry)) refuse("--wrench", "the metrics without inertia, but not coulomb");
    if (!o.gravity.empty() && (metric == "ideal" || isDry)) refuse("--gravity", "the metrics but ideal and coulomb");
    if (o.mass && metric == "points") refuse("--mass", "the metrics but points");
    if (o.mass && metric != "ideal" && o.gravity.empty())
        throw InputError("--mass: without --gravity it has no effect");
    if (!o.gravity.empty() && !isInertia && !o.mass)
        throw InputError("--gravity: needs --mass, the mass that it acts on");
}

double positive(const std::optional<double>& value, double otherwise, const char* option, const char* unit) {
    const double used = value.value_or(otherwise);
    requirePositive(used, option, unit);
    return used;
}

MetricPointer vertexMetric(const SwimOptions& o, const ShapeTopology& topology) {
    const double eps = o.eps.value_or(0.5);
    if (!(eps >= 0.0 && eps <= 1.0)) throw InputError("--eps: " + std::to_string(eps) + " is not in the range 0 to 1");
    if (topology.edges.empty() && topology.faces.empty())
        throw InputError(o.path + ": the metric vertex needs edges or faces; points alone have the metric points");
    return std::make_shared<AnisotropicMetric>(eps,
                                               topology.faces.empty() ? FrameElements::Edges : FrameElements::Faces);
}

MetricPointer coulombMetric(const SwimOptions& o) {
    CoulombCoefficients mu;
    if (!o.friction.empty()) {
        const std::vector<double> n = listNamed("--friction", o.friction, 3, "three numbers FORWARD,BACKWARD,ACROSS");
        mu = {n[0], n[1], n[2]};
    }
    if (o.scheme == "variational")
        throw InputError("--scheme: the metric coulomb has connection and midpoint, not variational");
    try {
        return std::make_shared<CoulombFriction>(mu);
    } catch (const std::invalid_argument& error) {
        throw InputError("--friction: " + std::string(error.what()));
    }
}

MetricPointer metricNamed(const std::string& name, const SwimOptions& o, const RecordedFrames& frames) {
    if (name == "points") return std::make_shared<PointMassMetric>();
    if (name == "vertex") return vertexMetric(o, frames.topology());
    if (name == "curve") return std::make_shared<SegmentResistance>(positive(o.ratio, 2.0, "--ratio", ""));
    if (name == "surface") return std::make_shared<FaceResistance>(positive(o.ratio, 2.0, "--ratio", ""));
    if (name == "coulomb") return coulombMetric(o);
    const double viscosity = positive(o.viscosity, 1e-3, "--viscosity", " Pa s");
    if (name == "stokes") return std::make_shared<StokesResistance>(viscosity);
    if (name == "slender") {
        if (!o.radius) throw InputError("--radius: the metric slender needs it");
        return std::make_shared<SlenderBody>(viscosity, positive(o.radius, 0.0, "--radius", " m"));
    }
    if (name == "ideal") {
        const auto fluid = std::make_shared<PotentialFlowInertia>(positive(o.density, 1000.0, "--density", " kg/m^3"));
        if (!o.mass) return fluid;
        const double mass = positive(o.mass, 0.0, "--mass", " kg");
        const auto body = std::make_shared<PointMassMetric>(mass / frames.pointCount());
        return std::make_shared<SumMetric>(std::vector<MetricPointer>{fluid, body});
    }
    throw InputError("--metric: '" + name +
                     "' is not points, vertex, curve, coulomb, surface, slender, stokes or ideal");
}

void requireParts(const std::string& path, const std::string& name, const ShapeMetric& metric,
                  const ShapeTopology& topology) {
    const bool lacksEdges = metric.needs() == FrameElements::Edges && topology.edges.empty();
    const bool lacksFaces = metric.needs() == FrameElements::Faces && topology.faces.empty();
    if (lacksEdges) throw InputError(path + ": the metric " + name + " needs edges (CSV: --edges FILE)");
    if (lacksFaces) throw InputError(path + ": the metric " + name + " needs faces (CSV: --faces FILE)");
}

MotionOptions motionOptions(const SwimOptions& o) {
    MotionOptions options;
    options.scheme = schemeNamed(o.scheme);
    options.cycles = o.cycles;
    if (o.cycles < 1) throw InputError("--cycles: " + std::to_string(o.cycles) + " is less than 1");
    if (o.cycles > 1 && !o.periodic) throw InputError("--cycles: only a sequence with --periodic has several");
    const auto six = [](const char* option, const std::string& text) {
        const std::vector<double> n = listNamed(option, text, 6, "six numbers, angular first, with commas");
        return Vector6(Eigen::Map<const Eigen::Matrix<double, 6, 1>>(n.data()));
    };
    if (!o.momentum.empty()) options.momentum = Momentum(six("--momentum", o.momentum));
    if (!o.wrench.empty()) options.wrench = Wrench(six("--wrench", o.wrench));
    if (!o.gravity.empty()) {
        const std::vector<double> g = listNamed("--gravity", o.gravity, 3, "three numbers X,Y,Z");
        options.gravity = {g[0], g[1], g[2]};
        if (o.mass) options.mass = positive(o.mass, 0.0, "--mass", " kg");
    }
    return options;
}

Motion solve(const SwimOptions& o, const RecordedFrames& frames, const ShapeMetric& metric, MotionOptions options,
             MotionScheme scheme) {
    ProgressBar bar("motion of " + o.path, !o.quiet);
    options.scheme = scheme;
    options.progress = [&bar](double fraction) { bar.update(fraction); };
    try {
        return solveMotion(frames, metric, options);
    } catch (const std::logic_error& error) { // shapes unfit for the metric
        throw InputError(o.path + ": " + error.what());
    } catch (const std::runtime_error& error) { // steps without a solution
        throw InputError(o.path + ": " + error.what());
    }
}

std::string metricOf(const SwimOptions& o, const ShapeTopology& topology) {
    if (!o.metric.empty()) return o.metric;
    return !topology.faces.empty() ? "surface" : !topology.edges.empty() ? "curve" : "points";
}

/// All schemes of the metric, at most three.
void printComparison(const SwimOptions& o, const RecordedFrames& frames, const ShapeMetric& metric,
                     const MotionOptions& options, SwimReport report) {
    std::vector<SwimReport> all;
    for (const MotionScheme scheme : {MotionScheme::Variational, MotionScheme::Midpoint, MotionScheme::Connection}) {
        if (scheme == MotionScheme::Variational && !metric.hasAffineForm()) continue;
        report.scheme = nameOf(scheme);
        report.motion = solve(o, frames, metric, options, scheme);
        all.push_back(report);
    }
    std::printf("%s", swimComparison(all).c_str());
}

/// The .glb of the frames with the motion of the cycle; its last key is the end of the cycle.
/// \param bytes of the .glb
std::string glbOfMotion(const std::string& path, const std::string& bytes, const SwimReport& report) {
    std::vector<double> times = report.motion.times;
    std::vector<Pose> poses = report.motion.poses;
    if (report.isClosed) {
        times.push_back(times.front() + report.motion.period);
        poses.push_back(poses.front() * report.motion.advance);
    }
    try {
        return glbWithRootTrack(bytes, times, poses);
    } catch (const std::runtime_error& error) {
        throw InputError(path + ": --glb cannot write it with a root: " + error.what());
    }
}

void requireGlbInput(const SwimOptions& o) {
    if (o.path.size() < 4 || o.path.compare(o.path.size() - 4, 4, ".glb") != 0)
        throw InputError("--glb: " + o.path + " is not a .glb file; --csv and --json write the poses of any frames");
    if (o.cycles != 1) throw InputError("--glb: shows one cycle; leave --cycles out");
}

void requireApart(const SwimOptions& o) {
    CommandFiles files;
    for (const std::string& file : filesOfMesh(o.path))
        files.reads("the frames", file);
    files.reads("--edges", o.edges);
    files.reads("--faces", o.faces);
    files.reads("--weights", o.weights);
    files.writes("--json", o.json.value_or(""));
    files.writes("--csv", o.csv);
    files.writes("--glb", o.glb);
}

} // namespace

void runSwim(const SwimOptions& o) {
    const MotionOptions options = motionOptions(o);
    if (o.fps) requirePositive(*o.fps, "--fps", "");
    requireApart(o);
    std::optional<OutputFile> json, csv, glb;
    std::optional<std::string> glbBytes; // in their present state: the file may change while the motion is solved
    if (o.json && !o.json->empty()) json.emplace(*o.json);
    if (!o.csv.empty()) csv.emplace(o.csv);
    if (!o.glb.empty()) {
        requireGlbInput(o);
        glb.emplace(o.glb);
        glbBytes = bytesOfFile(o.path);
        if (!glbBytes) throw InputError(o.path + ": cannot be read");
    }
    RecordedFrames frames = [&o] {
        const ProgressBar bar("frames of " + o.path, !o.quiet);
        return importFrames(o.path, {o.edges, o.faces, o.weights, o.fps.value_or(0.0), false});
    }();
    const std::string name = metricOf(o, frames.topology());
    const MetricPointer metric = metricNamed(name, o, frames);
    requireUsed(o, name);
    requireParts(o.path, name, *metric, frames.topology());
    SwimReport report;
    try {
        if (o.periodic) frames.close();
        requireValidFrames(frames, metric->needs());
    } catch (const std::invalid_argument& error) {
        throw InputError(o.path + ": " + error.what());
    }
    report.path = o.path;
    report.scheme = o.scheme;
    report.metric = name;
    report.frames = frames.frameCount();
    report.points = frames.pointCount();
    report.isClosed = frames.isClosed();
    PointColumns scratch;
    const PointColumns& first = frames.points(0, scratch);
    report.size = (first.rowwise().maxCoeff() - first.rowwise().minCoeff()).norm();
    report.motion = solve(o, frames, *metric, options, options.scheme);
    report.hasMesh = name == "ideal" || name == "stokes" || name == "surface";
    if (report.hasMesh) {
        const ProgressBar bar("error of the mesh", !o.quiet);
        report.meshError = meshErrorOf(report.motion, frames, report.size, options,
                                       [&](const RecordedFrames& finer) { return metricNamed(name, o, finer); });
    }
    if (!o.quiet && !swimRemark(report).empty()) spdlog::warn("{}", swimRemark(report));
    const bool printsJson = o.json && o.json->empty();
    std::printf("%s", printsJson ? swimJson(report).c_str() : swimTable(report).c_str());
    if (o.compare && !printsJson) printComparison(o, frames, *metric, options, report);
    const auto write = [](std::optional<OutputFile>& file, const auto& text) {
        if (!file) return;
        file->write(text());
        file->commit();
    };
    write(json, [&] { return swimJson(report); });
    write(csv, [&] { return swimCsv(report); });
    write(glb, [&] { return glbOfMotion(o.path, *glbBytes, report); });
}

} // namespace ambient
