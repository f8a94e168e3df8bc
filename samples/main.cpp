// SPDX-License-Identifier: Zlib
#include "SampleEntries.h"
#include "SceneRunner.h"
#include "exporters/CsvWriter.h"
#include "exporters/OutputFile.h"
#include "tools/ConsoleErrors.h"
#include "tools/ProgressBar.h"

#include <CLI/CLI.hpp>
#include <omp.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>

namespace {

using samples::OutputFile;

struct CommandLine {
    bool list = false, json = false, headless = false, wrenches = false, quiet = false;
    std::string scene, model = "default", solver = "stock", csv, plot, laterOutput;
    std::string seconds, dt, threads;
    std::vector<std::string> assignments;
};

/// The files a run writes; opened before it starts.
struct Outputs {
    std::unique_ptr<OutputFile> csv, plot, script;
};

void declare(CLI::App& app, CommandLine& line) {
    app.add_flag("--list", line.list, "List the scenes with their parameters");
    app.add_flag("--json", line.json, "With --list: as JSON");
    app.add_option("--run", line.scene, "Run a scene")->type_name("NAME");
    app.add_flag("--headless", line.headless, "Run without a window (this version has none)");
    app.add_option("--seconds", line.seconds, "Simulated time [s]; default: the scene's own")->type_name("T");
    app.add_option("--dt", line.dt, "Step [s]; default: the scene's own")->type_name("H");
    app.add_option("--set", line.assignments, "Change parameters of the scene")->type_name("KEY=VALUE");
    app.add_option("--model", line.model, "Forces of the fluid: default, paper001, rbd (none: vacuum)")
        ->type_name("NAME");
    app.add_option("--solver", line.solver,
                   "Constraint solver: stock (Bullet's own), fluid (contacts and joints feel the added mass)")
        ->type_name("NAME");
    app.add_option("--csv", line.csv, "Write position, orientation and velocities")->type_name("FILE");
    app.add_option("--plot", line.plot, "Draw the run with gnuplot, as .png or .svg")->type_name("FILE");
    app.add_flag("--wrenches", line.wrenches, "With --csv: also torque and force of every term");
    app.add_option("--threads", line.threads, "Number of threads; results do not depend on it")->type_name("N");
    app.add_flag("--quiet", line.quiet, "Show no progress and no hints");
    for (const char* later : {"--png", "--mp4", "--glb"})
        app.add_option_function<std::string>(later, [&line, later](const std::string&) { line.laterOutput = later; })
            ->expected(0, 1)
            ->group("");
}

void requireSupported(const CommandLine& line) {
    if (!line.laterOutput.empty())
        throw std::invalid_argument(line.laterOutput +
                                    " is not in this version; it writes --csv FILE and --plot FILE.png or FILE.svg");
    if (!line.headless)
        throw std::invalid_argument(
            "this version has no window: use --headless, with --csv FILE or --plot FILE.png for results");
    if (line.wrenches && line.csv.empty()) throw std::invalid_argument("--wrenches needs --csv FILE");
    if (line.json) throw std::invalid_argument("--json goes with --list");
    if (!line.plot.empty() && line.plot == line.csv)
        throw std::invalid_argument("--csv and --plot name the same file " + line.csv);
}

std::string scriptPathFor(const std::string& plot) {
    return std::filesystem::path(plot).replace_extension(".gp").string();
}

Outputs openOutputs(const CommandLine& line) {
    Outputs outputs;
    if (!line.csv.empty()) outputs.csv = std::make_unique<OutputFile>(line.csv);
    if (line.plot.empty()) return outputs;
    samples::plotFormatOf(line.plot);
    if (scriptPathFor(line.plot) == line.csv)
        throw std::invalid_argument("--csv " + line.csv + ": the script of the plot gets this name");
    outputs.plot = std::make_unique<OutputFile>(line.plot);
    outputs.script = std::make_unique<OutputFile>(scriptPathFor(line.plot));
    return outputs;
}

void setThreads(const std::string& text) {
    if (text.empty()) return;
    const double count = samples::parseNumber(text, "--threads");
    if (!(count >= 1.0 && count <= 1024.0) || count != static_cast<int>(count))
        throw std::invalid_argument("--threads: " + text + " is not a whole number from 1 to 1024");
    omp_set_num_threads(static_cast<int>(count));
}

samples::RunOptions runOptions(const CommandLine& line, const samples::Scene& scene) {
    samples::RunOptions options;
    options.duration = line.seconds.empty() ? scene.defaultDuration() : samples::parseNumber(line.seconds, "--seconds");
    options.timeStep = line.dt.empty() ? scene.defaultTimeStep() : samples::parseNumber(line.dt, "--dt");
    options.model = line.model;
    options.solver = line.solver;
    options.recordTerms = line.wrenches;
    samples::requireValid(options);
    return options;
}

std::string subtitle(const samples::ParameterValues& values, const samples::RunOptions& options) {
    std::string text = "model " + options.model + ",  solver " + options.solver;
    for (const samples::Parameter& p : values.all())
        text += ",  " + p.key + " " + samples::shortNumber(p.value) + (p.unit == "1" ? "" : " " + p.unit);
    return text + ",  step 1/" + samples::shortNumber(1.0 / options.timeStep) + " s";
}

void writePlot(const samples::RunRecord& record, const samples::PlotSpec& spec, bool quiet, Outputs& outputs) {
    const samples::PlotFormat format = samples::plotFormatOf(outputs.plot->path());
    outputs.script->write(samples::plotScript(record, spec, format, outputs.plot->path()));
    outputs.script->commit();
    if (!samples::isGnuplotInstalled()) {
        if (!quiet)
            spdlog::warn("no picture: gnuplot is not installed (Debian: gnuplot-nox); with it, gnuplot {} draws {}",
                         outputs.script->path(), outputs.plot->path());
        return;
    }
    outputs.plot->close();
    samples::runGnuplot(samples::plotScript(record, spec, format, outputs.plot->temporaryPath()));
    outputs.plot->commit();
}

void run(const CommandLine& line) {
    requireSupported(line);
    const samples::SampleEntry& entry = samples::findSample(line.scene);
    const std::unique_ptr<samples::Scene> scene = entry.create();
    samples::ParameterValues values(scene->parameters());
    for (const std::string& assignment : line.assignments)
        values.assign(assignment);
    samples::RunOptions options = runOptions(line, *scene);
    setThreads(line.threads);
    Outputs outputs = openOutputs(line);

    options.log = [](const std::string& text) { spdlog::warn("{}", text); };
    std::optional<ambient::ProgressBar> bar;
    std::string shownStage;
    options.progress = [&](const std::string& stage, double fraction) {
        if (stage != shownStage) bar.emplace(stage + " " + entry.name, !line.quiet);
        shownStage = stage;
        bar->update(fraction);
    };
    const samples::RunRecord record = samples::runScene(entry.name, *scene, values, options);
    bar.reset();

    if (outputs.csv) {
        outputs.csv->write(samples::csvText(record));
        outputs.csv->commit();
    }
    if (outputs.plot) {
        samples::PlotSpec spec = scene->plot(values);
        spec.subtitle = subtitle(values, options);
        writePlot(record, spec, line.quiet, outputs);
    }
    std::cout << entry.name << ": " << record.frameCount() - 1 << " steps\n" << scene->summary(record) << std::flush;
}

} // namespace

int main(int argc, char** argv) {
    ambient::logAs("ambient-samples");
    std::signal(SIGPIPE, SIG_IGN);
    CommandLine line;
    CLI::App app("Scenes of rigid bodies in air and water, run in a Bullet world.", "ambient-samples");
    declare(app, line);
    try {
        app.parse(argc, argv);
        if (line.list)
            std::cout << samples::listSamples(line.json) << std::flush;
        else if (!line.scene.empty())
            run(line);
        else
            throw std::invalid_argument("nothing to do: --list shows the scenes, --run NAME --headless runs one");
        return std::cout ? 0 : ambient::fail("standard output cannot be written", 1);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? app.exit(error) : ambient::fail(error.what(), 2);
    } catch (const std::invalid_argument& error) {
        return ambient::fail(error.what(), 2);
    } catch (const std::exception& error) {
        return ambient::fail(error.what(), 1);
    }
}
