// SPDX-License-Identifier: Zlib
#include "commands/PreparedRun.h"

#include "MeshImport/MeshFiles.h"
#include "Output/CommandFiles.h"
#include "Output/ProgressBar.h"
#include "interface/MeshParameter.h"

#include <omp.h>
#include <spdlog/spdlog.h>

#include <stdexcept>

namespace samples {
namespace {

void requireMeshToScale(const CommandLine& line, const ParameterValues& values) {
    const std::string scale = meshScaleParameter().key, mesh = meshParameter().key;
    for (const std::string& assignment : line.assignments)
        if (assignment.rfind(scale + "=", 0) == 0 && values.file(mesh).empty())
            throw std::invalid_argument("--set " + scale + " goes with --set " + mesh + "=FILE");
}

void requireEnding(const std::string& option, const std::string& path, const std::string& ending) {
    const bool ends = path.size() > ending.size() && path.substr(path.size() - ending.size()) == ending;
    if (!path.empty() && !ends) throw std::invalid_argument(option + " " + path + ": the name must end in " + ending);
}

void requireApart(const CommandLine& line, const PreparedRun& prepared) {
    ambient::CommandFiles files;
    for (const auto& [role, path] : prepared.scene->files(prepared.values))
        files.reads(role, path);
    for (const Parameter& parameter : prepared.values.all())
        if (parameter.isFile() && !parameter.text.empty())
            for (const std::string& path : ambient::filesOfMesh(parameter.text))
                files.reads("--set " + parameter.key, path);
    files.writes("--csv", line.csv);
    files.writes("--plot", line.plot);
    if (!line.plot.empty()) files.writes("the script of --plot", ambient::scriptPathFor(line.plot));
    files.writes("--png", line.png);
    files.writes("--mp4", line.mp4);
    files.writes("--loop", line.loop);
    files.writes("--glb", line.glb);
    files.writes("--joints", line.joints);
    files.writes("--skeleton", line.skeleton);
}

std::unique_ptr<ambient::OutputFile> opened(const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<ambient::OutputFile>(path);
}

} // namespace

PreparedRun::PreparedRun(const SampleEntry& chosen, const CommandLine& line)
    : entry(chosen), scene(chosen.create()), values(scene->parameters()) {
    for (const std::string& assignment : line.assignments)
        values.assign(assignment);
    requireMeshToScale(line, values);
    options.duration = line.seconds.empty() ? scene->defaultDuration() : parseNumber(line.seconds, "--seconds");
    options.timeStep = line.dt.empty() ? scene->defaultTimeStep() : parseNumber(line.dt, "--dt");
    options.model = line.model.empty() ? scene->defaultModel() : line.model;
    options.solver = line.solver.empty() ? scene->defaultSolver() : line.solver;
    options.addedMass = line.addedMass;
    if (!line.integrator.empty()) options.integrator = line.integrator;
    options.recordTerms = line.wrenches;
    requireValid(options);
}

RunRecord PreparedRun::run(const std::string& model, const std::string& label, bool quiet) const {
    RunOptions withModel = options;
    withModel.model = model;
    ambient::ProgressBars bars(!quiet);
    withModel.log = [&](const std::string& text) { bars.aside([&] { spdlog::warn("{}: {}", label, text); }); };
    withModel.progress = [&](const std::string& stage, double fraction) { bars.update(stage + " " + label, fraction); };
    return runScene(entry.name, *scene, values, withModel);
}

PlotSpec PreparedRun::plot(const std::string& model, const std::string& solver) const {
    constexpr std::size_t widest = 140; // characters of a line
    std::string all, changed;
    const std::vector<Parameter> usual = scene->parameters();
    for (std::size_t i = 0; i < usual.size(); ++i) {
        const std::string text = ",  " + usual[i].key + " " + shownValue(values.all()[i]);
        const bool isUsual = shownValue(usual[i]) == shownValue(values.all()[i]);
        const bool isAboutFile = usual[i].isFile() || usual[i].key == meshScaleParameter().key;
        if (!isUsual || !isAboutFile) all += text;
        if (!isUsual) changed += text;
    }
    std::string begin = model + (model.empty() ? "" : ",  ") + solverCaption(solver.empty() ? options.solver : solver);
    if (!options.addedMass.empty()) begin += ",  added mass " + options.addedMass;
    if (options.integrator != RunOptions().integrator) begin += ",  integrator " + options.integrator;
    const std::string end = ",  step 1/" + shortNumber(1.0 / options.timeStep) + " s";
    PlotSpec spec = scene->plot(values);
    spec.subtitle = begin + all + end;
    if (spec.subtitle.size() > widest) spec.subtitle = begin + changed + ",  other parameters by default" + end;
    return spec;
}

ResultFiles::ResultFiles(const CommandLine& line, const PreparedRun& prepared) {
    requireEnding("--png", line.png, ".png");
    requireEnding("--mp4", line.mp4, ".mp4");
    requireEnding("--loop", line.loop, ".mp4");
    requireEnding("--glb", line.glb, ".glb");
    requireEnding("--skeleton", line.skeleton, ".glb");
    requireApart(line, prepared);
    m_csv = opened(line.csv);
    if (!line.plot.empty()) m_plot = std::make_unique<ambient::GnuplotPicture>(line.plot);
    m_png = opened(line.png);
    m_mp4 = opened(line.mp4);
    m_loop = opened(line.loop);
    m_glb = opened(line.glb);
    m_joints = opened(line.joints);
    m_skeleton = opened(line.skeleton);
}

void ResultFiles::writeCsv(const std::string& text) {
    m_csv->write(text);
    m_csv->commit();
}

void ResultFiles::drawPlot(const std::function<std::string(ambient::PlotFormat, const std::string& file)>& script,
                           bool quiet) {
    m_plot->draw(script, quiet);
}

void setThreads(const std::string& text) {
    if (text.empty()) return;
    const double count = parseNumber(text, "--threads");
    if (!(count >= 1.0 && count <= 1024.0) || count != static_cast<int>(count))
        throw std::invalid_argument("--threads: " + text + " is not a whole number from 1 to 1024");
    omp_set_num_threads(static_cast<int>(count));
}

} // namespace samples
