// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>
#include <functional>

/// Shape sequences of the laws of deforming bodies.
namespace test {

/// The meshes, one after the other.
inline ambient::TriangleMesh joined(const std::vector<ambient::TriangleMesh>& parts) {
    ambient::TriangleMesh all;
    for (const ambient::TriangleMesh& part : parts) {
        const int first = all.vertexCount();
        all.vertices.insert(all.vertices.end(), part.vertices.begin(), part.vertices.end());
        for (const auto& [a, b, c] : part.faces)
            all.faces.push_back({a + first, b + first, c + first});
    }
    return all;
}

/// The mesh turned, stretched and moved.
inline ambient::TriangleMesh moved(ambient::TriangleMesh mesh, const ambient::Vector3& by, double scale = 1.0) {
    for (ambient::Vector3& v : mesh.vertices)
        v = scale * v + by;
    return mesh;
}

/// A loop of `keys` keys over `period`: shape(t) gives the mesh at a time.
inline ambient::ShapeSequence loopOf(int keys, double period,
                                     const std::function<ambient::TriangleMesh(double)>& shape) {
    ambient::ShapeSequence s;
    s.period = period;
    for (int k = 0; k < keys; ++k) {
        s.times.push_back(period * k / keys);
        ambient::TriangleMesh mesh = shape(s.times.back());
        s.faces = mesh.faces;
        s.keys.push_back(std::move(mesh.vertices));
    }
    return s;
}

/// Three spheres on the x axis, neutrally buoyant in a fluid of density 1; period 2 pi.
inline ambient::ShapeSequence threeSpheres(double distance, double amplitude, double radius, int faces, int keys) {
    const ambient::TriangleMesh sphere = ambient::makeSphere(radius, faces / 3);
    ambient::ShapeSequence s = loopOf(keys, 2.0 * ambient::kPi, [&](double t) {
        const double left = distance + amplitude * std::cos(t), right = distance + amplitude * std::sin(t);
        return joined({moved(sphere, {-left, 0.0, 0.0}), sphere, moved(sphere, {right, 0.0, 0.0})});
    });
    s.mass = 3.0 * ambient::enclosedVolume(sphere);
    return s;
}

/// The sequence in the moving frame of an author: pose(key) is authorFromOld.
inline ambient::ShapeSequence inFrame(ambient::ShapeSequence s, const std::function<ambient::Pose(double)>& pose) {
    for (std::size_t k = 0; k < s.keys.size(); ++k) {
        const ambient::Pose at = pose(s.times[k]);
        for (ambient::Vector3& v : s.keys[k])
            v = at * v;
        for (ambient::MovingMass& m : s.extraMasses) {
            if (m.path.size() == 1) m.path.assign(s.keys.size(), m.path.front());
            m.path[k] = at * m.path[k];
        }
    }
    return s;
}

/// The motion of a sequence in a uniform fluid without gravity.
inline ambient::KirchhoffMotion motionOf(const std::shared_ptr<const ambient::DeformingModel>& shape,
                                         double density = 1.0, ambient::ForceSet forces = {}, double viscosity = 0.0) {
    std::shared_ptr<const ambient::FluidMedium> medium;
    if (density > 0.0) medium = std::make_shared<ambient::UniformMedium>(density, viscosity);
    return {shape->body(), medium, std::move(forces), ambient::Vector3::Zero()};
}

/// Pose of the author's frame after `duration`, from the state without momentum, with `steps` Runge-Kutta steps.
inline ambient::FluidBodyState swum(const ambient::KirchhoffMotion& motion, double duration, int steps,
                                    ambient::FluidBodyState state = {}) {
    ambient::IntegratorOptions options;
    options.method = ambient::Integrator::RungeKutta4;
    options.maxSubstep = duration / steps;
    ambient::integrate(motion, state, duration, options);
    return state;
}

} // namespace test
