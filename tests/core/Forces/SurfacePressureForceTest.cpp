// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Body/SurfaceData.h"

#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/WingForce.h"
#include "AmbientFluid/Mesh/BluffBodies.h"
#include "ForceTestSupport.h"

#include <gtest/gtest.h>

namespace surface_pressure_force_test {

using namespace ambient;

namespace {

Wrench pressure(const FluidBodyModel& model, const Twist& twist, double density = 1.0) {
    return SurfacePressureForce().evaluate(model, test::flowOf(twist, density), nullptr);
}

/// Force over 1/2 rho V^2 of a body of speed V = 1.
Vector3 force(const FluidBodyModel& model, const Vector3& velocity, const Vector3& spin = Vector3::Zero()) {
    return pressure(model, {spin, velocity}).linear / 0.5;
}

std::shared_ptr<const FluidBodyModel> sphere(double wakeFactor, int faces = 1280) {
    FluidBodyDef def;
    def.wakeFactor = wakeFactor;
    return FluidBodyModel::build(makeSphere(1.0, faces), def);
}

/// The law of one face per area and density, from the shape of the surface; `u` and `w` relative to the medium.
/// \param lifts whether the face is in a cell of a lifting surface, which has its lee
Vector3 facePressure(const SurfaceShape& shape, std::size_t f, double eta, const Vector3& n, const Vector3& u,
                     const Vector3& w, bool lifts) {
    const SurfacePressureConstants c;
    const double mu = shape.potentialLength[f], rho = shape.roundness[f], tau = shape.thickness[f] / (4.0 * mu);
    const double lambda = (1.0 - rho) / std::pow(1.0 + 4.0 * tau * tau, 2), g = 1.0 / (1.0 + std::pow(tau / 2.0, 4));
    const double q2 = shape.taper[f] * shape.taper[f], steep = q2 / (q2 + 0.0625), excess = shape.elongation[f] - 1.0;
    const Vector3 m = shape.meanNormal[f], k = ((1.0 - steep) * m + steep * n).normalized();
    const double t = excess / (excess + 24.0), chi = shape.hollowness[f];
    const double un = u.dot(n), um = u.dot(m), uk = u.dot(k), u2 = u.squaredNorm(), speed = u.norm();
    const double open = 0.5 * shape.openness[f], thin = 0.5 * n.dot(m) * lambda;
    Vector3 force = Vector3::Zero();
    if (un > 0.0)
        force -= open * c.windward * (1.0 - rho * rho) *
                 ((1.0 - chi) * un * un + chi * un * un * u2 * 1.04 / (un * un + 0.04 * u2)) * n;
    if (uk < 0.0) {
        const double base = g + (1.0 - g) * c.longSuction * shape.noseShare[f];
        force += open * n.dot(k) *
                 ((lifts ? 0.0 : 1.0 - rho) * c.flatSuction * base * (1.0 + c.flatElongation * t) * uk * uk * u2 *
                      1.25 / (uk * uk + 0.25 * u2) +
                  eta * rho * c.roundSuction * g * (1.0 + c.roundElongation * t) * uk * uk) *
                 k;
    }
    force -= thin * c.revolvingLift * um * std::min(speed, 8.0 * mu * std::abs(w.dot(m))) * m;
    return force;
}

/// The sheet force of a face whose sections are no lifting ones.
Vector3 stalledSheet(const PressureWeights& weights, int f, const Vector3& m, const Vector3& u) {
    const double um = u.dot(m), along = weights.vector(PressureWeights::ChordX, f).dot(u);
    const double sheet = weights.of[PressureWeights::Sheet][static_cast<std::size_t>(f)];
    return -um / u.norm() * (sheet * (u.squaredNorm() - um * um) + along * along) * m;
}

/// The equations of the header from the shape of the surface.
struct PlainForces {
    std::vector<std::pair<Vector3, Vector3>> faces; ///< pressure and velocity of every face
    Wrench whole;                                   ///< with rotation term and bases
};

/// The force of the bases, each summed over the faces of its piece.
Wrench baseForces(const FluidBodyModel& model, const Twist& twist) {
    const SurfaceShape& shape = model.surfaceShape();
    Wrench sum;
    for (int piece = 0; piece < model.faces().size(); ++piece) {
        Vector3 areas = Vector3::Zero(), moment = Vector3::Zero();
        double shares = 0.0;
        for (int f = 0; f < model.faces().size(); ++f) {
            const std::size_t i = static_cast<std::size_t>(f);
            if (shape.piece[i] != piece) continue;
            const double tau = shape.thickness[i] / (4.0 * shape.potentialLength[i]);
            const double share =
                model.faces().area[i] * (1.0 - 1.0 / (1.0 + std::pow(tau / 2.0, 4))) * (1.0 - shape.roundness[i]);
            areas += share * model.faces().normal(f);
            moment += share * model.faces().centroid(f);
            shares += share;
        }
        if (areas.norm() < 1e-4 * model.area()) continue;
        const Vector3 n = areas.normalized(), p = moment / shares, u = twist.linear + twist.angular.cross(p);
        const double un = n.dot(u);
        if (un >= 0.0) continue;
        const Vector3 force = areas.norm() * un * (u - un * n);
        EXPECT_LE(force.dot(u), 0.0);
        sum += Wrench(p.cross(force), force);
    }
    return sum;
}

PlainForces plainForces(const FluidBodyModel& model, const Twist& twist) {
    const SurfaceShape& shape = model.surfaceShape();
    const SurfacePressureConstants k;
    const Vector3 w = twist.angular, vc = twist.linear + w.cross(model.centerOfVolume());
    double length = 0.0;
    for (int f = 0; f < model.faces().size(); ++f)
        length += 4.0 * model.faces().area[f] * shape.potentialLength[f] / model.area();
    const Vector3 e = vc / (vc.norm() + 0.5 * length * w.norm());
    const double saturation = vc.norm() / (vc.norm() + length * w.norm());
    PlainForces forces;
    const PressureWeights& weights = model.pressureWeights();
    std::vector<char> lifts(static_cast<std::size_t>(model.faces().size()), 0);
    for (int f : weights.wings.faces)
        lifts[static_cast<std::size_t>(f)] = 1;
    const Vector3& center = model.centerOfVolume();
    Vector3 spinForce = Vector3::Zero(), spinTorque = Vector3::Zero();
    for (int f = 0; f < model.faces().size(); ++f) {
        const Vector3 n = model.faces().normal(f), point = model.faces().actionPoint(f),
                      u = twist.linear + w.cross(point);
        const double mu = shape.potentialLength[f], rho = shape.roundness[f], tau = shape.thickness[f] / (4.0 * mu);
        const double lambda = (1.0 - rho) / std::pow(1.0 + 4.0 * tau * tau, 2);
        const double g = saturation * k.roundSpin * (1.0 - lambda) * mu + k.sheetSpin * lambda * mu +
                         k.sheetLead * lambda * lambda * shape.edgewardLength[f].dot(e);
        const std::size_t i = static_cast<std::size_t>(f);
        const Vector3 pressure = facePressure(shape, i, model.def().wakeFactor, n, u, w, lifts[i] != 0);
        forces.faces.emplace_back(model.faces().area[f] * pressure + stalledSheet(weights, f, shape.meanNormal[i], u),
                                  u);
        forces.whole += Wrench(point.cross(forces.faces.back().first), forces.faces.back().first);
        const Vector3 arm = model.faces().centroid(f) - center;
        const Vector3 felt = vc + (shape.feltRotations * w).cross(arm);
        const Vector3 spin = model.faces().area[f] * g * (w - w.dot(n) * n).cross(felt);
        spinForce += spin;
        spinTorque += arm.cross(spin);
    }
    forces.whole += Wrench(shape.feltRotations * spinTorque + center.cross(spinForce), spinForce);
    forces.whole += baseForces(model, twist);
    forces.whole += WingForce::of(model, test::flowOf(twist, 1.0)).wrench;
    return forces;
}

/// Round, flat, sharp, hollow, long, thin and coarse, off centre and turned.
const std::vector<std::shared_ptr<const FluidBodyModel>>& bodies() {
    static const auto models = [] {
        std::vector<TriangleMesh> meshes = test::assortedBodies();
        for (const TriangleMesh& mesh :
             {makeBox({1, 1, 1}, 12), makeBox({1, 2, 0.02}, 12), makeCup(1.0, 0.1, 300), makeTeardrop(4.0, 1.0, 300),
              makeRing(1.0, 0.3, 300), makeLPrism(2.0, 0.6, 0.5, 300), makeWedge(1.0, 2.0, 0.6, 300)})
            meshes.push_back(mesh);
        std::vector<std::shared_ptr<const FluidBodyModel>> result;
        for (const TriangleMesh& mesh : meshes)
            result.push_back(FluidBodyModel::build(mesh));
        return result;
    }();
    return models;
}

} // namespace

TEST(SurfacePressureForce, DragOfASphereIsTheClosedForm) {
    const SurfacePressureConstants k;
    for (double eta : {1.0, 0.2}) {
        const double exact = eta * k.roundSuction * 8.0 / 17.0;
        EXPECT_NEAR(-force(*sphere(eta), Vector3::UnitZ()).z() / kPi, exact, 0.005); // of the facets
    }
    EXPECT_NEAR(-force(*sphere(1.0), Vector3::UnitX()).x() / kPi, 0.439, 0.002);
}

TEST(SurfacePressureForce, LiftOfASpinningSphereIsOnTheMagnusSideAndSaturates) {
    const auto ball = sphere(0.62);
    const SurfacePressureConstants k;
    for (double s : {0.02, 0.1, 0.3, 1.0, 3.0}) {
        const Vector3 c = force(*ball, Vector3::UnitX(), s * Vector3::UnitY()) / kPi;
        const double spin = 8.0 / 3.0 * k.roundSpin * s / (1.0 + 2.0 * s);
        EXPECT_LT(c.z(), 0.0) << "w x v points down";
        EXPECT_NEAR(-c.z(), spin, 0.012 * (1.0 + s)) << "S " << s;
        EXPECT_LT(std::abs(c.y()), 1e-4);
    }
}

// Bearman & Harvey's golf ball; at S = 0.02 a smooth, quadratic law cannot follow (0.030 for 0.081).
TEST(SurfacePressureForce, LiftOfAGolfBallIsWithinTwentyPercentOfTheMeasured) {
    const auto ball = sphere(0.62);
    const double measured[][2] = {{0.06, 0.120}, {0.10, 0.146}, {0.15, 0.180},
                                  {0.20, 0.209}, {0.25, 0.241}, {0.30, 0.279}};
    double sum = 0.0;
    for (const auto& [s, lift] : measured) {
        const Vector3 c = force(*ball, Vector3::UnitX(), s * Vector3::UnitY()) / kPi;
        EXPECT_LT(c.z(), 0.0);
        sum += std::pow(std::log(-c.z() / lift), 2);
        EXPECT_NEAR(-c.x(), 0.28, 0.03); // measured on balls: 0.264 to 0.321
    }
    EXPECT_LT(std::sqrt(sum / 6.0), 0.18); // measured 0.163
}

// A leading-edge vortex stays attached to a wing turning about its normal: CN nears 3.4 sin a [Dickinson1999].
TEST(SurfacePressureForce, AWingThatRevolvesAboutItsNormalLiftsMore) {
    const auto wing = FluidBodyModel::build(makePlate({4.0, 1.0, 0.01}, 800));
    for (double degrees : {30.0, 45.0, 60.0}) {
        const double a = degrees * kPi / 180.0;
        const auto lift = [&](double spin) {
            const Vector3 root(-2.0, 0.0, 0.0); // turns about one end
            const Vector3 w(0.0, 0.0, spin), fall(0.0, 0.0, -std::tan(a) * 2.0);
            return pressure(*wing, {w, fall - w.cross(root)}).linear.z();
        };
        const auto still = pressure(*wing, {Vector3::Zero(), {2.0, 0.0, -2.0 * std::tan(a)}}).linear.z();
        EXPECT_GT(lift(1.0), 1.2 * still) << degrees;
    }
}

TEST(SurfacePressureForce, IsTheSumOfItsFacesAndNoneOfThemEverDrivesTheBody) {
    test::Random random(5);
    for (const auto& model : bodies()) {
        for (int i = 0; i < 20; ++i) {
            const Twist twist = random.twist(std::pow(10.0, random.uniform(-2.0, 2.0)), 1.0);
            double scale = 0.0;
            const PlainForces plain = plainForces(*model, twist);
            for (const auto& [faceForce, velocity] : plain.faces) {
                EXPECT_LE(faceForce.dot(velocity), 1e-14 * faceForce.norm() * velocity.norm());
                scale += faceForce.norm();
            }
            EXPECT_LT((pressure(*model, twist) - plain.whole).vector().norm(), 1e-11 * scale); // measured 1e-12
        }
    }
}

TEST(SurfacePressureForce, NeverDrivesABodyWhateverItsMotion) {
    test::Random random(6);
    double largest = -1.0;
    for (const auto& model : bodies())
        for (int i = 0; i < 7000; ++i) { // 15 bodies: 1.05e5 cases
            const double length = model->length();
            const Twist twist = random.twist(std::pow(10.0, random.uniform(-2.0, 2.0)) / length, 1.0);
            const Wrench wrench = pressure(*model, twist);
            const Vector3 centre = twist.linear + twist.angular.cross(model->centerOfVolume());
            const Vector3 torque = wrench.angular - model->centerOfVolume().cross(wrench.linear);
            const double size = (torque / length).norm() + wrench.linear.norm(),
                         speed = (length * twist.angular).norm() + centre.norm();
            largest = std::max(largest, power(twist, wrench) / (size * speed));
        }
    EXPECT_LT(largest, -1e-4);
}

TEST(SurfacePressureForce, IsQuadraticAndFollowsTheFrameOfTheMesh) {
    test::Random random(7);
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320));
    const Pose movedFromMesh{random.rotation(), random.vector()};
    const auto model = FluidBodyModel::build(mesh),
               moved = FluidBodyModel::build(test::transformed(mesh, movedFromMesh));
    for (int i = 0; i < 100; ++i) {
        const RelativeFlow flow = test::flowOf(random.twist(2.0, 1.0));
        const Wrench wrench = SurfacePressureForce().evaluate(*model, flow, nullptr);
        RelativeFlow faster = flow;
        faster.twist = 3.0 * flow.twist;
        EXPECT_LT(test::relativeDifference(SurfacePressureForce().evaluate(*model, faster, nullptr), 9.0 * wrench),
                  1e-13);
        const Wrench there = SurfacePressureForce().evaluate(*moved, test::seenFrom(movedFromMesh, flow), nullptr);
        const Wrench expected = changeFrame(movedFromMesh, wrench);
        EXPECT_LT(test::relativeDifference(there, expected), 2e-3); // a sample may change sides; measured 3e-4
    }
}

