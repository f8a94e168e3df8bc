// SPDX-License-Identifier: Zlib
// Paper 000 itself: its integrator, and its local inertia of deforming bodies.
#include "AmbientFluid/Dynamics/VariationalEuler.h"
#include "AmbientFluid/PotentialFlow/DeformationMomentum.h"
#include "AmbientFluid/PotentialFlow/LocalAddedMass.h"
#include "PaperEel.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace variational_euler_test {

using namespace ambient;

namespace {

FluidBodyDef local() {
    FluidBodyDef def;
    def.addedMassMethod = AddedMassMethod::Local;
    return def;
}

/// An ellipsoid bending in two planes. Period 2 pi, fluid of density 1.
std::shared_ptr<const DeformingModel> bending(const FluidBodyDef& def = {}) {
    const TriangleMesh mesh = makeEllipsoid({1.0, 0.35, 0.25}, 320);
    ShapeSequence s = test::loopOf(12, 2.0 * kPi, [&](double t) {
        TriangleMesh bent = mesh;
        for (Vector3& v : bent.vertices) {
            v.y() += 0.25 * v.x() * v.x() * std::cos(t) + 0.1 * v.x() * std::sin(t);
            v.z() += 0.15 * v.x() * v.x() * std::sin(t);
        }
        return bent;
    });
    s.mass = 1.1 * enclosedVolume(mesh);
    return DeformingModel::build(s, def);
}

FluidBodyState moved(const KirchhoffMotion& motion, Integrator method, double duration, int steps,
                     const Momentum& momentum) {
    FluidBodyState state;
    state.momentum = momentum;
    IntegratorOptions options;
    options.method = method;
    options.maxSubstep = duration / steps;
    integrate(motion, state, duration, options);
    return state;
}

/// Momentum about the world's origin.
Momentum aboutOrigin(const FluidBodyState& s) {
    return {s.momentum.angular + s.worldFromBody.position.cross(s.momentum.linear), s.momentum.linear};
}

const Momentum kMomentum({0.1, -0.05, 0.2}, {0.3, 0.1, -0.2});

} // namespace

TEST(VariationalEuler, ItsTransportIsTheDifferentialOfTheCayleyMap) {
    test::Random random(11);
    for (int i = 0; i < 20; ++i) {
        const Twist xi = random.twist(1.5, 1.0);
        const Momentum mu(random.vector(), random.vector());
        // dtau^-1(-xi)^T mu = Ad(tau(xi))^T dtau^-1(xi)^T mu: printed at both ends of a step.
        const Momentum atEnd = cayleyTransported(-1.0 * xi, mu);
        const Momentum carried = changeFrame(matrixCayley(xi).inverse(), cayleyTransported(xi, mu));
        EXPECT_LT((atEnd - carried).vector().norm(), 1e-14);
        // The map itself: (1 - xi/2) tau = 1 + xi/2 as matrices.
        const Pose tau = matrixCayley(xi);
        const Matrix3 half = 0.5 * skew(xi.angular), turn = tau.orientation.toRotationMatrix();
        EXPECT_LT(((Matrix3::Identity() - half) * turn - Matrix3::Identity() - half).norm(), 1e-14);
        EXPECT_LT(((Matrix3::Identity() - half) * tau.position - xi.linear).norm(), 1e-14);
        // A small motion changes the momentum by half of the gyroscopic wrench.
        const Twist small = 1e-6 * xi;
        const Wrench expected = gyroscopicWrench(small, mu);
        const Momentum change = cayleyTransported(small, mu) - mu;
        EXPECT_LT((change.vector() + 0.5 * expected.vector()).norm(), 1e-11);
    }
}

// Measured 3e-15 of the momentum; the steps are large.
TEST(VariationalEuler, DiscreteSpatialMomentumIsConstant) {
    for (const FluidBodyDef& def : {FluidBodyDef(), local()}) {
        const KirchhoffMotion motion = test::motionOf(bending(def));
        const FluidBodyState end = moved(motion, Integrator::Variational, 8.0, 40, kMomentum);
        EXPECT_GT(end.worldFromBody.position.norm(), 0.5);
        EXPECT_LT((aboutOrigin(end) - kMomentum).vector().norm(), 2e-14);
    }
}

TEST(VariationalEuler, IsOfFirstOrder) {
    const KirchhoffMotion motion = test::motionOf(bending(), 1.0, ForceSet::gwtf());
    const FluidBodyState exact = moved(motion, Integrator::RungeKutta4, 2.0, 160, kMomentum);
    std::vector<double> errors;
    for (const int steps : {40, 80, 160}) {
        const FluidBodyState end = moved(motion, Integrator::Variational, 2.0, steps, kMomentum);
        errors.push_back((end.worldFromBody.position - exact.worldFromBody.position).norm() +
                         end.worldFromBody.orientation.angularDistance(exact.worldFromBody.orientation));
    }
    EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.2) << errors[0];
    EXPECT_NEAR(errors[1] / errors[2], 2.0, 0.1) << errors[1];
}

