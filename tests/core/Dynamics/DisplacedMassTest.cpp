// SPDX-License-Identifier: Zlib
// Buoyancy where the density differs within the body.
#include "AmbientFluid/Forces/DisplacedMass.h"

#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/BuoyancyForce.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace displaced_mass_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0.0, 0.0, -9.81);

ForceSet onlyBuoyancy() {
    ForceSet set;
    set.add(std::make_shared<BuoyancyForce>());
    return set;
}

/// Buoyancy about the centre of mass, world axes.
Wrench buoyancy(const FluidBody& body, std::shared_ptr<const FluidMedium> medium, const Pose& pose) {
    const KirchhoffMotion motion(body, std::move(medium), onlyBuoyancy(), kGravity);
    const EvaluationAt at(motion, pose, 0.0);
    Wrench wrench;
    motion.fluid().termWrenches(at.fluid(), Twist(), kGravity, &wrench);
    return wrench;
}

/// The exact wrench on a mesh by slices of constant height: a sum over the tetrahedra between faces and the centre.
Wrench exactBuoyancy(const FluidBody& body, const LayeredMedium& layers, const Pose& pose, double surface = 1e9) {
    constexpr int kSlices = 2000;
    const TriangleMesh& mesh = body.model->mesh();
    const Pose worldFromMesh = pose * body.bodyFromMesh;
    std::vector<Vector3> corners;
    double low = 1e9, high = -1e9;
    for (const Vector3& vertex : mesh.vertices) {
        corners.push_back(worldFromMesh * vertex);
        low = std::min(low, corners.back().z());
        high = std::max(high, corners.back().z());
    }
    Wrench sum;
    const double thick = (high - low) / kSlices;
    for (int k = 0; k < kSlices; ++k) { // area and first moment of the cross-section by Green's theorem
        const double z = low + (k + 0.5) * thick;
        if (z > surface) break;
        double area = 0.0;
        Vector3 moment = Vector3::Zero();
        for (const TriangleMesh::Face& face : mesh.faces) {
            std::vector<Vector3> ends;
            bool isUp = false;
            for (std::size_t i = 0; i < 3; ++i) {
                const Vector3 &a = corners[static_cast<std::size_t>(face[i])],
                              &b = corners[static_cast<std::size_t>(face[(i + 1) % 3])];
                if ((a.z() > z) == (b.z() > z)) continue;
                if (ends.empty()) isUp = b.z() > z;
                ends.push_back(a + (z - a.z()) / (b.z() - a.z()) * (b - a));
            }
            if (ends.size() != 2) continue;
            const Vector3 a = isUp ? ends[0] : ends[1], b = isUp ? ends[1] : ends[0];
            const double cross = 0.5 * (a.x() * b.y() - a.y() * b.x());
            area -= cross;
            moment -= cross * (a + b) / 3.0;
        }
        const double weight = layers.at(z).density * thick;
        const Vector3 place(moment.x(), moment.y(), area * z), lift(0.0, 0.0, 9.81);
        sum += Wrench((weight * (place - area * pose.position)).cross(lift), weight * area * lift);
    }
    return sum;
}

} // namespace

// The reference is a sum of 2000 slices, good to 1e-5 beside a jump.
TEST(DisplacedMass, ForceAndTorqueInLayersAreThoseOfTheExactIntegral) {
    test::Random random(31);
    double force = 0.0, torque = 0.0;
    for (int i = 0; i < 12; ++i) {
        const TriangleMesh mesh = i % 3 == 0   ? test::lumpy(makeSphere(0.5, 320))
                                  : i % 3 == 1 ? makeBox({1.0, 0.6, 0.3}, 108)
                                               : makeCapsule(0.1, 0.8, 320);
        const FluidBody body = makeSolidBody(test::dryModel(mesh), 1000.0);
        const Pose pose{random.rotation(), random.vector(0.2)};
        const double thickness = i % 4 == 0 ? 0.0 : std::pow(10.0, random.uniform(-3.0, 0.5));
        const LayeredMedium medium =
            i % 4 == 1
                ? LayeredMedium::table({{-2.0, {1040.0, 0.0}}, {0.1, {1000.0, 0.0}}, {2.0, {990.0, 0.0}}})
                : LayeredMedium::layers({{1200.0, 0.0}, {1000.0, 0.0}, {800.0, 0.0}}, {{-0.1, thickness}, {0.15, 0.0}});
        const Wrench now = buoyancy(body, std::make_shared<LayeredMedium>(medium), pose);
        const Wrench exact = exactBuoyancy(body, medium, pose);
        force = std::max(force, (now.linear - exact.linear).norm() / exact.linear.norm());
        torque = std::max(torque, (now.angular - exact.angular).norm() / (exact.linear.norm() * body.model->length()));
    }
    std::printf("  largest errors: force %.1e, torque %.1e of the force times the length\n", force, torque);
    EXPECT_LT(force, 1e-4);
    EXPECT_LT(torque, 1e-4);
}

