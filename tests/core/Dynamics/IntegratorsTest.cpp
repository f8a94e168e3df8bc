// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"

#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "ReferenceData.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace integrators_test {

using namespace ambient;

namespace {

/// A body whose K is given: the mesh only lends its length and volume.
KirchhoffMotion equationsWith(const Matrix6& total, double mass, double displacedMass, const Vector3& gravity,
                              const Vector3& centerOfVolume = Vector3::Zero()) {
    const double fluidDensity = 1000.0;
    const double radius = std::cbrt(displacedMass / fluidDensity * 3.0 / (4.0 * kPi));
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    const double inertia = 0.5 * total.topLeftCorner<3, 3>().selfadjointView<Eigen::Lower>().eigenvalues().minCoeff();
    const SpatialInertia body = SpatialInertia::ofBody(mass, inertia * Matrix3::Identity());
    def.addedMass->matrix = total - body.matrix();
    def.addedMass->fluidDensity = fluidDensity;
    // No drag: weight, buoyancy and Kirchhoff's terms are left. The mesh is placed by its centre of volume.
    def.pressureScale = 0.0;
    TriangleMesh mesh = makeSphere(radius, 320);
    for (Vector3& v : mesh.vertices)
        v += centerOfVolume;
    FluidBody wet{FluidBodyModel::build(mesh, def), Pose(), body};
    return {wet, std::make_shared<UniformMedium>(fluidDensity, 0.0), ForceSet::paper001(), gravity};
}

Matrix6 diagonal(const nlohmann::json& j) {
    Vector6 d;
    for (int k = 0; k < 6; ++k)
        d[k] = j[k].get<double>();
    return d.asDiagonal();
}

FluidBodyState startState(const KirchhoffMotion& equations, const Quaternion& q, const Vector3& w, const Vector3& v) {
    return makeState(equations, {q, Vector3::Zero()}, {q * w, q * v}, 0.0);
}

/// Largest deviation of pose and body velocities from a reference state.
double deviation(const KirchhoffMotion& equations, const FluidBodyState& s, const nlohmann::json& reference) {
    const Twist twist = relativeTwist(equations, s);
    return std::max({(twist.angular - test::vector3(reference["w"])).norm(),
                     (twist.linear - test::vector3(reference["v"])).norm(),
                     (s.worldFromBody.position - test::vector3(reference["y"])).norm(),
                     logSO3(s.worldFromBody.orientation.conjugate() * test::quaternion(reference["q"])).norm()});
}

IntegratorOptions adaptive(double tolerance) {
    IntegratorOptions options;
    options.tolerance = tolerance;
    options.maxSubsteps = 1 << 20;
    return options;
}

IntegratorOptions fixedSteps(Integrator method, double step) {
    IntegratorOptions options;
    options.method = method;
    options.maxSubstep = step;
    return options;
}

/// Neutrally buoyant triaxial ellipsoid of trajectory A, spelled out for laws without a reference.
struct FreeEllipsoid : testing::Test {
    static Matrix6 kirchhoff() {
        Vector6 d;
        d << .094493518811, .297054955789, .223365996636, .875672860066, 1.038593917741, 1.825606457607;
        return d.asDiagonal();
    }
    KirchhoffMotion equations = equationsWith(kirchhoff(), 0.7, 0.7, Vector3::Zero());
    FluidBodyState start = startState(equations, Quaternion::Identity(), {0.3, -0.2, 0.5}, {1.0, 0.1, -0.2});

    FluidBodyState after(double seconds, const IntegratorOptions& options) const {
        FluidBodyState s = start;
        integrate(equations, s, seconds, options);
        return s;
    }
    /// Angular momentum about the world origin.
    static Vector3 spatialAngular(const FluidBodyState& s) {
        return s.momentum.angular + s.worldFromBody.position.cross(s.momentum.linear);
    }
    double energyError(const FluidBodyState& s) const {
        return std::abs(kineticEnergy(equations, s) / kineticEnergy(equations, start) - 1.0);
    }
    double momentumError(const FluidBodyState& s) const {
        return std::max((s.momentum.linear - start.momentum.linear).norm(),
                        (spatialAngular(s) - spatialAngular(start)).norm());
    }
    double poseError(const FluidBodyState& s, const FluidBodyState& reference) const {
        return (s.worldFromBody.position - reference.worldFromBody.position).norm() +
               logSO3(s.worldFromBody.orientation.conjugate() * reference.worldFromBody.orientation).norm();
    }
    /// Observed order between step h and h/2.
    double order(Integrator method, double h) const {
        const FluidBodyState reference = after(2.0, adaptive(1e-13));
        const double coarse = poseError(after(2.0, fixedSteps(method, h)), reference);
        const double fine = poseError(after(2.0, fixedSteps(method, 0.5 * h)), reference);
        return std::log2(coarse / fine);
    }
};

} // namespace