// Its steps reach the distance of the exact equations; paper 000's local inertia brings the eel 2 % less far. Measured
// at 320 faces: 1.0809 m by Runge-Kutta at 1/60 and 1/200 s, 1.0816 at 1/200, 1.0833 at 1/60; 1.0608 with the local
// inertia.
TEST(VariationalEuler, AnEelSwimsAsFarAsWithSmallErrorSteps) {
    const auto exact = DeformingModel::build(test::paperEel(320, 12));
    const double way = -test::wayOfEel(exact, Integrator::RungeKutta4, 1.0 / 60.0).x();
    EXPECT_NEAR(way, 1.081, 0.002);
    EXPECT_NEAR(-test::wayOfEel(exact, Integrator::RungeKutta4, 1.0 / 200.0).x() / way, 1.0, 1e-5);
    const double fine = -test::wayOfEel(exact, Integrator::Variational, 1.0 / 200.0).x();
    const double coarse = -test::wayOfEel(exact, Integrator::Variational, 1.0 / 60.0).x();
    EXPECT_NEAR((coarse - way) / (fine - way), 200.0 / 60.0, 0.3);
    EXPECT_NEAR(coarse / way, 1.0, 3e-3);
    const auto paper = DeformingModel::build(test::paperEel(320, 12), local());
    EXPECT_NEAR(-test::wayOfEel(paper, Integrator::RungeKutta4, 1.0 / 60.0).x() / way, 0.98, 0.01);
}

// As long as the drag would need to stop the body 100 times over; an explicit step would explode.
TEST(VariationalEuler, IsImplicitInDrag) {
    const auto model = FluidBodyModel::build(makePlate({0.5, 0.5, 0.01}, 320));
    const FluidBody plate = makeSolidBody(model, 1.0);
    const KirchhoffMotion motion(plate, std::make_shared<UniformMedium>(1000.0, 0.0), ForceSet::gwtf(),
                                 Vector3::Zero());
    FluidBodyState state;
    const EvaluationAt at(motion, state);
    state.momentum = at.inertia().momentumOf(Twist(Vector3::Zero(), Vector3(0.0, 0.0, 50.0)));
    const double before = state.momentum.linear.z();
    IntegratorOptions options;
    options.method = Integrator::Variational;
    const IntegrationReport report = integrate(motion, state, 1.0, options);
    EXPECT_TRUE(report.finite);
    EXPECT_GT(state.momentum.linear.z(), 0.0);
    EXPECT_LT(state.momentum.linear.z(), 0.1 * before);
}

TEST(LocalShapes, MomentumIsPaper000sSum) {
    const auto shape = bending(local());
    TriangleMesh mesh{{}, shape->triangles()};
    std::vector<Vector3> velocity;
    shape->vertices(0.7, mesh.vertices);
    shape->velocities(0.7, velocity);
    AddedMassOptions options;
    options.method = AddedMassMethod::Local;
    const Momentum found = deformationMomentum(mesh, velocity, computeAddedMass(mesh, options));
    Vector6 sum = Vector6::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const auto& [a, b, c] = mesh.faces[static_cast<std::size_t>(f)];
        const auto at = [&](int v) { return velocity[static_cast<std::size_t>(v)]; };
        const Vector3 areaVector = mesh.areaVector(f), n = areaVector.normalized();
        Vector6 g;
        g << mesh.faceCentroid(f).cross(n), n;
        sum += areaVector.norm() * n.dot(at(a) + at(b) + at(c)) / 3.0 * g;
    }
    EXPECT_LT((found.vector() - influenceDepth(mesh) * sum).norm(), 1e-13);
    // Between keys the model's table has the reported error.
    EXPECT_LT(shape->report().momentumError, 5e-3);
    EXPECT_LT(shape->report().inertiaError, 5e-3);
}

TEST(LocalShapes, ThreeSpheresDoNotSwim) {
    const auto shape = DeformingModel::build(test::threeSpheres(2.8, 0.4, 1.0, 540, 8), local());
    const KirchhoffMotion motion = test::motionOf(shape);
    const FluidBodyState end = test::swum(motion, 2.0 * kPi, 32);
    const Pose way = shape->bodyFromAuthor(0.0).inverse() * end.worldFromBody * shape->bodyFromAuthor(2.0 * kPi);
    EXPECT_LT(way.position.norm(), 1e-13);
    EXPECT_LT(way.orientation.vec().norm(), 1e-13);
}

// A face outside the fluid adds nothing: half of a body has half of its faces.
TEST(LocalShapes, EachFaceCountsWithTheDensityAroundIt) {
    const auto model = FluidBodyModel::build(makeEllipsoid({0.5, 0.4, 0.3}, 320), local());
    const AddedMassDistribution& shares = model->addedMassDistribution();
    const double depth = influenceDepth(model->mesh());
    for (int f = 0; f < shares.size(); ++f) {
        const Faces& faces = model->faces();
        Vector6 g;
        g << faces.centroid(f).cross(faces.normal(f)), faces.normal(f);
        EXPECT_LT((shares.of(f) - std::sqrt(depth * faces.area[f]) * g).norm(), 1e-6 * shares.of(f).norm());
    }
}

} // namespace variational_euler_test
