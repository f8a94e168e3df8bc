// SPDX-License-Identifier: Zlib
// Thrusters as makers describe them: thrust at rest, tables of commands, open-water curves.
#include "AmbientFluid/Propulsion/Thruster.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace propeller_tables_test {

using namespace ambient;

namespace {

/// About a T200 at 16 V.
ThrusterDef bollard() {
    return thrusterFromBollard(51.5, 40.2, 61.0, 0.076);
}

/// Microseconds of pulse width.
const std::vector<ThrustPoint>& pulses() {
    static const std::vector<ThrustPoint> table = {{1100, -40.2}, {1300, -13.0}, {1464, 0.0},
                                                   {1536, 0.0},   {1700, 17.0},  {1900, 51.5}};
    return table;
}

/// A propeller of the pitch 1.4 D.
std::vector<OpenWaterPoint> curves() {
    return {{0.0, 0.45, 0.075}, {0.4, 0.31, 0.058}, {0.8, 0.14, 0.033}, {1.1, 0.0, 0.012}, {1.3, -0.1, -0.003}};
}

/// The steady load at a speed [1/s], in a flow [m/s].
Thruster steady(const ThrusterDef& def, double speed, double inflow, double density = 1000.0) {
    ThrusterDef immediate = def;
    immediate.timeConstant = 0.0;
    immediate.table.clear();
    Thruster thruster(immediate);
    thruster.setCommand(speed);
    thruster.advance(0.1, density, {inflow, 0.0, 0.0});
    return thruster;
}

/// The steady thrust of a command at rest.
double thrustOf(const ThrusterDef& def, double command, double density = 1000.0) {
    Thruster thruster(def);
    thruster.setCommand(command);
    for (int i = 0; i < 100; ++i)
        thruster.advance(0.1, density, Vector3::Zero());
    return thruster.thrust();
}

std::string refusalOf(const ThrusterDef& def) {
    return test::refusal([&] { Thruster thruster(def); });
}

} // namespace

TEST(PropellerTables, ThrustsAtRestAreHit) {
    EXPECT_NEAR(steady(bollard(), 61.0, 0.0).thrust(), 51.5, 1e-13 * 51.5);
    EXPECT_NEAR(steady(bollard(), -61.0, 0.0).thrust(), -40.2, 1e-13 * 51.5);
    EXPECT_NEAR(bollard().thrustCoefficient, 0.4149, 1e-4);
    const ThrusterDef inSea = thrusterFromBollard(51.5, 40.2, 61.0, 0.076, 1025.0);
    EXPECT_NEAR(steady(inSea, 61.0, 0.0, 1025.0).thrust(), 51.5, 1e-13 * 51.5);
}

// For any speed and flow, of either sign: no propeller gives the ship more than the shaft gives it.
TEST(PropellerTables, ThrustTimesInflowIsNeverAboveThePowerOfTheShaft) {
    ThrusterDef measured;
    measured.openWater = curves();
    test::Random random(2);
    for (const ThrusterDef& def : {bollard(), thrusterFromBollard(3.0, 3.0, 80.0, 0.2), measured})
        for (int i = 0; i < 2000; ++i) {
            const double speed = random.uniform(-def.fastestSpeed, def.fastestSpeed);
            const double inflow = random.uniform(-3.0, 3.0) * def.fastestSpeed * def.diameter;
            const Thruster thruster = steady(def, speed, inflow);
            const double scale = std::fabs(thruster.power()) + std::fabs(thruster.thrust() * inflow);
            EXPECT_LE(thruster.thrust() * inflow, thruster.power() + 1e-12 * scale) << speed << " " << inflow;
        }
}

TEST(PropellerTables, OpenWaterCurvesAreHitAtAllRows) {
    ThrusterDef def;
    def.openWater = curves();
    const double n = 20.0, square = 1000.0 * std::pow(def.diameter, 4) * n * n;
    for (const OpenWaterPoint& row : curves()) {
        const double inflow = row.advanceRatio * n * def.diameter;
        const Thruster ahead = steady(def, n, inflow), astern = steady(def, -n, -inflow);
        EXPECT_NEAR(ahead.thrust() / square, row.thrust, 1e-14);
        EXPECT_NEAR(ahead.torque() / square / def.diameter, row.torque, 1e-14);
        EXPECT_NEAR(astern.thrust() / square, -def.astern * row.thrust, 1e-14);
        EXPECT_NEAR(astern.torque() / square / def.diameter, -def.astern * row.torque, 1e-14);
    }
    EXPECT_NEAR(steady(def, n, 0.6 * n * def.diameter).thrust() / square, 0.5 * (0.31 + 0.14), 1e-14);
}

// Two rows on the straight lines of the coefficients are the coefficients. Slow propellers stay finite.
TEST(PropellerTables, StraightCurvesAreTheCoefficients) {
    const ThrusterDef line = bollard();
    ThrusterDef rows = line;
    rows.openWater = {{0.0, line.thrustCoefficient, line.torqueCoefficient}, {line.freeAdvanceRatio, 0.0, 0.0}};
    for (const double speed : {60.0, -35.0, 0.3, -1e-9, 1e-300, 0.0})
        for (const double inflow : {0.0, 2.0, -5.0}) {
            const Thruster a = steady(line, speed, inflow), b = steady(rows, speed, inflow);
            const double scale = 1e-12 * (std::fabs(a.thrust()) + std::fabs(speed * inflow) * 1e-2);
            EXPECT_NEAR(a.thrust(), b.thrust(), scale) << speed << " " << inflow;
            EXPECT_NEAR(a.torque(), b.torque(), scale) << speed << " " << inflow;
            EXPECT_TRUE(std::isfinite(b.power()));
        }
}

