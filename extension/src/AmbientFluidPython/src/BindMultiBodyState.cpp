// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "MultiBodyValues.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace py = pybind11;

namespace ambient::python {

JointVector vectorOf(const py::object& source, Eigen::Index count, const std::string& what) {
    const auto inBullet = [&what](double number) {
        btFluidFinite(number, what.c_str());
        return number;
    };
    const std::vector<double> n = numbersOf(source, what);
    if (py::array::ensure(source).ndim() == 0) // one number for all
        return JointVector::Constant(count, inBullet(n.front()));
    JointVector all(count);
    const std::vector<double> checked = numbersOf(source, static_cast<std::size_t>(count), what);
    std::transform(checked.begin(), checked.end(), all.data(), inBullet);
    return all;
}

void requireTurns(const ArticulatedBody& body, const JointVector& positions, const std::string& what) {
    for (int link = 1; link < body.linkCount(); ++link) {
        if (body.link(link).joint.type != JointType::Spherical) continue;
        const auto q = positions.segment<4>(body.firstPosition(link));
        if (!(std::fabs(q.norm() - 1.0) <= 1e-3))
            throw py::value_error(what + ": those of link " + std::to_string(link) +
                                  " are a quaternion x, y, z, w, which has length 1, not " + textOf(q.norm()));
    }
}

ArticulatedDynamics& evaluated(const MultiBodyHandle& self) {
    btFluidMultiBody& wet = self.wet();
    wet.motion().evaluate(wet.state());
    return wet.motion().dynamics();
}

namespace {

py::array_t<double> arrayOfJoints(const JointVector& v) {
    return arrayOf(v.data(), static_cast<std::size_t>(v.size()));
}

py::array_t<double> linkRows(const MultiBodyHandle& self, int first, int count) {
    const auto& moving = self.world->content().moving();
    std::vector<std::array<double, 13>> rows;
    evaluated(self);
    for (const FileWorld::Moving& row : moving) {
        if (row.multiBody != &self.multiBody()) continue;
        const FileWorld::Motion motion = self.world->content().motionOf(row);
        const auto& q = motion.worldFromShown.orientation.coeffs();
        const Vector3 &p = motion.worldFromShown.position, &w = motion.velocity.angular, &v = motion.velocity.linear;
        rows.push_back({p[0], p[1], p[2], q[0], q[1], q[2], q[3], w[0], w[1], w[2], v[0], v[1], v[2]});
    }
    py::array_t<double> array({static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(count)});
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::copy_n(rows[i].begin() + first, count, array.mutable_data(static_cast<py::ssize_t>(i), 0));
    return array;
}

/// Pose and velocity of a tree of links, to be set in part.
struct TreeMotion {
    Pose worldFromBase; ///< Bullet's axes
    JointVector positions;
    Twist baseTwist; ///< about the centre of mass, world axes
    JointVector rates;
};

TreeMotion motionOf(const MultiBodyHandle& self) {
    const ArticulatedDynamics& now = evaluated(self);
    const ArticulatedState& state = self.wet().state();
    return {state.worldFromBase, state.positions, self.wet().motion().twistInWorld(0), now.rates()};
}

void setMotion(const MultiBodyHandle& self, const TreeMotion& motion) {
    btFluidMultiBody& wet = self.wet();
    if (!wet.isHealthy()) throw std::invalid_argument(self.description().name + ": " + wet.failure());
    wet.setMotion(motion.worldFromBase, motion.positions, motion.baseTwist, motion.rates);
    self.multiBody().wakeUp();
    self.world->refresh();
}

/// The base's row of the state. \throws std::invalid_argument if the base is fixed
const FileWorld::Moving& baseOf(const MultiBodyHandle& self) {
    for (const FileWorld::Moving& row : self.world->content().moving())
        if (row.multiBody == &self.multiBody() && row.link == 0) return row;
    throw std::invalid_argument(self.description().name + ": its base is fixed");
}

void setPositions(const MultiBodyHandle& self, const py::object& positions) {
    const ArticulatedBody& tree = self.wet().motion().body();
    TreeMotion motion = motionOf(self);
    motion.positions = vectorOf(positions, tree.positionCount(), "positions");
    requireTurns(tree, motion.positions, "positions");
    setMotion(self, motion);
}

void setRates(const MultiBodyHandle& self, const py::object& rates) {
    TreeMotion motion = motionOf(self);
    motion.rates = vectorOf(rates, self.wet().motion().body().rateCount(), "rates");
    setMotion(self, motion);
}

py::array_t<double> basePose(const MultiBodyHandle& self) {
    const FileWorld::Motion motion = self.world->content().motionOf(baseOf(self));
    const Pose& pose = motion.worldFromShown;
    const auto& q = pose.orientation.coeffs();
    const std::array<double, 7> numbers{pose.position[0], pose.position[1], pose.position[2], q[0], q[1], q[2], q[3]};
    return arrayOf(numbers.data(), numbers.size());
}

void setBasePose(const MultiBodyHandle& self, const py::object& pose) {
    const FileWorld::Moving& base = baseOf(self);
    const std::vector<double> n = numbersOf(pose, 7, "base_pose");
    const Quaternion turn(n[6], n[3], n[4], n[5]);
    if (!(std::fabs(turn.norm() - 1.0) <= 1e-3))
        throw py::value_error("base_pose: its quaternion x, y, z, w has length 1, not " + textOf(turn.norm()));
    TreeMotion motion = motionOf(self);
    motion.worldFromBase = {turn.normalized() * base.shownFromBody, {n[0], n[1], n[2]}};
    btFluidFiniteVector(motion.worldFromBase.position, "base_pose");
    setMotion(self, motion);
}

void setBaseTwist(const MultiBodyHandle& self, const Six& twist) {
    baseOf(self);
    TreeMotion motion = motionOf(self);
    motion.baseTwist = {twist.value.head<3>(), twist.value.tail<3>()};
    btFluidFiniteVector(motion.baseTwist.angular, "base_twist");
    btFluidFiniteVector(motion.baseTwist.linear, "base_twist");
    setMotion(self, motion);
}

/// What may be set as well as read.
void bindMotion(py::class_<MultiBodyHandle>& body) {
    body.def_property(
        "positions", [](const MultiBodyHandle& self) { return arrayOfJoints(self.wet().state().positions); },
        &setPositions,
        "Positions of all joints [rad, m]; of a ball joint a quaternion (x, y, z, w). Setting them, by one number or "
        "one "
        "per position, keeps pose and velocity of the base and the rates.");
    body.def_property(
        "rates", [](const MultiBodyHandle& self) { return arrayOfJoints(evaluated(self).rates()); }, &setRates,
        "Rates of all joints [rad/s, m/s]. Setting them, by one number or one per rate, keeps the velocity of the "
        "base.");
    body.def_property(
        "base_pose", &basePose, &setBasePose,
        "Position of the centre of mass [m] and orientation (x, y, z, w) of a base that moves, world: 7 numbers. "
        "Setting "
        "it keeps the velocity of the base in the world, positions and rates. ValueError: the base is fixed.");
    body.def_property(
        "base_twist",
        [](const MultiBodyHandle& self) { return arrayOf(self.world->content().motionOf(baseOf(self)).velocity); },
        &setBaseTwist,
        "Angular and linear velocity of a base that moves, about its centre of mass, world axes [rad/s, m/s]: 6 "
        "numbers. "
        "Setting it keeps the rates. ValueError: the base is fixed.");
}

} // namespace

void bindMultiBodyState(py::class_<MultiBodyHandle>& body) {
    bindMotion(body);
    body.def_property_readonly(
        "link_poses", [](const MultiBodyHandle& self) { return linkRows(self, 0, 7); },
        "Position of the centre of mass [m] and orientation (x, y, z, w) of the moving links, world: shape "
        "(links, 7).");
    body.def_property_readonly(
        "link_twists", [](const MultiBodyHandle& self) { return linkRows(self, 7, 6); },
        "Angular and linear velocity of the moving links about their centres of mass, world axes [rad/s, "
        "m/s]: shape (links, 6).");
    body.def_property_readonly(
        "momentum", [](const MultiBodyHandle& self) { return arrayOf(self.wet().state().momentum); },
        "Momentum of links and fluid relative to the medium, about the base's centre of mass, world axes "
        "[kg m^2/s, kg m/s].");
    body.def_property_readonly(
        "mass", [](const MultiBodyHandle& self) { return self.wet().motion().body().mass(); },
        "Dry mass of all links [kg].");
    body.def_property_readonly(
        "torques",
        [](const MultiBodyHandle& self) {
            const JointDriver* driver = self.wet().getDriver();
            return driver ? arrayOfJoints(driver->torques())
                          : arrayOfJoints(JointVector::Zero(self.wet().motion().body().rateCount()));
        },
        "Torques of the motors in the last step [N m, N], with the joints' own resistance.");
    body.def_property_readonly(
        "tracking_error",
        [](const MultiBodyHandle& self) {
            const JointDriver* driver = self.wet().getDriver();
            return driver ? driver->trackingError() : 0.0;
        },
        "Largest difference of a joint and its target at the start of the last step [rad, m].");
    body.def_property_readonly(
        "failure",
        [](const MultiBodyHandle& self) {
            return self.wet().isHealthy() ? py::object(py::none()) : py::object(py::str(self.wet().failure()));
        },
        "Why the fluid gave the body up, in a few words; None while all is well.");
}

} // namespace ambient::python
