// SPDX-License-Identifier: Zlib
#include "Worlds/RobotMeshes.h"

#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"
#include "FilePath.h"
#include "MeshImport/MeshFrontEnd.h"
#include "MeshImport/MeshImport.h"
#include "RobotFormats/RobotTree.h"
#include "Worlds/WorldMeshes.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

namespace ambient {
namespace {

bool isFinite(const TriangleMesh& mesh) {
    return std::all_of(mesh.vertices.begin(), mesh.vertices.end(), [](const Vector3& v) { return v.allFinite(); });
}

constexpr int kFirstCells = 128;     ///< of grids along a mesh, which robots have many of
constexpr double kSheetShare = 0.01; ///< thickness of an open sheet, of the longest side of its bounds

double extentOf(const TriangleMesh& mesh) {
    Eigen::AlignedBox3d bounds;
    for (const Vector3& vertex : mesh.vertices)
        bounds.extend(vertex);
    return mesh.vertices.empty() ? 0.0 : bounds.sizes().maxCoeff();
}

/// A usable mesh in place of an unusable one, in the coordinates of its file. \param how says what was done
/// \param isVisual a picture of a plane is no plate
std::optional<TriangleMesh> substituteOf(const TriangleMesh& mesh, bool isVisual, std::string& how) {
    MeshFrontEndOptions options;
    options.wrap = true;
    options.firstCells = kFirstCells;
    CheckedMesh closed = prepareMesh(mesh, options);
    if (closed.report.usable()) {
        how = "it is closed on a grid";
        return std::move(closed.mesh);
    }
    if (!isFinite(mesh)) return std::nullopt;
    if (!isVisual && !mesh.faces.empty()) {
        MeshFrontEndOptions sheet;
        sheet.sheetThickness = kSheetShare * extentOf(mesh);
        CheckedMesh plate = prepareMesh(mesh, sheet);
        char text[32];
        std::snprintf(text, sizeof text, "%.4g", sheet.sheetThickness);
        how = "it is a sheet with a thickness of " + std::string(text) + " m";
        if (plate.report.usable()) return std::move(plate.mesh);
    }
    CheckedMesh hull = prepareMesh(btFluidConvexHull(mesh.vertices));
    if (!hull.report.usable()) return std::nullopt;
    how = "its convex hull is in its place";
    return std::move(hull.mesh);
}

/// Makes meshes usable, those of one file and scale once.
class MeshMender {
  public:
    explicit MeshMender(const std::string& folder) : m_folder(folder) {}

    /// \returns whether the shape stays \param notes get a line if the mesh is not used as it is
    bool mend(WorldShape& shape, std::vector<std::string>& notes) {
        if (shape.kind != WorldShape::Kind::Mesh) return true;
        const Vector3& s = shape.scale;
        const Key key(shape.file, shape.mesh.get(), s.x(), s.y(), s.z(), shape.isVisual);
        auto known = m_outcomes.find(key);
        if (known == m_outcomes.end()) known = m_outcomes.emplace(key, outcomeOf(shape)).first;
        const Outcome& outcome = known->second;
        const std::string why = shape.filePath + outcome.why;
        if (outcome.prepared) {
            shape.prepared = outcome.prepared;
            if (!outcome.how.empty()) notes.push_back(why + ": " + outcome.how);
            return true;
        }
        if (!shape.isVisual) throw WorldFileError(why);
        notes.push_back(why + ": the visual shape is left out");
        return false;
    }

  private:
    /// File, mesh without a file, scale, and whether the shape is visual.
    using Key = std::tuple<std::string, const TriangleMesh*, double, double, double, bool>;
    struct Outcome {
        std::shared_ptr<const CheckedMesh> prepared; ///< null: the mesh has no usable form
        std::string why;                             ///< the mesh is not used as it is, after its place
        std::string how;                             ///< what is used instead; empty: the mesh
    };

    Outcome outcomeOf(WorldShape shape) const {
        Outcome outcome;
        MeshFrontEndOptions options;
        options.firstCells = kFirstCells;
        try {
            outcome.prepared = std::make_shared<const CheckedMesh>(preparedMesh(shape, m_folder, options));
            return outcome;
        } catch (const WorldFileError& error) {
            const std::string text = error.what();
            outcome.why = text.substr(std::min(text.size(), shape.filePath.size()));
        }
        std::optional<TriangleMesh> substitute;
        try {
            const TriangleMesh mesh = shape.mesh ? *shape.mesh : importMesh(utf8Of(pathIn(m_folder, shape.file)));
            substitute = substituteOf(mesh, shape.isVisual, outcome.how);
        } catch (const MeshImportError&) { // `why` says so
        }
        if (!substitute) return outcome;
        outcome.why.resize(std::min(outcome.why.size(), outcome.why.find(';'))); // a remedy for files of one's own
        shape.mesh = std::make_shared<TriangleMesh>(*std::move(substitute));
        outcome.prepared = std::make_shared<const CheckedMesh>(preparedMesh(shape, m_folder, options));
        return outcome;
    }

    const std::string& m_folder;
    std::map<Key, Outcome> m_outcomes;
};

/// The moments of a link that has lost all its shapes.
void replaceMoments(WorldLink& link, std::vector<std::string>& notes) {
    if (link.mass.inertia || !link.shapes.empty()) return;
    if (!link.mass.mass) throw WorldFileError(link.path + ": '" + link.name + "' has no usable shape and no mass");
    const double moment = momentOfWaterBall(*link.mass.mass);
    link.mass.inertia = {moment, moment, moment, 0.0, 0.0, 0.0};
    if (!link.mass.centerOfMass) link.mass.centerOfMass = Vector3::Zero();
    notes.push_back(link.path + ": the moments of inertia of '" + link.name + "' are those of a ball of water");
}

} // namespace

std::vector<std::string> mendRobotMeshes(std::vector<WorldLink>& links, const std::string& folder) {
    std::vector<std::string> notes;
    MeshMender mender(folder);
    for (WorldLink& link : links) {
        if (link.shapes.empty()) continue;
        std::vector<WorldShape> kept;
        for (WorldShape& shape : link.shapes)
            if (mender.mend(shape, notes)) kept.push_back(std::move(shape));
        link.shapes = std::move(kept);
        replaceMoments(link, notes);
        if (link.shapes.empty())
            notes.push_back(link.path + ": '" + link.name + "' has no shape: the fluid does not act on it");
    }
    return notes;
}

} // namespace ambient
