// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/BodyInWater.h"

#include "AmbientFluid/Hydrostatics/HullCut.h"
#include "AmbientFluid/Math/Requirements.h"

#include <stdexcept>
#include <string>

namespace ambient {

Pose describeRest(const TriangleMesh& mesh, const WaveRadiationDef& def, WaveRadiation& out) {
    HullCutter cutter(mesh);
    const Pose& pose = def.waterFromMesh;
    const Matrix3 turn = pose.orientation.toRotationMatrix();
    const Vector3 up = turn.transpose() * Vector3::UnitZ();
    const HullCut cut = cutter.cut(up, -pose.position.z() - up.dot(cutter.center()));
    if (!(cut.area > 0.0) || !(cut.volume > 0.0)) {
        const double height = pose.position.z() + up.dot(cutter.center()); // of the point from which the cut counts
        throw std::invalid_argument("the surface does not cut the body: it reaches from " +
                                    textOf(height + cut.lowest) + " to " + textOf(height + cut.highest) +
                                    " m above the surface");
    }
    const Vector3 origin = cutter.center() + cut.centroid;
    out.waterplaneInMesh = origin;
    out.volume = cut.volume;
    out.centerOfBuoyancy = turn * (cut.moment / cut.volume - cut.centroid);
    out.waterplaneArea = cut.area;
    out.waterplaneSpread = turn * cut.spread * turn.transpose();
    out.fluidDensity = def.fluidDensity;
    out.gravity = def.gravity;
    out.depth = def.depth;
    return {pose.orientation, -(turn * origin)};
}

} // namespace ambient
