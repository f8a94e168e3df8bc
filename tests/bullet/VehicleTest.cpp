// SPDX-License-Identifier: Zlib
// btRaycastVehicle pushes its chassis by impulses during the actions of a step, before or after the fluid's.
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

namespace vehicle_test {

using namespace ambient;

namespace {

constexpr double kDt = 1.0 / 120;

/// A car of 100 kg under water, pushed only by its springs: the wheels slide without friction.
class Car {
  public:
    Car(test::World& w, btRigidBody* chassis)
        : m_raycaster(&w.world()), m_vehicle(btRaycastVehicle::btVehicleTuning(), chassis, &m_raycaster) {
        m_vehicle.setCoordinateSystem(0, 2, 1);
        btRaycastVehicle::btVehicleTuning tuning;
        for (const double x : {-0.4, 0.4})
            for (const double y : {-0.7, 0.7}) {
                btWheelInfo& wheel = m_vehicle.addWheel(btVector3(btScalar(x), btScalar(y), 0), btVector3(0, 0, -1),
                                                        btVector3(1, 0, 0), btScalar(0.3), btScalar(0.2), tuning, true);
                wheel.m_suspensionStiffness = 20;
                wheel.m_wheelsDampingCompression = wheel.m_wheelsDampingRelaxation = 2;
                wheel.m_frictionSlip = 0;
            }
    }
    btRaycastVehicle& vehicle() { return m_vehicle; }
    /// Impulse of the springs on the chassis in the last step [N s].
    double impulse() {
        double sum = 0.0;
        for (int i = 0; i < m_vehicle.getNumWheels(); ++i)
            if (m_vehicle.getWheelInfo(i).m_raycastInfo.m_isInContact)
                sum += double(m_vehicle.getWheelInfo(i).m_wheelsSuspensionForce) * kDt;
        return sum;
    }

  private:
    btDefaultVehicleRaycaster m_raycaster;
    btRaycastVehicle m_vehicle;
};

struct Vehicle : testing::TestWithParam<std::tuple<test::Solver, bool>> {};

std::string name(const testing::TestParamInfo<std::tuple<test::Solver, bool>>& info) {
    return std::string(std::get<0>(info.param) == test::Solver::Fluid ? "Exact" : "DropIn") +
           (std::get<1>(info.param) ? "VehicleFirst" : "FluidFirst");
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Orders, Vehicle, testing::Combine(testing::ValuesIn(test::kSolvers), testing::Bool()), name);

TEST_P(Vehicle, TheSpringsImpulsesAreCarriedOverToTheMomentum) {
    const auto [solver, vehicleFirst] = GetParam();
    test::World w(btVector3(0, 0, btScalar(-9.81)), solver);
    FluidBodyDef def;
    def.pressureScale = def.frictionScale = 0.0;
    w.fluid().setMedium(UniformMedium(500.0, 0.0));
    w.addBox(btVector3(20, 20, 1), 0.0, btVector3(0, 0, -1));
    const auto model = FluidBodyModel::build(makeBox({0.6, 1.2, 0.1}, 108), def);
    btRigidBody* chassis =
        w.addBox(btVector3(btScalar(0.3), btScalar(0.6), btScalar(0.05)), 100.0, btVector3(0, 0, btScalar(0.45)));
    chassis->setActivationState(DISABLE_DEACTIVATION);
    w.fluid().addBody(chassis, model);
    Car car(w, chassis);
    if (vehicleFirst) w.world().removeAction(&w.fluid());
    w.world().addAction(&car.vehicle());
    if (vehicleFirst) w.world().addAction(&w.fluid());

    const btFluidBody& wet = *w.fluid().getFluidBody(chassis);
    const double netWeight = (100.0 - 500.0 * model->volume()) * 9.81;
    double springs = 0.0, pending = 0.0, supported = 0.0;
    for (int i = 0; i < 600; ++i) {
        w.run(kDt, kDt);
        springs += car.impulse();
        pending = vehicleFirst ? 0.0 : car.impulse(); // those after the fluid's action count in the next step
        if (i >= 480) supported += car.impulse() / (120 * kDt);
    }
    const double momentum = wet.state().momentum.linear.z();
    EXPECT_NEAR(momentum, springs - pending - netWeight * 600 * kDt, test::bulletTolerance(1e-6, 0.02)); // of 2400 N s
    EXPECT_NEAR(supported, netWeight, 0.01 * netWeight); // and the car stands on its springs
    EXPECT_NEAR(double(chassis->getCenterOfMassPosition().x()), 0.0, 1e-3);
    w.world().removeAction(&car.vehicle());
}

} // namespace vehicle_test
