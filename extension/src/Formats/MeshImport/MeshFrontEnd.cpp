// SPDX-License-Identifier: Zlib
#include "MeshImport/MeshFrontEnd.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Mesh/Decimation.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshComponents.h"
#include "AmbientFluid/Mesh/NumberedMesh.h"
#include "AmbientFluid/Mesh/SheetThickening.h"
#include "MeshImport/ExactUnion.h"
#include "MeshImport/SolidWrap.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

namespace ambient {
namespace {

/// Joins faces of sides flat to about a hundredth of a cell. This saves most of the time of decimation.
constexpr double kAdaptivity = 0.02;

/// A greater difference between the volumes from a grid and from a grid of half the cells gives a warning.
constexpr double kVolumeTolerance = 0.01;

/// Whether the mesh can be put on a grid.
bool isSound(const MeshReport& report) {
    return report.area > 0.0 && !report.has(MeshDefect::IndexOutOfRange) && !report.has(MeshDefect::NonFiniteVertex);
}

double longestSide(const MeshReport& report) {
    return (report.boundsMax - report.boundsMin).maxCoeff();
}

/// Removes pieces smaller than a few cells, and cavities, whose volume is negative.
TriangleMesh withoutSplinters(TriangleMesh surface, double cell) {
    const double least = 8.0 * cell * cell * cell;
    const MeshComponents components = connectedComponents(surface, MeshAdjacency(surface));
    std::vector<double> volumes(components.firstFace.size(), 0.0);
    for (int f = 0; f < surface.faceCount(); ++f) {
        const int piece = components.ofFace[f];
        if (piece < 0) continue;
        const Vector3& origin = surface.corner(components.firstFace[piece], 0);
        volumes[piece] +=
            (surface.corner(f, 0) - origin).cross(surface.corner(f, 1) - origin).dot(surface.corner(f, 2) - origin) /
            6.0;
    }
    std::vector<char> marks;
    for (int piece : components.ofFace)
        marks.push_back(piece < 0 || !(volumes[piece] > least));
    NumberedMesh kept(std::move(surface));
    kept.dropFaces(marks);
    kept.dropUnusedVertices();
    return std::move(kept.mesh);
}

/// A mesh made from a grid.
struct Wrapped {
    TriangleMesh surface;
    double volume = 0.0; ///< [m^3]
};

Wrapped surfaceOn(const TriangleMesh& mesh, Filling filling, int cells, double longest,
                  double adaptivity = kAdaptivity) {
    Wrapped wrapped;
    wrapped.surface = withoutSplinters(wrapSolid(mesh, filling, cells, adaptivity), longest / cells);
    wrapped.volume = enclosedVolume(wrapped.surface);
    return wrapped;
}

/// Volumes with a smaller relative difference are of the same body.
constexpr double kSameBody = 0.1;

/// The filling of a mesh, and its surface on the finest grid if the choice needed this surface.
struct ChosenFilling {
    Filling filling = Filling::Flooded;
    std::optional<Wrapped> fine;
};

/// Floods a surface closed but for pin holes, of any winding. A coarse grid decides.
ChosenFilling fillingFor(const TriangleMesh& mesh, const MeshReport& report, const MeshFrontEndOptions& options) {
    if (report.closed || !options.wrap) return {};
    const double longest = longestSide(report);
    Wrapped flooded = surfaceOn(mesh, Filling::Flooded, options.cells, longest);
    const double wound = surfaceOn(mesh, Filling::Wound, options.cells / 4, longest).volume;
    if (flooded.volume >= (1.0 - kSameBody) * wound) return {Filling::Flooded, std::move(flooded)};
    return {Filling::Wound, std::nullopt};
}

/// Whether a grid may stand for the mesh without the option `wrap`: holes were too small for the flood.
bool isSameBody(const Wrapped& flooded, const TriangleMesh& mesh) {
    const double volume = enclosedVolume(mesh);
    return std::abs(flooded.volume - volume) <= kSameBody * volume;
}

TriangleMesh turnedOutward(TriangleMesh mesh) {
    if (enclosedVolume(mesh) >= 0.0) return mesh;
    for (TriangleMesh::Face& f : mesh.faces)
        std::swap(f[1], f[2]);
    return mesh;
}

/// The surface with fewer faces, as few as leave a usable mesh.
CheckedMesh thinned(const TriangleMesh& surface, int wanted) {
    const auto anywhere = [](const Vector3& point) { return point; };
    for (int faces = wanted; faces < surface.faceCount(); faces *= 4) {
        CheckedMesh checked = repairMesh(decimate(surface, faces, anywhere, Keep::Shape));
        if (checked.report.usable()) return checked;
    }
    return repairMesh(surface);
}

void noteWrap(CheckedMesh& wrapped, const MeshReport& before, Filling filling, int cells) {
    char text[240];
    std::snprintf(text, sizeof text,
                  "%s on a grid of %d cells of %.3g m, which cuts edges by a cell: volume %.6g -> %.6g m^3, area %.6g "
                  "-> %.6g m^2",
                  filling == Filling::Flooded ? "joined what touches or crosses" : "wrapped", cells,
                  longestSide(before) / cells, before.volume, wrapped.report.volume, before.area, wrapped.report.area);
    std::vector<std::string> repairs = before.repairs;
    repairs.push_back(text);
    wrapped.report.repairs = std::move(repairs);
    wrapped.givenFaces.assign(wrapped.mesh.faces.size(), -1);
}

std::string percent(double share) {
    char text[40];
    std::snprintf(text, sizeof text, "%.2g %%", 100.0 * share);
    return text;
}

/// Change of a box by the longest side of the first.
double changeOfBox(const MeshReport& before, const MeshReport& after) {
    const double moved = std::max((after.boundsMax - before.boundsMax).cwiseAbs().maxCoeff(),
                                  (after.boundsMin - before.boundsMin).cwiseAbs().maxCoeff());
    return moved / std::max(longestSide(before), 1e-300);
}

/// Judges a mesh from a grid by the exact union. \returns whether it may stand for the union
bool isFaithful(MeshReport& made, const UnionReport& reference) {
    if (!(reference.area > 0.0)) return true;
    const double change = changeFrom(reference, made);
    if (change > kRefusedChange) return false;
    if (change > kWarnedChange)
        made.warnings.push_back("mesh: the grid changes its box, volume or area by " + percent(change) +
                                ": thin parts or narrow gaps are lost in part");
    return true;
}

/// Replaces the mesh if a grid gives a usable one. \param reference of its pieces, if they were united
/// \returns whether finer cells would hardly change the volume
bool tryGridOf(CheckedMesh& checked, const MeshFrontEndOptions& options, const UnionReport& reference) {
    const double longest = longestSide(checked.report);
    if (!(longest > 0.0)) return true;
    const TriangleMesh mesh = turnedOutward(checked.mesh);
    auto [filling, known] = fillingFor(mesh, checked.report, options);
    // Another grid if one gives no sound surface.
    constexpr std::pair<double, double> tries[] = {{1.0, kAdaptivity}, {1.0, 0.0}, {0.93, 0.0}, {0.86, 0.0}};
    for (const auto& [share, adaptivity] : tries) {
        const int cells = static_cast<int>(std::lround(share * options.cells));
        const Wrapped fine = known ? std::move(*known) : surfaceOn(mesh, filling, cells, longest, adaptivity);
        known.reset();
        if (fine.surface.faces.empty()) return false;
        if (!checked.report.closed && !options.wrap && !isSameBody(fine, mesh)) return true; // its holes are too wide
        CheckedMesh wrapped = thinned(fine.surface, options.facesOfGrid);
        if (!wrapped.report.usable()) continue;
        if (!isFaithful(wrapped.report, reference)) {
            checked.report.issues.front().message +=
                "; a grid of " + std::to_string(cells) + " cells would change its box, volume or area by " +
                percent(changeFrom(reference, wrapped.report)) +
                ": let the pieces overlap, or part them by more than a thousandth of their thickness";
            return false;
        }
        noteWrap(wrapped, checked.report, filling, cells);
        const double coarse = surfaceOn(mesh, filling, cells / 2, longest).volume;
        const bool isSettled = std::abs(coarse - fine.volume) <= kVolumeTolerance * fine.volume;
        if (!isSettled) {
            char text[200];
            std::snprintf(text, sizeof text,
                          "mesh: a grid of %d cells gives a volume of %.4g m^3 in place of %.4g m^3: thin walls or "
                          "narrow gaps may be lost",
                          cells / 2, coarse, fine.volume);
            wrapped.report.warnings.push_back(text);
        }
        checked = std::move(wrapped);
        return isSettled;
    }
    return false;
}

/// Replaces the mesh if a grid gives a usable one: the first whose volume is settled, else the finest.
void tryGrid(CheckedMesh& checked, const MeshFrontEndOptions& options, const UnionReport& reference) {
    const CheckedMesh given = checked;
    MeshFrontEndOptions trial = options;
    trial.cells = options.firstCells > 0 ? std::min(options.firstCells, options.cells) : options.cells;
    bool isSettled = tryGridOf(checked, trial, reference);
    while (!isSettled && trial.cells < options.cells) {
        trial.cells = std::min(2 * trial.cells, options.cells);
        CheckedMesh finer = given;
        isSettled = tryGridOf(finer, trial, reference);
        if (finer.report.usable() || !checked.report.usable()) checked = std::move(finer);
    }
}

/// The connected pieces of a mesh, each a usable mesh; empty if one is not.
std::vector<TriangleMesh> solidPieces(const TriangleMesh& mesh) {
    const MeshComponents components = connectedComponents(mesh, MeshAdjacency(mesh));
    std::vector<TriangleMesh> pieces;
    for (int piece = 0; piece < components.count(); ++piece) {
        std::vector<char> marks;
        for (int ofFace : components.ofFace)
            marks.push_back(ofFace != piece);
        NumberedMesh kept(mesh);
        kept.dropFaces(marks);
        kept.dropUnusedVertices();
        if (!checkMesh(kept.mesh).usable()) return {};
        pieces.push_back(std::move(kept.mesh));
    }
    return pieces;
}

/// Replaces the mesh if its closed pieces have an exact union.
void tryUnion(CheckedMesh& checked, const MeshFrontEndOptions& options, UnionReport& report) {
    const std::vector<TriangleMesh> pieces = solidPieces(checked.mesh);
    if (pieces.size() < 2) return;
    std::optional<CheckedMesh> united =
        uniteExactly(pieces, std::max(options.facesOfGrid, checked.mesh.faceCount()), report);
    if (!united) return;
    char text[240];
    std::snprintf(text, sizeof text,
                  "united %d pieces that touch or cross, exactly: volume %.6g -> %.6g m^3, area %.6g -> %.6g m^2",
                  static_cast<int>(pieces.size()), checked.report.volume, united->report.volume, checked.report.area,
                  united->report.area);
    united->report.repairs = checked.report.repairs;
    united->report.repairs.push_back(text);
    checked = std::move(*united);
}

/// Notes what the preparation left out. \param given report of the mesh as it came
void judgeLosses(CheckedMesh& checked, const MeshReport& given) {
    MeshReport& report = checked.report;
    if (!report.usable() || report.thickenedSheets > 0 || !isSound(given)) return;
    const bool lostSheets = std::any_of(report.repairs.begin(), report.repairs.end(), [](const std::string& repair) {
        return repair.find("without volume") != std::string::npos; // MeshRepair.cpp
    });
    if (lostSheets)
        report.warnings.push_back(
            "mesh: pieces without volume are left out: they displace nothing; give them a thickness");
    const double change = changeOfBox(given, report);
    if (change > kRefusedChange)
        report.issues.push_back({MeshDefect::SeveralComponents, "mesh",
                                 "mesh: its repair changes its box by " + percent(change) +
                                     ": remove what is no body, or give thin parts a thickness"});
    else if (change > kWarnedChange)
        report.warnings.push_back("mesh: its repair changes its box by " + percent(change));
}

} // namespace

void warnOfRounding(const TriangleMesh& mesh, MeshReport& report) {
    Eigen::AlignedBox3d box;
    for (const Vector3& v : mesh.vertices) {
        if (v != v.cast<float>().cast<double>()) return;
        box.extend(v);
    }
    if (box.isEmpty()) return;
    const double farthest = std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
    const double rounding = 0.5 * std::numeric_limits<float>::epsilon() * farthest;
    if (rounding > kWarnedRounding * box.sizes().maxCoeff())
        report.warnings.push_back(
            "mesh: lies " + textOf(farthest) + " m from its origin, where the single precision of " +
            "mesh files moves corners by up to " + textOf(rounding) + " m: bring it near its origin");
}

CheckedMesh prepareMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options) {
    CheckedMesh checked = repairMesh(mesh, MeshRepair::Safe, options.sheetThickness);
    const MeshReport& report = checked.report;
    UnionReport reference;
    if (!report.usable() && isSound(report) && report.closed) tryUnion(checked, options, reference);
    if (!report.usable() && isSound(report) && canWrapSolids() &&
        (report.closed || options.wrap || options.sheetThickness == 0.0))
        tryGrid(checked, options, reference);
    if (!report.repairs.empty()) judgeLosses(checked, checkMesh(mesh));
    warnOfRounding(mesh, checked.report);
    return checked;
}

