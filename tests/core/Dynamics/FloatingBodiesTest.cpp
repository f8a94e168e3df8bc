// SPDX-License-Identifier: Zlib
#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Dynamics/SurfaceEstimates.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MotionSupport.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace floating_bodies_test {

using namespace ambient;

namespace {

constexpr double kWater = 1000.0, kGravity = 9.81;

KirchhoffMotion afloat(const TriangleMesh& mesh, double density, const ForceSet& forces, double viscosity = 1e-3) {
    const auto sea = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(kWater, viscosity), nullptr,
                                                     std::make_shared<FlatSurface>(0.0));
    return {makeSolidBody(FluidBodyModel::build(mesh), density), sea, forces, {0, 0, -kGravity}};
}

Wrench loadAt(const KirchhoffMotion& equations, double height, double heel = 0.0) {
    const Pose pose{expSO3({heel, 0.0, 0.0}), {0.0, 0.0, height}};
    return loads(equations, makeState(equations, pose, {}, 0.0), {}).total();
}

/// Height of the centre of mass without a net vertical force.
double heightAtRest(const KirchhoffMotion& equations, double heel = 0.0) {
    double low = -2.0, high = 2.0;
    for (int halving = 0; halving < 50; ++halving) {
        const double middle = 0.5 * (low + high);
        (loadAt(equations, middle, heel).linear.z() > 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

/// A body floating upright, and its hydrostatics by hand.
struct Afloat {
    const char* name;
    TriangleMesh mesh;
    double density;
    double draft;             ///< [m]
    double height;            ///< of the centre of mass at rest [m]
    double metacentricHeight; ///< about x [m]
};

/// How far the metacentre is above the centre of mass. \param moment of the waterplane area about x [m^4]
double metacentricHeight(double moment, double displaced, double centerOfBuoyancy) {
    return moment / displaced + centerOfBuoyancy;
}

Afloat box(double density) {
    const double draft = 0.2 * density / kWater;
    return {"box",       makeBox({0.6, 0.4, 0.2}, 192),
            density,     draft,
            0.1 - draft, metacentricHeight(0.6 * std::pow(0.4, 3) / 12.0, 0.24 * draft, -0.1 + 0.5 * draft)};
}

Afloat cylinder(double density) {
    constexpr double radius = 0.5, length = 0.3;
    const double draft = length * density / kWater, area = kPi * radius * radius;
    return {"cylinder",
            makeCylinder(radius, length, 600),
            density,
            draft,
            0.5 * length - draft,
            metacentricHeight(0.25 * area * radius * radius, area * draft, 0.5 * (draft - length))};
}

/// Base down: the dry part is a similar cone.
Afloat cone(double density) {
    constexpr double radius = 0.5, height = 0.4;
    const double dry = std::cbrt(1.0 - density / kWater), draft = height * (1.0 - dry); // dry: of its height
    const double volume = kPi * radius * radius * height / 3.0, submerged = volume * density / kWater;
    // Moments of the dry part about the centre, a quarter up, balance those of the wet one.
    const double dryCenter = height * (0.75 - 0.75 * dry);
    return {"cone",
            makeCone(radius, height, 1200),
            density,
            draft,
            0.25 * height - draft,
            metacentricHeight(0.25 * kPi * std::pow(radius * dry, 4), submerged,
                              -(volume - submerged) * dryCenter / submerged)};
}

} // namespace

TEST(FloatingBodies, RestAtTheDraftOfArchimedesAndRightThemselvesAboutTheMetacentre) {
    for (const Afloat& body : {box(300.0), box(700.0), cylinder(200.0), cylinder(600.0), cone(300.0), cone(800.0)}) {
        const KirchhoffMotion equations = afloat(body.mesh, body.density, ForceSet::surfacePressure());
        const double height = heightAtRest(equations), weight = kGravity * equations.body().mass();
        constexpr double heel = 1e-4;
        const double righting = -loadAt(equations, heightAtRest(equations, heel), heel).angular.x() / heel / weight;
        EXPECT_NEAR(height, body.height, 1e-3 * body.draft) << body.name;
        EXPECT_NEAR(righting, body.metacentricHeight, 0.01 * body.metacentricHeight) << body.name;
    }
}

TEST(FloatingBodies, RollWithTheSmallAnglePeriodOfTheirOwnAndTheirAddedInertia) {
    for (const Afloat& body : {box(500.0), cylinder(500.0)}) {
        const KirchhoffMotion equations = afloat(body.mesh, body.density, ForceSet::surfacePressure());
        const Pose upright{Quaternion::Identity(), {0.0, 0.0, body.height}};
        // Free to sway during the roll.
        const double inertia = 1.0 / totalInertia(equations, upright, 0.0).inverse(0, 0);
        const double law =
            2.0 * kPi * std::sqrt(inertia / (kGravity * equations.body().mass() * body.metacentricHeight));
        FluidBodyState state = makeState(equations, {expSO3({0.03, 0.0, 0.0}), upright.position}, {}, 0.0);
        const auto roll = [&] { return (state.worldFromBody.orientation * Vector3::UnitY()).z(); };
        std::vector<double> crossings;
        for (double before = roll(); crossings.size() < 5;) {
            integrate(equations, state, law / 40.0);
            const double now = roll();
            if (before > 0.0 && now <= 0.0) crossings.push_back(state.time - law / 40.0 * now / (now - before));
            before = now;
            ASSERT_LT(state.time, 10.0 * law);
        }
        const double period = (crossings.back() - crossings.front()) / 4.0;
        EXPECT_NEAR(period, law, 0.02 * law) << body.name;
        EXPECT_GT(inertia, 1.1 * equations.body().bodyInertia.matrix()(0, 0));
    }
}

TEST(FloatingBodies, AThousandTimesUpAndDownGainsNoEnergy) {
    // Without drag: all losses are those of exit.
    const KirchhoffMotion equations = afloat(makeBox({0.1, 0.1, 0.05}, 12), 500.0, ForceSet::uwrbd(0.0), 0.0);
    FluidBodyState state = makeState(equations, {expSO3({0.1, 0.05, 0.0}), {0.0, 0.0, 0.01}}, {}, 0.0);
    const auto energy = [&] { return test::energyAfloat(equations, state, kWater); };
    const FluidBodyState start = state;
    state = makeState(equations, Pose(), {}, 0.0);
    const double rest = energy();
    state = start;
    const double first = energy() - rest;
    IntegratorOptions options;
    options.tolerance = 1e-3; // for speed; the default keeps 5.5 % of the energy in place of 1 %
    double most = -1.0, before = first;
    int cycles = 0;
    for (double height = 0.01; cycles < 1000;) {
        integrate(equations, state, 0.2, options);
        const double now = state.worldFromBody.position.z(), left = energy() - rest;
        cycles += height < 0.0 && now >= 0.0 ? 1 : 0;
        height = now;
        most = std::max(most, left - before);
        before = left;
        ASSERT_LT(state.time, 1000.0);
    }
    EXPECT_LT(most, 0.0); // between successive samples
    EXPECT_GT(before, 0.0);
}

/// Bobbing, rolling and pitching of a convex body: its waterplane has half of the area seen from above, or less.
TEST(FloatingBodies, NoneBobsFasterThanTheBoundThatTheFacesGive) {
    test::Random random(21);
    const KirchhoffMotion equations = afloat(test::lumpy(makeSphere(0.4, 320)), 500.0, {});
    const FluidBody& body = equations.body();
    const Faces& faces = body.model->faces();
    for (int i = 0; i < 20; ++i) {
        const Pose pose{random.rotation(), random.vector(0.15)};
        const double bound =
            largestBobbingRate(equations, EvaluationAt(equations, makeState(equations, pose, {}, 0.0)));
        const Matrix6 inertia = totalInertia(equations, pose, 0.0).inertia.matrix();
        const Vector3 up = pose.orientation.conjugate() * Vector3::UnitZ();
        Matrix6 stiffness = Matrix6::Zero(); // of the area seen from above
        for (int f = 0; f < faces.size(); ++f) {
            const Vector3 c = body.bodyFromMesh * faces.centroid(f);
            const double area =
                0.5 * faces.area[f] * std::abs((body.bodyFromMesh.orientation * faces.normal(f)).dot(up));
            const Vector6 heave = (Vector6() << c.cross(up), up).finished();
            stiffness += kWater * kGravity * area * heave * heave.transpose();
        }
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(stiffness, inertia);
        EXPECT_NEAR(bound * bound, modes.eigenvalues().sum(), 1e-12 * bound * bound); // measured 2e-15
        EXPECT_GE(bound * bound, modes.eigenvalues().maxCoeff());
    }
}

} // namespace floating_bodies_test