TEST_F(FreeEllipsoid, EveryIntegratorConvergesWithItsOrder) {
    EXPECT_NEAR(order(Integrator::SymplecticEuler, 0.004), 1.0, 0.05); // measured 1.00
    EXPECT_NEAR(order(Integrator::ImplicitMidpoint, 0.01), 2.0, 0.02); // measured 2.00
    EXPECT_NEAR(order(Integrator::RungeKutta4, 0.02), 4.0, 0.1);       // measured 4.0
}

TEST_F(FreeEllipsoid, EveryIntegratorKeepsSpatialMomentumToRounding) {
    for (Integrator method : {Integrator::SymplecticEuler, Integrator::ImplicitMidpoint, Integrator::RungeKutta4})
        EXPECT_LT(momentumError(after(20.0, fixedSteps(method, 0.05))), 1e-12) << "method " << static_cast<int>(method);
    EXPECT_LT(momentumError(after(20.0, adaptive(1e-6))), 1e-12);
}

TEST_F(FreeEllipsoid, ImplicitMidpointKeepsEnergyToRoundingAtAnyStep) {
    EXPECT_LT(energyError(after(100.0, fixedSteps(Integrator::ImplicitMidpoint, 0.25))), 1e-12);
}

TEST_F(FreeEllipsoid, AdaptiveIntegrationKeepsEnergyToItsTolerance) {
    EXPECT_LT(energyError(after(20.0, adaptive(1e-10))), 1e-9);
    EXPECT_LT(energyError(after(20.0, adaptive(1e-5))), 2e-3);
}

TEST_F(FreeEllipsoid, AdaptiveErrorFallsWithTheTolerance) {
    const FluidBodyState reference = after(5.0, adaptive(1e-13));
    const double coarse = poseError(after(5.0, adaptive(1e-6)), reference);
    const double fine = poseError(after(5.0, adaptive(1e-9)), reference);
    EXPECT_LT(fine, 0.02 * coarse); // measured 3e-3
}

TEST_F(FreeEllipsoid, MotionIsTheSameInEveryWorldFrame) {
    test::Random random(7);
    const Pose frame{random.rotation(), random.vector(10.0)};
    FluidBodyState turned = start;
    turned.worldFromBody = frame * start.worldFromBody;
    turned.momentum = {frame.orientation * start.momentum.angular, frame.orientation * start.momentum.linear};
    integrate(equations, turned, 3.0, adaptive(1e-10));
    const FluidBodyState straight = after(3.0, adaptive(1e-10));
    FluidBodyState expected = straight;
    expected.worldFromBody = frame * straight.worldFromBody;
    EXPECT_LT(poseError(turned, expected), 1e-11);
}

TEST(Integrators, ReproducesTrajectoryA) {
    const nlohmann::json data = test::referenceJson("kirchhoff_trajectories.json");
    const nlohmann::json& a = data["A_triaxial_1_0.6_0.3_neutral"];
    const KirchhoffMotion equations = equationsWith(diagonal(a["Kdiag"]), 0.7, 0.7, Vector3::Zero());
    FluidBodyState s = startState(equations, test::quaternion(a["q0"]), test::vector3(a["w0"]), test::vector3(a["v0"]));
    for (const nlohmann::json& reference : a["states"]) {
        const double t = reference["t"].get<double>();
        if (t > 20.0) break; // the reference itself is good to 5e-7 only at t = 50
        if (t > s.time) integrate(equations, s, t - s.time, adaptive(1e-13));
        EXPECT_LT(deviation(equations, s, reference), t > 10.0 ? 5e-8 : 1e-9)
            << "at t = " << t; // measured 2.2e-8 at 20
    }
}