TEST(DisplacedMass, OfAJumpIsThatOfTwoMediaWithASurface) {
    test::Random random(32);
    const FluidBody body = makeSolidBody(test::dryModel(test::lumpy(makeSphere(0.5, 320))), 1000.0);
    const auto jump =
        std::make_shared<LayeredMedium>(LayeredMedium::layers({{1200.0, 0.0}, {800.0, 0.0}}, {{0.0, 0.0}}));
    const auto divided = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(1200.0, 0.0),
                                                         std::make_shared<UniformMedium>(800.0, 0.0),
                                                         std::make_shared<FlatSurface>(0.0));
    for (int i = 0; i < 10; ++i) {
        const Pose pose{random.rotation(), random.vector(0.3)};
        const Wrench a = buoyancy(body, jump, pose), b = buoyancy(body, divided, pose);
        EXPECT_LT((a.vector() - b.vector()).norm(), 1e-10 * b.vector().norm()); // measured 1e-15
    }
}

TEST(DisplacedMass, OfAHullOverAHaloclineIsExactToo) {
    const FluidBody body = makeSolidBody(test::dryModel(makeBox({2.0, 1.0, 1.0}, 300)), 600.0);
    const LayeredMedium sea = LayeredMedium::layers({{1100.0, 0.0}, {900.0, 0.0}}, {{-0.3, 0.1}});
    const auto medium = std::make_shared<DividedMedium>(std::make_shared<LayeredMedium>(sea), nullptr,
                                                        std::make_shared<FlatSurface>(0.05));
    const Pose pose{expSO3({0.2, 0.1, 0.3}), Vector3(0.0, 0.0, -0.1)};
    const Wrench now = buoyancy(body, medium, pose), exact = exactBuoyancy(body, sea, pose, 0.05);
    EXPECT_LT((now.linear - exact.linear).norm(), 2e-4 * exact.linear.norm()); // the slices beside the surface
    EXPECT_LT((now.angular - exact.angular).norm(), 2e-4 * exact.linear.norm() * body.model->length());
}

// A linear density is exact for any medium; a jump that only samples know is not.
TEST(DisplacedMass, OfACallbackIsExactForALinearDensityAndGoodForAHalocline) {
    test::Random random(33);
    const FluidBody body = makeSolidBody(test::dryModel(test::lumpy(makeSphere(0.5, 320))), 1000.0);
    const auto callback = [](const LayeredMedium& layers) {
        return std::make_shared<CallbackMedium>(
            [=](const Vector3* points, int count, double time, MediumSample* samples) {
                for (int i = 0; i < count; ++i)
                    samples[i] = layers.sample(points[i], time);
            });
    };
    const LayeredMedium linear = LayeredMedium::table({{-5.0, {1100.0, 0.0}}, {5.0, {900.0, 0.0}}});
    const LayeredMedium smooth = LayeredMedium::layers({{1030.0, 0.0}, {1000.0, 0.0}}, {{0.0, 0.5}});
    const LayeredMedium jump = LayeredMedium::layers({{1030.0, 0.0}, {1000.0, 0.0}}, {{0.0, 0.0}});
    double errors[3] = {};
    for (int i = 0; i < 10; ++i) {
        const Pose pose{random.rotation(), random.vector(0.3)};
        int kind = 0;
        for (const LayeredMedium& layers : {linear, smooth, jump}) {
            const Wrench now = buoyancy(body, callback(layers), pose),
                         exact = buoyancy(body, std::make_shared<LayeredMedium>(layers), pose);
            const double error = std::max((now.linear - exact.linear).norm(),
                                          (now.angular - exact.angular).norm() / body.model->length());
            errors[kind] = std::max(errors[kind], error / exact.linear.norm());
            ++kind;
        }
    }
    std::printf("  linear %.1e, halocline %.1e, jump of 30 kg/m3 %.1e of the force\n", errors[0], errors[1], errors[2]);
    EXPECT_LT(errors[0], 1e-12);
    EXPECT_LT(errors[1], 1e-4);
    EXPECT_LT(errors[2], 3e-4);
}