TEST(PropellerTables, CommandsHaveTheThrustOfTheTable) {
    const ThrusterDef def = thrusterFromTable(pulses(), 61.0, 0.076);
    for (const ThrustPoint& row : pulses())
        EXPECT_NEAR(thrustOf(def, row.command), row.thrust, 1e-12 * 51.5) << row.command;
    EXPECT_NEAR(thrustOf(def, 1800.0), 0.5 * (17.0 + 51.5), 1e-12 * 51.5);
    EXPECT_EQ(thrustOf(def, 2500.0), thrustOf(def, 1900.0));
    EXPECT_EQ(thrustOf(def, 1500.0), 0.0);
    EXPECT_EQ(thrustOf(def, 1465.0), 0.0); // the dead band
    EXPECT_NEAR(thrustOf(def, 1900.0, 500.0), 0.5 * 51.5, 1e-12 * 51.5);
    Thruster thruster(def);
    EXPECT_EQ(thruster.command(), 1500.0);
    EXPECT_EQ(thruster.neutralCommand(), 1500.0);
    for (const double thrust : {-40.2, -20.0, 0.0, 3.0, 51.5})
        EXPECT_NEAR(thrustOf(def, thruster.commandOf(thrust, 1000.0)), thrust, 1e-10);
    EXPECT_EQ(thruster.commandOf(80.0, 1000.0), 1900.0);
    EXPECT_EQ(thruster.commandOf(-80.0, 1000.0), 1100.0);
    // With curves, the table holds at rest, and the curves beside it.
    ThrusterDef measured = def;
    measured.openWater = curves();
    EXPECT_NEAR(thrustOf(measured, 1700.0), 17.0, 1e-12 * 51.5);
}

TEST(PropellerTables, ADeadBandOfSpeedsMeansRest) {
    ThrusterDef def;
    def.deadBand = 5.0;
    EXPECT_EQ(thrustOf(def, 4.9), 0.0);
    EXPECT_EQ(thrustOf(def, -4.9), 0.0);
    EXPECT_GT(thrustOf(def, 5.0), 0.0);
    EXPECT_EQ(thrustOf(def, 50.0), thrustOf(ThrusterDef(), 50.0));
}

// The speed is exact after any number of steps of any length. Measured 1e-15.
TEST(PropellerTables, TheSpeedOfATableLagsExponentially) {
    ThrusterDef def = thrusterFromTable(pulses(), 61.0, 0.076);
    def.timeConstant = 0.25;
    for (const int steps : {1, 7, 300}) {
        Thruster thruster(def);
        thruster.setCommand(1900.0);
        for (int i = 0; i < steps; ++i)
            thruster.advance(0.4 / steps, 1000.0, Vector3::Zero());
        EXPECT_NEAR(thruster.speed(), 61.0 * (1.0 - std::exp(-0.4 / 0.25)), 1e-12 * 61.0) << steps;
    }
}

TEST(PropellerTables, WrongTablesAreRefused) {
    const auto says = [](const std::string& line, const std::string& part) {
        EXPECT_NE(line.find(part), std::string::npos) << "'" << line << "' does not say '" << part << "'";
    };
    says(test::refusal([] { thrusterFromBollard(40.0, 51.0, 61.0, 0.076); }), "turn the axis round");
    says(test::refusal([] { thrusterFromBollard(-1.0, 51.0, 61.0, 0.076); }), "the thrust ahead [N]");
    says(test::refusal([] { thrusterFromTable({}, 61.0, 0.076); }), "no rows");
    ThrusterDef def = thrusterFromTable(pulses(), 61.0, 0.076);
    def.fastestSpeed = 60.0;
    says(refusalOf(def), "more than fastestSpeed");
    def = thrusterFromTable(pulses(), 61.0, 0.076);
    def.table[4].thrust = -1.0;
    says(refusalOf(def), "table[4]: the thrust falls");
    def.table[4] = {1500.0, 1.0};
    says(refusalOf(def), "table[4]: 1500.000000 is not above");
    def.table = {{0.0, 1.0}, {1.0, 2.0}};
    says(refusalOf(def), "the first thrust of the table");
    def.table.resize(1);
    says(refusalOf(def), "table has 1 rows");
    def = ThrusterDef();
    def.openWater = curves();
    def.openWater[1].torque = 0.018; // .31 * .4 = .124 of a power of .113
    says(refusalOf(def), "openWater[0] to [1] and beyond: the thrust times the inflow");
    def.openWater = {{0.1, 0.4, 0.08}, {1.0, 0.0, 0.02}};
    says(refusalOf(def), "the first advance ratio");
    def.openWater = curves();
    def.openWater[2].thrust = std::nan("");
    says(refusalOf(def), "openWater[2]: a number is not finite");
}

} // namespace propeller_tables_test
