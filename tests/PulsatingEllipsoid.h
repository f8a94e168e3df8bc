// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/BodyDeformation.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"

#include <cmath>

namespace test {

/// A deforming body whose K(t) and sigma(t) are known by formula: a thin ellipsoidal shell around a heavy core. The
/// semi-axes pulse, and the shell moves along x relative to the core, a quarter period later. In a perfect fluid such a
/// body swims: with m the core's mass and M(t) the added mass along x, a body of zero initial momentum has
///     V = -M c' / (m + M), c the place of the shell.
/// This velocity does not average to zero over a period. [Saffman1967]
class PulsatingEllipsoid : public ambient::BodyDeformation {
  public:
    static constexpr double kFrequency = 2.0 * ambient::kPi; ///< [rad/s]
    ambient::Vector3 pulse{0.3, 0.2, 0.1};                   ///< relative amplitude of the semi-axes
    double stroke = 0.05;                                    ///< amplitude of the shell's motion along x [m]
    double speed = 0.0;                                      ///< steady part of its velocity [m/s]
    double pressureScale = 1.0;                              ///< SurfaceData::pressureScale
    ambient::SpatialInertia inertia =
        ambient::SpatialInertia::ofBody(20.0, ambient::Vector3(0.3, 0.4, 0.5).asDiagonal());

    explicit PulsatingEllipsoid(int faces) : m_sphere(ambient::makeSphere(1.0, faces)) {}

    ambient::Vector3 semiAxes(double time) const {
        return kMeanAxes.cwiseProduct(ambient::Vector3::Ones() + std::cos(kFrequency * time) * pulse);
    }
    double center(double time) const { return stroke * std::sin(kFrequency * time) + speed * time; }
    double centerVelocity(double time) const { return stroke * kFrequency * std::cos(kFrequency * time) + speed; }

    /// Added mass along x per density [m^3].
    double addedMassAlong(double time) const {
        return ambient::analyticEllipsoidAddedMass(semiAxes(time)).matrix()(3, 3);
    }

    ambient::TriangleMesh meshAt(double time) const {
        ambient::TriangleMesh mesh = m_sphere;
        for (ambient::Vector3& v : mesh.vertices)
            v = semiAxes(time).cwiseProduct(v) + ambient::Vector3(center(time), 0.0, 0.0);
        return mesh;
    }

    void evaluate(double time, ambient::DeformedShape& shape) const override {
        using ambient::Vector3;
        const Vector3 axes = semiAxes(time), at(center(time), 0.0, 0.0), velocity(centerVelocity(time), 0.0, 0.0);
        const Vector3 rate = -kFrequency * std::sin(kFrequency * time) * kMeanAxes.cwiseProduct(pulse);
        const ambient::TriangleMesh mesh = meshAt(time);
        const std::size_t faces = static_cast<std::size_t>(mesh.faceCount());
        ambient::SurfaceData data;
        data.volume = ambient::enclosedVolume(mesh);
        data.area = ambient::surfaceArea(mesh);
        data.centerOfVolume = at;
        data.radius = axes.maxCoeff();
        data.length = std::sqrt(data.area);
        data.pressureScale = pressureScale;
        const ambient::SpatialInertia aboutCenter = ambient::analyticEllipsoidAddedMass(axes);
        data.addedMassPerDensity = aboutCenter.changeFrame({ambient::Quaternion::Identity(), -at});
        for (std::vector<double>& row : data.addedMassDistribution.g)
            row.assign(faces, 0.0);
        ambient::PressureWeights& weights = data.pressureWeights;
        using Weights = ambient::PressureWeights;
        weights.clear(mesh.faceCount());
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const std::size_t i = static_cast<std::size_t>(f);
            weights.of[Weights::Front][i] = weights.of[Weights::LeeRound][i] = 0.25 * mesh.areaVector(f).norm();
            weights.of[Weights::WakeNormal][i] = 1.0;
            weights.setVector(Weights::MeanX, f, mesh.areaVector(f).normalized());
        }
        shape.surface.assign(mesh, std::move(data));
        shape.faceVelocity.resize(mesh.faceCount());
        for (int f = 0; f < mesh.faceCount(); ++f)
            shape.faceVelocity.set(f, velocity +
                                          rate.cwiseQuotient(axes).cwiseProduct(Vector3(mesh.faceCentroid(f) - at)));
        shape.bodyInertia = inertia;
        shape.bodyMomentum = ambient::Momentum(); // the shell has no mass
        const ambient::Momentum moved = aboutCenter * ambient::Twist(Vector3::Zero(), velocity);
        shape.fluidMomentum = {moved.angular + at.cross(moved.linear), moved.linear};
    }

    /// Displacement of a free body without momentum from time 0 on, by Simpson's rule [m].
    double displacement(double density, double until) const {
        constexpr int kIntervals = 2000;
        const double mass = inertia.matrix()(3, 3), h = until / kIntervals;
        double sum = 0.0;
        for (int i = 0; i <= kIntervals; ++i) {
            const double t = i * h, added = density * addedMassAlong(t);
            const double weight = i == 0 || i == kIntervals ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
            sum -= weight * added * centerVelocity(t) / (mass + added);
        }
        return sum * h / 3.0;
    }

  private:
    inline static const ambient::Vector3 kMeanAxes{0.2, 0.15, 0.1};
    ambient::TriangleMesh m_sphere;
};

/// The body of a deformation, with the model of its shape at time 0.
inline ambient::FluidBody deformingBody(std::shared_ptr<const PulsatingEllipsoid> shape) {
    ambient::FluidBody body;
    ambient::FluidBodyDef def;
    def.addedMass = ambient::GivenAddedMass{};
    body.model = ambient::FluidBodyModel::build(shape->meshAt(0.0), def);
    body.bodyInertia = shape->inertia;
    body.deformation = std::move(shape);
    return body;
}

} // namespace test