// In a frame that falls freely nothing is pushed: acceleration and gravity act on the same mass.
TEST(DisplacedMass, WaterThatFallsFreelyFloatsNothing) {
    const LayeredMedium layers = LayeredMedium::layers({{1200.0, 0.0}, {800.0, 0.0}}, {{0.0, 0.1}});
    const auto falling = std::make_shared<FlowingMedium>(std::make_shared<LayeredMedium>(layers),
                                                         std::make_shared<UniformStream>([](double t) {
                                                             return UniformFlow{t * kGravity, kGravity};
                                                         }));
    const FluidBody body = makeSolidBody(test::dryModel(test::lumpy(makeSphere(0.5, 320))), 1000.0);
    const Wrench push = buoyancy(body, falling, {expSO3({0.3, 0.2, 0.1}), Vector3(0.0, 0.0, 0.1)});
    EXPECT_LT(push.vector().norm(), 1e-9);
}

TEST(DisplacedMass, ABallFloatsInAHaloclineAtItsHeightAndWithItsPeriod) {
    const auto model = FluidBodyModel::build(makeSphere(0.5, 320));
    for (const double thickness : {0.5, 0.05}) {
        const LayeredMedium sea = LayeredMedium::layers({{1030.0, 0.0}, {1000.0, 0.0}}, {{0.0, thickness}});
        const auto densityOfBall = [&](double z) { // exact, over a ball of the same diameter
            double sum = 0.0, weight = 0.0;
            for (int i = 0; i < 4000; ++i) {
                const double x = -0.5 + (i + 0.5) / 4000, area = 0.25 - x * x;
                sum += area * sea.at(z + x).density;
                weight += area;
            }
            return sum / weight;
        };
        double low = -3.0, high = 3.0;
        for (int i = 0; i < 60; ++i)
            (densityOfBall(0.5 * (low + high)) > 1010.0 ? low : high) = 0.5 * (low + high);
        const double stiffness = (densityOfBall(low - 1e-3) - densityOfBall(low + 1e-3)) / 2e-3;
        const double added = model->addedMassPerDensity().matrix()(3, 3) / model->volume();
        const double period = 2.0 * kPi * std::sqrt(1010.0 * (1.0 + added) / (9.81 * stiffness));
        const KirchhoffMotion motion(makeSolidBody(model, 1010.0), std::make_shared<LayeredMedium>(sea), onlyBuoyancy(),
                                     kGravity);
        FluidBodyState state = makeState(motion, {Quaternion::Identity(), Vector3(0, 0, low + 0.02)}, Twist(), 0.0);
        double crossed[2] = {}, before = 0.02;
        for (int count = 0, i = 0; count < 2 && i < 5000; ++i) {
            integrate(motion, state, 0.1);
            const double now = state.worldFromBody.position.z() - low;
            if (before > 0.0 && now <= 0.0) crossed[count++] = state.time - 0.1 * now / (now - before);
            before = now;
        }
        EXPECT_NEAR((crossed[1] - crossed[0]) / period, 1.0, 0.02) << thickness;
        EXPECT_NEAR(crossed[0] / period, 0.25, 0.01) << thickness; // it swings about the height of rest
    }
}

} // namespace displaced_mass_test
