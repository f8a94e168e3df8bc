// SPDX-License-Identifier: Zlib
#include "validation/ValidationPage.h"

#include "Output/Gnuplot.h"
#include "validation/ValidationSections.h"

#include <array>
#include <filesystem>
#include <stdexcept>

namespace samples {
namespace {

constexpr const char* kTitle = "AmbientFluid beside experiments and other methods";
constexpr const char* kIntroduction =
    "Every number on this page was computed by the program that wrote it, ambient-samples --validate,"
    " but for those that are called measured, which stand in its source with where they are from. The"
    " models: default (surface pressure from the geometry alone), paper001 (Padilla et al. 2025), "
    "gwtf (the force of Soliman et al. 2024), uwrbd (added mass and linear drag, in the manner of "
    "Weissmann and Pinkall 2012), rbd (no fluid). All but rbd share the added mass and the "
    "integrator. The file numbers.json holds the tables.";

struct SectionEntry {
    const char* stage;
    ReportSection (*compute)(const Progress&);
};
constexpr std::array<SectionEntry, 12> kSections = {{{"drag", dragSection},
                                                     {"measured shapes", measuredSection},
                                                     {"Reynolds numbers", reynoldsSection},
                                                     {"drag crisis", dragCrisisSection},
                                                     {"plate against incidence", plateIncidenceSection},
                                                     {"wings", wingsSection},
                                                     {"thin plates and discs", thinBodiesSection},
                                                     {"spinning sphere", spinSection},
                                                     {"terminal speeds", terminalSpeedSection},
                                                     {"golf", golfSection},
                                                     {"plate regimes", plateRegimeSection},
                                                     {"autorotation", autorotationSection}}};

void makeFolder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder))
        throw std::invalid_argument("--validate " + folder + ": is no folder and cannot be made one");
}

void drawFigure(const std::string& folder, const ReportFigure& figure, bool quiet) {
    ambient::GnuplotPicture picture(folder + "/" + figure.name + ".svg");
    picture.draw([&](ambient::PlotFormat, const std::string& file) { return figureScript(figure, file); }, quiet);
}

} // namespace

void writeValidationPage(const std::string& folder, bool quiet,
                         const std::function<void(const std::string& stage, double fraction)>& progress) {
    makeFolder(folder);
    ambient::OutputFile page(folder + "/index.html"), numbers(folder + "/numbers.json");
    std::vector<ReportSection> sections;
    nlohmann::ordered_json all;
    for (const SectionEntry& entry : kSections) {
        sections.push_back(entry.compute([&](double fraction) { progress(entry.stage, fraction); }));
        all[sections.back().id()] = sections.back().numbers();
    }
    for (const ReportSection& section : sections)
        for (const ReportFigure& figure : section.figures())
            drawFigure(folder, figure, quiet);
    numbers.write(all.dump(2) + "\n");
    numbers.commit();
    page.write(reportHtml(kTitle, kIntroduction, sections));
    page.commit();
}

} // namespace samples