TEST(SurfacePressureForce, DoesNotDependOnTheUnitOfLength) {
    const double scale = 1e-3;
    const TriangleMesh mesh = makeLPrism(2.0, 0.6, 0.5, 300);
    const auto large = FluidBodyModel::build(mesh), small = FluidBodyModel::build(test::scaled(mesh, scale));
    const Twist twist({0.3, -0.5, 0.8}, {1.0, 0.4, -0.2});
    const Wrench whole = pressure(*large, twist);
    const Wrench part = pressure(*small, Twist(twist.angular / scale, twist.linear));
    EXPECT_LT((part.linear / (scale * scale) - whole.linear).norm(), 1e-6 * whole.linear.norm()); // measured 1e-9
    EXPECT_LT((part.angular / std::pow(scale, 3) - whole.angular).norm(), 1e-6 * whole.angular.norm());
}

TEST(SurfacePressureForce, IsContinuousThroughRestAndThroughEveryDirection) {
    for (const auto& model : bodies()) {
        // As the velocity of a spinning body passes through zero ...
        const Vector3 spin(0.4, -0.7, 0.5);
        const Wrench still = pressure(*model, {spin, -spin.cross(model->centerOfVolume())});
        for (const Vector3& direction : {Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 0.6, 0.8)}) {
            const Twist nearly(spin, 1e-7 * direction - spin.cross(model->centerOfVolume()));
            EXPECT_LT((pressure(*model, nearly) - still).vector().norm(), 1e-5); // measured 3e-6
        }
        // ... and as faces turn from windward to lee.
        for (double angle = 0.0; angle < kPi; angle += 0.05) {
            const Vector3 a(std::cos(angle), 0.3, std::sin(angle)),
                b(std::cos(angle + 1e-7), 0.3, std::sin(angle + 1e-7));
            EXPECT_LT((force(*model, a) - force(*model, b)).norm(), 1e-5);
        }
    }
    const Wrench none = pressure(*bodies()[0], Twist());
    EXPECT_EQ(none.vector().norm(), 0.0);
}