TEST(Integrators, ReproducesMunkInstabilityC) {
    const nlohmann::json data = test::referenceJson("kirchhoff_trajectories.json");
    for (const char* name : {"C_munk_prolate2:1", "C_munk_triaxial"}) {
        const nlohmann::json& c = data[name];
        Vector6 d;
        d << test::vector3(c["J"]), test::vector3(c["M"]);
        const KirchhoffMotion equations = equationsWith(d.asDiagonal(), 0.5, 0.5, Vector3::Zero());
        FluidBodyState s = startState(equations, Quaternion::Identity(), {0.0, 0.0, 1e-6}, {1.0, 0.0, 0.0});
        for (const nlohmann::json& reference : c["states"]) {
            const double t = reference["t"].get<double>();
            if (t > s.time) integrate(equations, s, t - s.time, adaptive(1e-14));
            const double growth = 1e-6 * std::cosh(c["lambda_rot_z"].get<double>() * t);
            EXPECT_NEAR(relativeTwist(equations, s).angular.z() / growth, 1.0, 1e-6) << name << " at t = " << t;
        }
    }
}

TEST(Integrators, ReproducesPlanarTrajectoriesD) {
    const nlohmann::json data = test::referenceJson("kirchhoff_trajectories.json");
    for (const char* name : {"D_planar_prolate2:1_osc", "D_planar_prolate2:1_tumble", "D_planar_oblate0.2_osc"}) {
        const nlohmann::json& d = data[name];
        const double jz = d["Jz"].get<double>();
        Vector6 k;
        k << jz, jz, jz, test::vector3(d["M"]);
        const KirchhoffMotion equations = equationsWith(k.asDiagonal(), 0.5, 0.5, Vector3::Zero());
        const nlohmann::json& first = d["states"][0];
        FluidBodyState s =
            startState(equations, test::quaternion(first["q"]), test::vector3(first["w"]), test::vector3(first["v"]));
        for (const nlohmann::json& reference : d["states"]) {
            const double t = reference["t"].get<double>();
            if (t > s.time) integrate(equations, s, t - s.time, adaptive(1e-13));
            EXPECT_LT(deviation(equations, s, reference), 1e-8) << name << " at t = " << t;
        }
    }
}

TEST(Integrators, ReproducesFallE) {
    const nlohmann::json data = test::referenceJson("kirchhoff_trajectories.json");
    const nlohmann::json& e = data["E_fall_no_drag_rho1.3"];
    const double mass = e["mass"].get<double>(), displaced = e["mf"].get<double>(), g = e["g"].get<double>();
    const KirchhoffMotion equations = equationsWith(diagonal(e["Kdiag"]), mass, displaced, {0.0, 0.0, -g});
    FluidBodyState s = startState(equations, test::quaternion(e["q0"]), Vector3::Zero(), Vector3::Zero());
    for (const nlohmann::json& reference : e["states"]) {
        const double t = reference["t"].get<double>();
        if (t > s.time) integrate(equations, s, t - s.time, adaptive(1e-13));
        EXPECT_LT(deviation(equations, s, reference), 1e-9) << "at t = " << t;
        EXPECT_NEAR(s.momentum.linear.z(), -(mass - displaced) * g * t, 1e-12); // constant force: P is exact
    }
}

TEST(Integrators, ReproducesBottomHeavyPendulumF) {
    const nlohmann::json data = test::referenceJson("kirchhoff_trajectories.json");
    const nlohmann::json& f = data["F_bottom_heavy_pendulum"];
    Matrix6 k;
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            k(i, j) = f["K"][i][j].get<double>();
    const double mass = f["mass"].get<double>();
    const KirchhoffMotion equations =
        equationsWith(k, mass, f["mf"].get<double>(), {0.0, 0.0, -f["g"].get<double>()}, test::vector3(f["c_vol"]));
    FluidBodyState s = startState(equations, test::quaternion(f["q0"]), Vector3::Zero(), Vector3::Zero());
    for (const nlohmann::json& reference : f["states"]) {
        const double t = reference["t"].get<double>();
        if (t > s.time) integrate(equations, s, t - s.time, adaptive(1e-13));
        EXPECT_LT(deviation(equations, s, reference), 1e-8) << "at t = " << t;
    }
}

} // namespace integrators_test
