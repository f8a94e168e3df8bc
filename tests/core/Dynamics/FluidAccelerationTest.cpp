// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidAcceleration.h"
#include "AmbientFluid/Body/FluidBody.h"

#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace fluid_acceleration_test {

using namespace ambient;

namespace {

/// Water at rest, with an acceleration given by a function of the place.
std::shared_ptr<const FluidMedium> acceleratingWater(std::function<Vector3(const Vector3&)> acceleration) {
    return std::make_shared<CallbackMedium>([=](const Vector3* points, int count, double, MediumSample* samples) {
        for (int i = 0; i < count; ++i)
            samples[i] = {1000.0, 0.0, Vector3::Zero(), acceleration(points[i])};
    });
}

/// The force by its acceleration, about the centre of mass, per density.
Wrench pushOfPressure(const FluidBody& body, const FluidMedium& medium, const Pose& pose) {
    Immersion at;
    immerse(*body.model, body.bodyFromMesh, medium, pose, 0.0, at);
    const ImmersedPart& water = at.part(0);
    const Vector3 force = water.volume * (pose.orientation.conjugate() * water.medium.acceleration);
    const Wrench whole = Wrench(water.center.cross(force), force) + 1e-3 * water.faces.accelerationExcess;
    return rotated(pose.orientation, changeFrame(body.bodyFromMesh, whole));
}

/// Wrench by a wave's linear theory on an upright box from `bottom` to `top`, by many small boxes.
Wrench pushOfWave(const Vector3& size, const Vector3& position, double bottom, double top, double k) {
    constexpr int kColumns = 200, kRows = 40;
    Wrench sum;
    for (int i = 0; i < kColumns; ++i)
        for (int j = 0; j < kRows; ++j) {
            const double x = size.x() * ((i + 0.5) / kColumns - 0.5), z = bottom + (top - bottom) * (j + 0.5) / kRows;
            const double angle = k * (position.x() + x), volume = size.x() * size.y() * (top - bottom);
            const Vector3 push =
                volume / (kColumns * kRows) * std::exp(k * z) * Vector3(std::cos(angle), 0.0, std::sin(angle));
            sum += Wrench(Vector3(x, 0.0, z - position.z()).cross(push), push);
        }
    return sum;
}

} // namespace

TEST(FluidAcceleration, OnAWholeBodyALinearFieldActsAsItsIntegral) {
    test::Random random(11);
    for (const TriangleMesh& mesh : {test::lumpy(makeSphere(1.0, 320)), makeBox({2.0, 0.3, 0.1}, 192)}) {
        const Pose meshFromModel{random.rotation(), random.vector()};
        const auto model = test::dryModel(test::transformed(mesh, meshFromModel));
        const Matrix3 inertia = solidMassProperties(model->mesh(), 1.0).inertia;
        const Matrix3 moments = 0.5 * inertia.trace() * Matrix3::Identity() - inertia;
        Matrix3 gradient;
        gradient << random.vector(), random.vector(), random.vector();
        VectorRows excess;
        excess.resize(model->faces().size());
        for (int f = 0; f < model->faces().size(); ++f)
            excess.set(f, gradient * (model->faces().centroid(f) - model->centerOfVolume()));
        const Wrench push = pushOnVolume(*model, excess);
        Vector3 torque = Vector3::Zero(); // integral of r x (G r) over the volume
        for (int k = 0; k < 3; ++k)
            torque += moments.col(k).cross(gradient.col(k));
        EXPECT_LT(push.linear.norm(), 1e-14);
        EXPECT_LT((push.angular - torque).norm(), 1e-13);
    }
}

TEST(FluidAcceleration, AUniformExcessPushesAsTheWholeAddedMass) {
    const auto model = FluidBodyModel::build(test::lumpy(makeSphere(1.0, 320)));
    const Vector3 excess(0.3, -1.2, 0.7);
    VectorRows everywhere;
    everywhere.resize(model->faces().size());
    for (int f = 0; f < model->faces().size(); ++f)
        everywhere.set(f, excess);
    std::vector<double> share(static_cast<std::size_t>(paddedSize(model->faces().size())), 1.0);
    const Wrench push = pushOfAddedMass(*model, share, everywhere);
    const Momentum whole = model->addedMassPerDensity() * Twist(Vector3::Zero(), excess);
    EXPECT_LT((push.vector() - whole.vector()).norm(), 1e-8 * whole.vector().norm());
}

TEST(FluidAcceleration, OnACutBodyALinearFieldPushesAtTheCentreOfWhatIsUnderWater) {
    test::Random random(12);
    const FluidBody body = makeSolidBody(test::dryModel(test::lumpy(makeSphere(1.0, 320))), 500.0);
    Matrix3 gradient;
    gradient << random.vector(), random.vector(), random.vector();
    const auto field = [=](const Vector3& x) { return Vector3(Vector3(1.0, 2.0, 3.0) + gradient * x); };
    const DividedMedium medium(acceleratingWater(field), nullptr, std::make_shared<FlatSurface>(0.0));
    for (int i = 0; i < 20; ++i) {
        const Pose pose{random.rotation(), random.vector(0.5)};
        Immersion at;
        immerse(*body.model, body.bodyFromMesh, medium, pose, 0.0, at);
        ASSERT_EQ(at.partCount, 2);
        const Vector3 center = pose * (body.bodyFromMesh * at.part(0).center);
        const Vector3 force = at.part(0).volume * field(center);
        EXPECT_LT((pushOfPressure(body, medium, pose).linear - force).norm(), 1e-12 * force.norm());
    }
}

TEST(FluidAcceleration, OfWavesAlongAHullIsTheFroudeKrylovForce) {
    const Vector3 size(4.0, 1.0, 0.5);
    const FluidBody box = makeSolidBody(test::dryModel(makeBox(size, 1000)), 500.0);
    for (const double bodyLengths : {0.4, 1.0, 3.0}) { // of the waves
        const double k = 2.0 * kPi / (bodyLengths * size.x());
        const auto water = acceleratingWater([=](const Vector3& x) {
            return Vector3(std::exp(k * x.z()) * Vector3(std::cos(k * x.x()), 0.0, std::sin(k * x.x())));
        });
        const DividedMedium sea(water, nullptr, std::make_shared<FlatSurface>(0.0));
        for (const double x : {0.0, 0.9, 2.1}) {
            const Vector3 floating(x, 0.0, 0.0), sunken(x, 0.0, -1.0);
            const Wrench cut = pushOfPressure(box, sea, {Quaternion::Identity(), floating}) -
                               pushOfWave(size, floating, -0.25, 0.0, k),
                         whole = pushOfPressure(box, *water, {Quaternion::Identity(), sunken}) -
                                 pushOfWave(size, sunken, -1.25, -0.75, k);
            const double scale = size.prod();
            EXPECT_LT(cut.linear.norm(), 0.006 * scale); // 0.5 % at 2.5 waves per hull length
            EXPECT_LT(cut.angular.norm(), 0.0015 * scale * size.x());
            EXPECT_LT(whole.linear.norm(), 0.004 * scale); // 0.26 %
            EXPECT_LT(whole.angular.norm(), 0.0015 * scale * size.x());
        }
    }
}

} // namespace fluid_acceleration_test