TEST(SurfacePressureForce, ChangesByLessThanAPercentWithFourTimesTheFaces) {
    const Twist twist({0.3, -0.2, 0.4}, {0.8, 0.5, -0.3});
    const auto difference = [&](const TriangleMesh& coarse, const TriangleMesh& fine) {
        const Wrench a = pressure(*FluidBodyModel::build(coarse), twist),
                     b = pressure(*FluidBodyModel::build(fine), twist);
        return test::relativeDifference(a, b);
    };
    EXPECT_LT(difference(makeSphere(1.0, 500), makeSphere(1.0, 2000)), 0.01);
    EXPECT_LT(difference(makeEllipsoid({1.0, 0.7, 0.5}, 500), makeEllipsoid({1.0, 0.7, 0.5}, 2000)), 0.01);
    EXPECT_LT(difference(makeLumpySolid(1.0, 0.3, 3, 500), makeLumpySolid(1.0, 0.3, 3, 2000)), 0.015);
}

TEST(SurfacePressureForce, ABoxOfTwelveTrianglesIsABox) {
    const auto coarse = FluidBodyModel::build(makeBox({1, 1, 1}, 12)),
               fine = FluidBodyModel::build(makeBox({1, 1, 1}, 768));
    EXPECT_EQ(coarse->mesh().faceCount(), FluidBodyModel::kFewestFaces);
    EXPECT_NEAR(-force(*coarse, Vector3::UnitX()).x(), 1.03, 0.03);
    EXPECT_NEAR(force(*coarse, Vector3::UnitX()).x() / force(*fine, Vector3::UnitX()).x(), 1.0, 0.01);
    const Twist spin(Vector3::UnitZ(), Vector3::Zero());
    EXPECT_NEAR(pressure(*coarse, spin).angular.z() / pressure(*fine, spin).angular.z(), 1.0, 0.1);
}

TEST(SurfacePressureForce, RefusesConstantsAndWakesThatAreNotPhysical) {
    for (double wakeFactor : {0.0, 0.19, 1.01, std::nan("")}) {
        FluidBodyDef def;
        def.wakeFactor = wakeFactor;
        EXPECT_THROW(FluidBodyModel::build(makeSphere(1.0, 80), def), std::invalid_argument) << wakeFactor;
    }
    FluidBodyDef negative;
    negative.surfacePressure.revolvingLift = -0.1;
    EXPECT_THROW(FluidBodyModel::build(makeSphere(1.0, 80), negative), std::invalid_argument);
}

TEST(SurfacePressureForce, IsTheDefaultWithFrictionBuoyancyAndTheViscousRegime) {
    const ForceSet set = ForceSet::named("default");
    ASSERT_EQ(set.size(), 4);
    EXPECT_EQ(set.force(0).name(), "surface_pressure");
    EXPECT_EQ(set.force(1).name(), "skin_friction");
    EXPECT_EQ(set.force(2).name(), "buoyancy");
    EXPECT_EQ(set.force(3).name(), "viscous");
    EXPECT_TRUE(set.force(0).isDissipative());
}

} // namespace surface_pressure_force_test
