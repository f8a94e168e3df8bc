// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FitTwists.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Media/SeededRandom.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <Eigen/Eigenvalues>

namespace ambient {
namespace {

constexpr int kTranslations = 24, kRotations = 24, kMixed = 100;

Twist aboutOrigin(const FluidBodyModel& model, const Vector3& velocity, const Vector3& spin) {
    const Vector3 w = spin / model.radius();
    return {w, velocity - w.cross(model.centerOfVolume())};
}

/// The principal axes of the volume; the mesh axes if the moments are equal.
Matrix3 principalAxes(const FluidBodyModel& model) {
    Matrix3 inertia = solidMassProperties(model.mesh(), 1.0).inertia;
    const double least = 1e-6 * inertia.trace(); // smaller products of inertia are rounding errors
    inertia = (inertia.array().abs() < least).select(Matrix3::Zero(), inertia).eval();
    return Eigen::SelfAdjointEigenSolver<Matrix3>(inertia).eigenvectors();
}

} // namespace

std::vector<Twist> fitTwists(const FluidBodyModel& model, std::uint64_t seed) {
    const Matrix3 axes = principalAxes(model);
    std::vector<Twist> twists;
    SeededRandom random(seed);
    const auto direction = [&random]() -> Vector3 { return random.rotation().col(0); };
    for (int k = 0; k < 3; ++k)
        for (const double sense : {-1.0, 1.0}) {
            twists.push_back(aboutOrigin(model, sense * axes.col(k), Vector3::Zero()));
            twists.push_back(aboutOrigin(model, Vector3::Zero(), sense * axes.col(k)));
        }
    for (int i = 0; i < kTranslations; ++i)
        twists.push_back(aboutOrigin(model, direction(), Vector3::Zero()));
    for (int i = 0; i < kRotations; ++i)
        twists.push_back(aboutOrigin(model, Vector3::Zero(), direction()));
    for (int i = 0; i < kMixed; ++i) {
        const Vector3 velocity = direction(), spin = direction();
        const double ratio = portable::pow(10.0, 2.0 * random.uniform() - 1.0);
        twists.push_back(aboutOrigin(model, std::min(1.0, 1.0 / ratio) * velocity, std::min(1.0, ratio) * spin));
    }
    return twists;
}

Vector6 inOneUnit(const FluidBodyModel& model, const Wrench& wrench) {
    const Vector3 torque = wrench.angular - model.centerOfVolume().cross(wrench.linear);
    Vector6 result;
    result << torque / model.radius(), wrench.linear;
    return result;
}

RelativeFlow waterFlow(const Twist& twist) {
    RelativeFlow flow;
    flow.twist = twist;
    flow.density = 998.2;
    flow.dynamicViscosity = 1.002e-3;
    return flow;
}

} // namespace ambient
