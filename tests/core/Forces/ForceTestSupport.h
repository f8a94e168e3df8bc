// SPDX-License-Identifier: Zlib
#pragma once

#include "../TestBodies.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Mesh/Primitives.h"

/// Common parts of the tests of forces.
namespace test {

inline ambient::RelativeFlow flowOf(const ambient::Twist& twist, double density = 1.2, double viscosity = 1.8e-5) {
    ambient::RelativeFlow flow;
    flow.twist = twist;
    flow.density = density;
    flow.dynamicViscosity = viscosity;
    return flow;
}

/// The same relative motion about the origin of frame A; `twist` is given in frame B.
inline ambient::RelativeFlow seenFrom(const ambient::Pose& aFromB, ambient::RelativeFlow flow) {
    flow.twist = ambient::changeFrame(flow.twist, aFromB.inverse());
    flow.effectiveGravity = aFromB.orientation * flow.effectiveGravity;
    return flow;
}

/// Small bodies of many kinds, off centre and turned.
inline std::vector<ambient::TriangleMesh> assortedBodies() {
    using namespace ambient;
    Random random(77);
    std::vector<TriangleMesh> meshes = {
        makeSphere(1.0, 180),    makeBox({1, 1, 1}, 48),      makePlate({2, 0.05, 1}, 48),
        makeCone(1.0, 1.5, 100), makeCylinder(0.5, 2.0, 100), makeEllipsoid({1, 1, 0.2}, 180),
        hemisphere(5),           lumpy(makeSphere(1.0, 180))};
    for (std::size_t i = 0; i < meshes.size(); i += 2)
        meshes[i] = transformed(meshes[i], {random.rotation(), random.vector()});
    return meshes;
}

} // namespace test
