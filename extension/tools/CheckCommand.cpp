// SPDX-License-Identifier: Zlib
#include "FilePath.h"
#include "MeshImport/MeshFrontEnd.h"
#include "MeshImport/MeshImport.h"
#include "Output/OutputFile.h"
#include "Output/ProgressBar.h"
#include "ReportJson.h"
#include "ToolCommands.h"
#include "ToolInput.h"
#include "WorldReport.h"
#include "Worlds/WorldInput.h"

#include <cstdio>
#include <new>
#include <optional>

namespace ambient {
namespace {

Json reportJson(const std::string& path, const MeshReport& report) {
    Json issues = Json::array();
    for (const MeshIssue& issue : report.issues)
        issues.push_back({{"where", issue.where}, {"message", issue.message}});
    return {{"file", path},
            {"faces", report.faceCount},
            {"vertices", report.vertexCount},
            {"closed", report.closed},
            {"oriented", report.oriented},
            {"manifold", report.manifold},
            {"outward", report.outward},
            {"components", report.componentCount},
            {"euler_characteristic", report.eulerCharacteristic},
            {"slivers", report.sliverCount},
            {"duplicate_vertices", report.duplicateVertexCount},
            {"volume", report.volume},
            {"area", report.area},
            {"centroid", toJson(report.centroid)},
            {"bounds_min", toJson(report.boundsMin)},
            {"bounds_max", toJson(report.boundsMax)},
            {"issues", issues},
            {"warnings", report.warnings},
            {"repairs", report.repairs},
            {"usable", report.usable()},
            {"thickened_sheets", report.thickenedSheets},
            {"sheet_thickness", report.sheetThickness}};
}

const char* yesNo(bool value) {
    return value ? "yes" : "no";
}

void printTable(const std::string& path, const MeshReport& r) {
    const Vector3 size = r.boundsMax - r.boundsMin;
    std::printf("%s: usable\n", path.c_str());
    std::printf("  faces, vertices      %d, %d\n", r.faceCount, r.vertexCount);
    std::printf("  closed               %s\n", yesNo(r.closed));
    std::printf("  oriented             %s, %s\n", yesNo(r.oriented), r.outward ? "outward" : "inward");
    std::printf("  manifold             %s\n", yesNo(r.manifold));
    std::printf("  components           %d (Euler characteristic %d)\n", r.componentCount, r.eulerCharacteristic);
    std::printf("  slivers              %d\n", r.sliverCount);
    std::printf("  duplicate vertices   %d\n", r.duplicateVertexCount);
    std::printf("  volume               %.9g m^3\n", r.volume);
    std::printf("  area                 %.9g m^2\n", r.area);
    std::printf("  centroid             (%.9g, %.9g, %.9g) m\n", r.centroid.x(), r.centroid.y(), r.centroid.z());
    std::printf("  size                 %.6g x %.6g x %.6g m\n", size.x(), size.y(), size.z());
    for (const std::string& repair : r.repairs)
        std::printf("  repaired             %s\n", repair.c_str());
    for (const std::string& warning : r.warnings)
        std::printf("  warning              %s\n", warning.c_str());
}

std::string objText(const TriangleMesh& mesh) {
    std::string text;
    char line[96];
    for (const Vector3& p : mesh.vertices) {
        std::snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", p.x(), p.y(), p.z());
        text += line;
    }
    for (const TriangleMesh::Face& f : mesh.faces) {
        std::snprintf(line, sizeof line, "f %d %d %d\n", f[0] + 1, f[1] + 1, f[2] + 1);
        text += line;
    }
    return text;
}

void checkWorld(const CheckOptions& options) {
    if (options.wrap || options.sheetThickness != 0.0 || !options.output.empty())
        throw InputError(options.path + ": --output, --sheet-thickness and --wrap are of meshes, not of world files");
    const WorldDescription world = readWorldFile(options.path).description;
    ProgressBars bars(true);
    const std::unique_ptr<WorldSimulation> simulation = simulationOf(world, options.path, bars);
    const WorldReport report = reportOf(options.path, world, *simulation);
    bars.end();
    std::printf("%s", options.json ? (textOf(weightJson(report)) + "\n").c_str() : weightTable(report).c_str());
}

} // namespace

void runCheck(const CheckOptions& options) {
    if (kindOfFile(options.path) == "json") return checkWorld(options);
    requireSheetThickness(options.sheetThickness);
    requireWrapping(options.wrap);
    std::optional<OutputFile> output;
    CommandFiles files;
    recordMesh(files, options.path);
    files.writes("--output", options.output);
    if (!options.output.empty()) output.emplace(options.output);
    const MeshFrontEndOptions frontEnd{options.sheetThickness, options.wrap};
    CheckedMesh checked;
    try {
        const ProgressBar bar("mesh of " + options.path, true);
        checked.mesh = importMesh(options.path);
        checked.report = checkMesh(checked.mesh);
        if (!checked.report.usable())
            checked = prepareMesh(checked.mesh, frontEnd);
        else
            warnOfRounding(checked.mesh, checked.report);
    } catch (const std::bad_alloc&) {
        throw InputError(options.path + ": needs more memory than there is");
    }
    if (leftHollowsOut(checked.report))
        checked.report.warnings.push_back("mesh: pieces inside another are left out: a density makes the body a solid, "
                                          "and the key 'flooded' of a world fills them with water");
    const MeshReport& report = checked.report;
    if (output && report.usable()) {
        output->write(objText(checked.mesh));
        output->commit();
    }
    if (options.json)
        std::printf("%s\n", textOf(reportJson(options.path, report)).c_str());
    else if (report.usable())
        printTable(options.path, report);
    if (!report.usable())
        throw InputError(options.path + ": " + report.issues.front().message + remedyFor(report, frontEnd, true));
}

} // namespace ambient
