// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/CrowdHull.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/CrowdFit.h"

#include <cmath>

namespace ambient {
namespace {

CrowdHull::Face faceOf(const FluidBodyModel& model, int face) {
    const FaceTable& table = model.faceTable();
    const Vector3& center = model.centerOfVolume();
    const auto number = [&](int row) { return *table.at(row, face); };
    const auto vector = [&](int row) { return Vector3(number(row), number(row + 1), number(row + 2)); };
    const Vector3 linear = vector(FaceTable::AddedMass + 3);
    const Vector3 angular = vector(FaceTable::AddedMass) - center.cross(linear);
    const Vector3 normal = vector(FaceTable::NormalX), centroid = vector(FaceTable::CentroidX) - center;
    const Vector3 turn = centroid.cross(normal);
    CrowdHull::Face f;
    f.area = static_cast<float>(number(FaceTable::Area));
    for (int axis = 0; axis < 3; ++axis) {
        f.corner[axis] = table.corner(axis)[face];
        f.normal[axis] = static_cast<float>(normal[axis]);
        f.centroid[axis] = static_cast<float>(centroid[axis]);
        f.turn[axis] = static_cast<float>(turn[axis]);
        f.g[axis] = static_cast<float>(angular[axis]);
        f.g[3 + axis] = static_cast<float>(linear[axis]);
    }
    return f;
}

} // namespace

std::shared_ptr<const CrowdHull> makeCrowdHull(const FluidBodyModel& model) {
    const SurfaceData& data = model.surface().data();
    if (!hasForcesOfPoints(model) || data.displacedShare != 1.0 || data.buoyancyScale != 1.0) return nullptr;
    auto hull = std::make_shared<CrowdHull>();
    const int count = model.faces().size();
    hull->points = facesAsPoints(model);
    for (int f = 0; f < count; ++f)
        hull->faces.push_back(faceOf(model, f));
    int point = count;
    for (const BasePoint& base : model.pressureWeights().bases)
        hull->bases.push_back({point++, static_cast<float>(std::sqrt(base.area / kPi))});
    const FaceTable& table = model.faceTable();
    for (int v = 0; v < table.vertexCount(); ++v)
        for (int axis = 0; axis < 3; ++axis)
            hull->vertices.push_back(static_cast<float>(table.vertices()[v][axis]));
    const Vector3 areaCenter = model.viscousTensor().areaCenter - model.centerOfVolume();
    for (int axis = 0; axis < 3; ++axis)
        hull->areaCenter[axis] = static_cast<float>(areaCenter[axis]);
    hull->area = static_cast<float>(model.surface().area());
    return hull;
}

} // namespace ambient
