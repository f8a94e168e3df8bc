// SPDX-License-Identifier: Zlib
#include "RobotMjcf.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "MeshImport/MeshImport.h"
#include "RobotFormats/MjcfWriter.h"
#include "Worlds/WorldMeshes.h"

#include <algorithm>

namespace ambient {
namespace {

MjcfLinkFluid fluidOf(const WorldLink& link, const TriangleMesh& mesh) {
    const std::shared_ptr<const FluidBodyModel> model = FluidBodyModel::build(mesh, modelDefOf(link.flow));
    return {fitEllipsoidFluid(*model), model->volume()};
}

/// Mass, centre and moments as numbers, axes of the link.
RobotInertia numbersOf(const WorldMassFrame& frame) {
    RobotInertia inertia;
    inertia.mass = frame.mass;
    inertia.centerOfMass = frame.frameFromBody.position;
    const Matrix3 turn = frame.frameFromBody.orientation.toRotationMatrix();
    inertia.moments = turn * frame.moments.asDiagonal() * turn.transpose();
    return inertia;
}

bool isWithoutMesh(const RobotGeometry& shape) {
    if (shape.kind != RobotGeometry::Kind::Mesh || !shape.isVisual || shape.mesh) return false;
    try {
        importMesh(shape.file);
        return false;
    } catch (const MeshImportError&) {
        return true;
    }
}

} // namespace

std::string mjcfOf(RobotTree tree, const std::vector<WorldLink>& links, double fluidDensity) {
    MjcfRobot robot;
    robot.fluidDensity = fluidDensity;
    robot.meshOf = [](const RobotGeometry& shape) { return importMesh(shape.file); };
    for (std::size_t i = 0; i < links.size(); ++i) {
        RobotTreeLink& link = tree.links[i];
        std::optional<TriangleMesh> mesh;
        if (!links[i].shapes.empty()) mesh = meshOf(links[i].shapes, "");
        if (link.mass && (link.mass->density || link.mass->isOfShapes || link.mass->isCenterOfShapes))
            link.mass = numbersOf(massFrameOf(links[i].mass, mesh ? &*mesh : nullptr, links[i].path));
        link.shapes.erase(std::remove_if(link.shapes.begin(), link.shapes.end(), isWithoutMesh), link.shapes.end());
        robot.fluids.push_back(mesh ? std::optional(fluidOf(links[i], *mesh)) : std::nullopt);
    }
    robot.tree = &tree;
    return mjcfOf(robot);
}

} // namespace ambient
