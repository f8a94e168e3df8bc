// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletTestWorld.h"

#include <gtest/gtest.h>

/// Common parts of the tests of whole Bullet worlds in both modes.
namespace test {

constexpr double kGravity = 9.81; ///< [m/s^2]
constexpr double kWater = 998.2;  ///< density of UniformMedium::water() [kg/m^3]

/// The mode and the host's step [s].
struct Host {
    Solver solver;
    double dt;
};

inline std::ostream& operator<<(std::ostream& out, const Host& host) {
    return out << (host.solver == Solver::Stock ? "stock solver" : "fluid solver") << ", 1/" << 1.0 / host.dt << " s";
}

/// Both modes at 1/60 and 1/240 s.
inline auto everyHost() {
    return testing::Values(Host{Solver::Stock, 1.0 / 60}, Host{Solver::Stock, 1.0 / 240}, Host{Solver::Fluid, 1.0 / 60},
                           Host{Solver::Fluid, 1.0 / 240});
}

inline std::string nameOfHost(const testing::TestParamInfo<Host>& info) {
    return (info.param.solver == Solver::Stock ? "Stock" : "Fluid") + std::to_string(std::lround(1.0 / info.param.dt));
}

/// A test whose worlds must have empty logs.
class ModeTest : public testing::TestWithParam<Host> {
  protected:
    const double dt = GetParam().dt;

    bool isExact() const { return GetParam().solver == Solver::Fluid; }

    /// A new world, gravity along -z; the one before must have been quiet.
    World& makeWorld(double gravity = kGravity) {
        TearDown();
        m_world = std::make_unique<World>(btVector3(0, 0, btScalar(-gravity)), GetParam().solver);
        return *m_world;
    }
    void TearDown() override { EXPECT_TRUE(!m_world || m_world->log().empty()) << m_world->log().front(); }

  private:
    std::unique_ptr<World> m_world;
};

inline double sphereVolume(double radius) {
    return 4.0 / 3.0 * ambient::kPi * radius * radius * radius;
}

/// A model without skin friction.
inline std::shared_ptr<const ambient::FluidBodyModel> frictionlessModel(const ambient::TriangleMesh& mesh) {
    ambient::FluidBodyDef def;
    def.frictionScale = 0.0;
    return ambient::FluidBodyModel::build(mesh, def);
}

/// A model for an ideal fluid: added mass and buoyancy, no drag.
inline std::shared_ptr<const ambient::FluidBodyModel> idealModel(const ambient::TriangleMesh& mesh) {
    ambient::FluidBodyDef def;
    def.pressureScale = def.frictionScale = 0.0;
    return ambient::FluidBodyModel::build(mesh, def);
}

inline ambient::Vector3 velocityOf(World& w, const btRigidBody* body) {
    return btFluidVector(w.fluid().getLinearVelocity(body));
}

inline ambient::Vector3 spinOf(World& w, const btRigidBody* body) {
    return btFluidVector(w.fluid().getAngularVelocity(body));
}

inline ambient::Vector3 positionOf(const btRigidBody* body) {
    return btFluidVector(body->getCenterOfMassPosition());
}

/// A wet body without collisions. \param velocity of the centre of mass
inline btRigidBody* addWetGhost(World& w, const ambient::FluidBody& body, const ambient::Pose& pose = ambient::Pose(),
                                const ambient::Vector3& velocity = ambient::Vector3::Zero()) {
    btRigidBody* rigid = w.addGhost(body, pose);
    rigid->setLinearVelocity(btFluidVector(velocity));
    w.fluid().addBody(rigid, body.model, btFluidTransform(body.bodyFromMesh));
    return rigid;
}

} // namespace test
