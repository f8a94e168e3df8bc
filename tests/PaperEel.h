// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "ShapeSequences.h"

/// An eel after [Soliman2024].
namespace test {

/// Paper 000's lift and drag, and skin friction with a constant coefficient of .004.
class PaperEelForce final : public ambient::ForceModel {
  public:
    const std::string& name() const override {
        static const std::string kName = "paper_eel";
        return kName;
    }
    bool isDissipative() const override { return true; }
    ambient::Wrench evaluate(const ambient::Surface& surface, const ambient::RelativeFlow& flow,
                             ambient::SurfaceField*) const override {
        const ambient::Faces& faces = surface.faces();
        ambient::Wrench sum;
        for (int f = 0; f < faces.size(); ++f) {
            const ambient::Vector3 u = flow.velocityOfFace(faces, f), n = faces.normal(f), along = u - n.dot(u) * n;
            const ambient::Vector3 perArea = u.norm() * n.dot(u) * n + 0.004 * along.norm() * along;
            const ambient::Vector3 force = -0.5 * flow.density * faces.area[f] * perArea;
            sum += ambient::Wrench(faces.centroid(f).cross(force), force);
        }
        return sum;
    }
};

/// An ellipsoid as dense as water with a growing travelling wave of 1.5 periods a second.
inline ambient::ShapeSequence paperEel(int faces, int keys) {
    const ambient::TriangleMesh straight = ambient::makeEllipsoid({0.5, 0.03, 0.05}, faces);
    ambient::ShapeSequence s = loopOf(keys, 2.0 / 3.0, [&](double t) {
        ambient::TriangleMesh mesh = straight;
        for (ambient::Vector3& v : mesh.vertices) {
            const double along = v.x() + 0.5;
            v.y() += (0.015 + 0.05 * along * along) * std::sin(2.0 * ambient::kPi * (v.x() / 0.8 - 1.5 * t));
        }
        return mesh;
    });
    s.mass = 998.0 * ambient::enclosedVolume(straight);
    return s;
}

/// Displacement of the eel's frame in six beats from rest.
inline ambient::Vector3 wayOfEel(const std::shared_ptr<const ambient::DeformingModel>& eel, ambient::Integrator method,
                                 double step) {
    ambient::ForceSet forces;
    forces.add(std::make_shared<PaperEelForce>());
    const ambient::KirchhoffMotion motion = motionOf(eel, 998.0, forces);
    ambient::FluidBodyState state;
    const ambient::EvaluationAt start(motion, state);
    state.momentum = start.inertia().shapeMomentum.as<ambient::Momentum>();
    ambient::IntegratorOptions options;
    options.method = method;
    options.maxSubstep = step;
    ambient::integrate(motion, state, 4.0, options);
    return (state.worldFromBody * eel->bodyFromAuthor(0.0)).position - eel->bodyFromAuthor(0.0).position;
}

} // namespace test
