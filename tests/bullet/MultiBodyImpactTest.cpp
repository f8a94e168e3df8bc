// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "MultiBodyWorld.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace multi_body_impact {

using namespace ambient;

/// An exact solver that also checks all rows of wet multi-bodies against dense mass matrices.
class DenseProbe : public btFluidMultiBodyConstraintSolver {
  public:
    DenseProbe() : btFluidMultiBodyConstraintSolver(nullptr) {}
    int rows = 0, selfRows = 0, pairRows = 0, rigidRows = 0;
    double worstResponse = 0.0, worstDenominator = 0.0; ///< relative
    const btFluidAction* fluid = nullptr;

  protected:
    void convertContacts(btPersistentManifold** manifolds, int numManifolds, const btContactSolverInfo& info) override {
        btFluidMultiBodyConstraintSolver::convertContacts(manifolds, numManifolds, info);
        for (int i = 0; i < m_multiBodyNormalContactConstraints.size(); ++i)
            compare(m_multiBodyNormalContactConstraints[i], double(info.m_sor));
        for (int i = 0; i < m_multiBodyFrictionContactConstraints.size(); ++i)
            compare(m_multiBodyFrictionContactConstraints[i], double(info.m_sor));
    }

  private:
    using Vector = Eigen::VectorXd;

    Vector jacobian(int index, int count) const {
        Vector j(count);
        for (int i = 0; i < count; ++i)
            j(i) = double(m_data.m_jacobians[index + i]);
        return j;
    }

    /// M^-1 J^T with the mass matrix made column by column from momenta.
    Vector response(const btMultiBody* multiBody, const Vector& j) const {
        const btFluidMultiBody& wet = *fluid->getFluidMultiBodies().find(multiBody);
        ArticulatedDynamics& dynamics = wet.motion().dynamics();
        const int count = static_cast<int>(j.size());
        Eigen::MatrixXd mass(count, count), turn = Eigen::MatrixXd::Identity(count, count);
        JointVector joints = JointVector::Zero(count - 6);
        for (int i = 0; i < static_cast<int>(dynamics.worldFromLinks().size()); ++i)
            dynamics.setMedium(i, Vector3::Zero());
        for (int k = 0; k < count; ++k) {
            Vector6 base = Vector6::Zero();
            joints.setZero();
            (k < 6 ? base(k) : joints(k - 6)) = 1.0;
            dynamics.setVelocity(Twist(base), joints);
            dynamics.momenta(base, joints);
            mass.col(k) << base, joints;
        }
        const Matrix3 worldFromBase = dynamics.worldFromLinks()[0].orientation.toRotationMatrix();
        turn.topLeftCorner<3, 3>() = turn.block<3, 3>(3, 3) = worldFromBase;
        return turn * mass.ldlt().solve(turn.transpose() * j);
    }

    void compare(const btMultiBodySolverConstraint& row, double relaxation) {
        const btMultiBody *a = row.m_multiBodyA, *b = row.m_multiBodyB;
        double sum = 0.0, cross = 0.0;
        Vector responses[2];
        for (const bool first : {true, false}) {
            const btMultiBody* multiBody = first ? a : b;
            if (!multiBody) continue;
            const int index = first ? row.m_jacAindex : row.m_jacBindex, count = multiBody->getNumDofs() + 6;
            const Vector j = jacobian(index, count), expected = response(multiBody, j);
            Vector given(count);
            for (int i = 0; i < count; ++i)
                given(i) = double(m_data.m_deltaVelocitiesUnitImpulse[index + i]);
            worstResponse = std::max(worstResponse, (given - expected).norm() / expected.norm());
            sum += j.dot(expected);
            responses[first ? 0 : 1] = expected;
            if (!first && a == b) cross = 2.0 * jacobian(row.m_jacAindex, count).dot(expected);
        }
        ++rows;
        selfRows += a && a == b;
        pairRows += a && b && a != b;
        const bool isRigid = !a || !b;
        rigidRows += isRigid;
        if (isRigid) {
            const btSolverBody& body = m_tmpSolverBodyPool[a ? row.m_solverBodyIdB : row.m_solverBodyIdA];
            if (body.m_originalBody && body.m_originalBody->getInvMass() > 0) return; // its part is tested elsewhere
        }
        if (sum + cross < 1e-3 * sum) return;
        worstDenominator =
            std::max(worstDenominator, std::abs(relaxation / double(row.m_jacDiagABInv) / (sum + cross) - 1.0));
    }
};

// Two chains and a ball fall upon each other and onto the floor: contacts between links and floor, ball, links of the
// other chain, and links of the same chain. Every row has the response J M^-1 J^T of the whole wet bodies.
TEST(MultiBodyImpact, EveryContactHasTheResponseOfTheWholeBody) {
    auto made = std::make_unique<DenseProbe>();
    DenseProbe& probe = *made;
    test::MultiBodyWorld world(btVector3(0, 0, btScalar(-9.81)), std::move(made));
    probe.fluid = &world.fluid();
    world.fluid().setMedium(UniformMedium::water());
    btBoxShape box(btVector3(btScalar(0.2), btScalar(0.06), btScalar(0.04))), floor(btVector3(10, 10, 1));
    btSphereShape ball(btScalar(0.15));
    world.addRigidBody(&floor, 0, btVector3(0, 0, -1));
    for (int i = 0; i < 2; ++i) {
        btMultiBody* chain = world.addChain(&box, 8, btScalar(0.21), 5, false);
        chain->setBasePos(btVector3(btScalar(0.3 * i), btScalar(0.02 * i), btScalar(0.25 + 0.4 * i)));
        for (int k = 0; k < 5; ++k)
            chain->setJointPos(k, btScalar(k % 2 == 0 ? 1.6 : 0.3));
        world.addToWorld(chain, &box);
        world.fluid().addMultiBody(chain);
    }
    btRigidBody* sphere = world.addRigidBody(&ball, 30, btVector3(btScalar(0.4), 0, btScalar(1.4)));
    world.fluid().addBody(sphere);
    world.run(2.5, 1.0 / 60.0);
    EXPECT_TRUE(world.log.empty()) << world.log.front();
    EXPECT_GT(probe.rows, 500);
    EXPECT_GT(probe.selfRows, 0);
    EXPECT_GT(probe.pairRows, 0);
    EXPECT_GT(probe.rigidRows, 0);
    EXPECT_LT(probe.worstResponse, test::bulletTolerance(1e-10, 3e-5));
    EXPECT_LT(probe.worstDenominator, test::bulletTolerance(1e-10, 3e-3));
}

} // namespace multi_body_impact