CheckedMesh requireUnitedMesh(const std::vector<TriangleMesh>& parts, const MeshFrontEndOptions& options) {
    UnionReport reference;
    if (std::optional<CheckedMesh> united = uniteExactly(parts, options.facesOfGrid, reference)) {
        united->report.warnings.clear(); // of close vertices, which every contact of parts has
        return std::move(*united);
    }
    CheckedMesh all;
    for (const TriangleMesh& part : parts) {
        const int first = all.mesh.vertexCount();
        all.mesh.vertices.insert(all.mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
        for (const TriangleMesh::Face& f : part.faces)
            all.mesh.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    }
    all = repairMesh(all.mesh);
    if (!all.report.usable() && canWrapSolids()) tryGrid(all, options, reference);
    if (all.report.usable()) return all;
    MeshReport report = all.report;
    report.issues.front().message += "; their exact union is refused: " + reference.refusal;
    throw MeshError(report);
}

bool leftHollowsOut(const MeshReport& report) {
    return std::any_of(report.repairs.begin(), report.repairs.end(), [](const std::string& repair) {
        return repair.find("inside another") != std::string::npos; // MeshRepair.cpp
    });
}

std::string remedyFor(const MeshReport& report, const MeshFrontEndOptions& options, bool offersWrap) {
    if (!isSound(report)) return "; the file is damaged: export the mesh anew";
    std::string text = sheetThicknessAdvice(report, "--sheet-thickness");
    if (report.has(MeshDefect::SheetThickness)) return text;
    if (!canWrapSolids())
        return text + "; this build has no OpenVDB: holes cannot be closed, and --wrap is not available";
    if (options.wrap) return text + "; --wrap finds no volume in it";
    if (!report.closed)
        return text + (offersWrap ? "; if it is a solid with holes, --wrap closes them"
                                  : "; if it is a solid with holes, ambient check --wrap --output makes a mesh of it");
    return text + "; it encloses no volume that a grid finds";
}

CheckedMesh requirePreparedMesh(const TriangleMesh& mesh, const MeshFrontEndOptions& options, bool offersWrap) {
    CheckedMesh checked = prepareMesh(mesh, options);
    if (checked.report.usable()) return checked;
    MeshReport report = checked.report;
    report.issues.front().message += remedyFor(report, options, offersWrap);
    throw MeshError(report);
}

} // namespace ambient
