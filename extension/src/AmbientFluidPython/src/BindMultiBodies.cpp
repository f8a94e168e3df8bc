// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Math/Requirements.h"
#include "Bindings.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "Conversions.h"
#include "Handles.h"
#include "MultiBodyValues.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {

/// Targets set from outside between two steps: constant rates of all joints from a time on.
class TargetPath final : public JointPath {
  public:
    TargetPath(JointVector positions, JointVector rates)
        : m_positions(std::move(positions)), m_rates(std::move(rates)) {}

    const JointVector& positions() const { return m_positions; }
    bool moves() const { return !m_rates.isZero(0.0); }

    void set(double time, const JointVector& positions, const JointVector& rates) {
        m_time = time;
        m_positions = positions;
        m_rates = rates;
    }

    void evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const override {
        positions = m_positions;
        // Joints of one number; for others set() has refused rates.
        if (m_rates.size() == m_positions.size()) positions += (time - m_time) * m_rates;
        rates = m_rates;
        accelerations.setZero(m_rates.size());
    }

  private:
    double m_time = 0.0;
    JointVector m_positions, m_rates;
};

btFluidMultiBody& MultiBodyHandle::wet() const {
    return *world->simulation().fluid().getFluidMultiBodies().find(&multiBody());
}

namespace {

using Eigen::Index;

std::vector<std::string> linkNames(const MultiBodyHandle& self) {
    std::vector<std::string> names;
    for (const WorldLink& link : self.description().links)
        names.push_back(link.name);
    return names;
}

int linkNamed(const MultiBodyHandle& self, const std::string& name) {
    const std::vector<std::string> names = linkNames(self);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw std::invalid_argument(self.description().name + ": there is no link '" + name + "'");
    return static_cast<int>(found - names.begin());
}

/// Gives a drive targets of Python, at first the present positions, and the body this drive.
std::shared_ptr<TargetPath> setTargetPath(const MultiBodyHandle& self, JointDrive drive) {
    const btFluidMultiBody& wet = self.wet();
    const auto path =
        std::make_shared<TargetPath>(wet.state().positions, JointVector::Zero(wet.motion().body().rateCount()));
    drive.path = path;
    self.world->simulation().fluid().getFluidMultiBodies().setDrive(&self.multiBody(), drive);
    self.world->servos[self.index] = path;
    return path;
}

/// The targets of the servo of set_servo() or of the file; null: no servo.
std::shared_ptr<TargetPath> targetsOf(const MultiBodyHandle& self) {
    const auto found = self.world->servos.find(self.index);
    if (found != self.world->servos.end()) return found->second;
    const JointDriver* driver = self.wet().getDriver();
    const auto isDriven = [](const WorldLink& link) { return link.motor.has_value(); };
    const std::vector<WorldLink>& links = self.description().links;
    if (!driver || driver->drive().kind != DriveKind::Servo || std::none_of(links.begin(), links.end(), isDriven))
        return nullptr;
    return setTargetPath(self, driver->drive());
}

/// The given limits of the motors, and those of the file of a robot, whichever are less; empty: none.
JointVector limitsOf(const MultiBodyHandle& self, const py::object& given) {
    const ArticulatedBody& tree = self.wet().motion().body();
    JointVector limits;
    if (!given.is_none()) limits = vectorOf(given, tree.rateCount(), "max_torque");
    const std::vector<WorldLink>& links = self.description().links;
    for (int link = 1; link < tree.linkCount(); ++link) {
        const std::optional<double> effort = links[static_cast<std::size_t>(link)].train.effort;
        if (!effort || tree.ratesOf(link) != 1) continue;
        if (limits.size() == 0) limits.setConstant(tree.rateCount(), std::numeric_limits<double>::infinity());
        double& limit = limits[tree.firstRate(link)];
        if (limit > *effort) limit = *effort;
    }
    return limits;
}

void setServo(const MultiBodyHandle& self, const py::object& stiffness, const py::object& damping,
              const py::object& limit, const py::object& resistance) {
    btFluidMultiBody& wet = self.wet();
    const Index rates = wet.motion().body().rateCount();
    JointDrive drive;
    drive.kind = DriveKind::Servo;
    drive.stiffness = vectorOf(stiffness, rates, "stiffness");
    drive.damping = vectorOf(damping, rates, "damping");
    drive.limit = limitsOf(self, limit);
    if (!resistance.is_none()) drive.resistance = vectorOf(resistance, rates, "resistance");
    setTargetPath(self, std::move(drive));
}

void setTargets(const MultiBodyHandle& self, const py::object& positions, const py::object& rates) {
    const ArticulatedBody& body = self.wet().motion().body();
    const JointVector q = vectorOf(positions, body.positionCount(), "positions");
    requireTurns(body, q, "positions");
    JointVector v = JointVector::Zero(body.rateCount());
    if (!rates.is_none()) v = vectorOf(rates, body.rateCount(), "rates");
    if (!v.isZero(0.0) && body.rateCount() != body.positionCount())
        throw std::invalid_argument("rates: only bodies of hinges and sliders follow rates");
    const std::shared_ptr<TargetPath> targets = targetsOf(self);
    if (!targets) throw std::invalid_argument(self.description().name + ": has no servo; call set_servo() first");
    targets->set(self.world->simulation().fluid().getTime(), q, v);
    self.multiBody().wakeUp();
}

void applyTorques(const MultiBodyHandle& self, const py::object& torques) {
    const ArticulatedBody& body = self.wet().motion().body();
    const JointVector all = vectorOf(torques, body.rateCount(), "torques");
    btMultiBody& multiBody = self.multiBody();
    for (int link = 1; link < body.linkCount(); ++link)
        for (int dof = 0; dof < body.ratesOf(link); ++dof)
            multiBody.addJointTorqueMultiDof(link - 1, dof, btScalar(all[body.firstRate(link) + dof]));
    multiBody.wakeUp();
}

void applyForce(const MultiBodyHandle& self, const std::string& link, const Triple& force, const Triple& torque,
                const std::optional<Triple>& point) {
    const int index = linkNamed(self, link) - 1;
    Vector3 moment = torque.value;
    if (point) {
        btFluidFiniteVector(point->value, "point");
        evaluated(self);
        const std::vector<Pose>& links = self.wet().motion().dynamics().worldFromLinks();
        moment += (point->value - links[static_cast<std::size_t>(index + 1)].position).cross(force.value);
    }
    const btVector3 f = btFluidFiniteVector(force.value, "force"), t = btFluidFiniteVector(moment, "torque");
    btMultiBody& multiBody = self.multiBody();
    if (index < 0) {
        multiBody.addBaseForce(f);
        multiBody.addBaseTorque(t);
    } else {
        multiBody.addLinkForce(index, f);
        multiBody.addLinkTorque(index, t);
    }
    multiBody.wakeUp();
}

} // namespace

void bindMultiBodies(py::module_& module) {
    py::class_<MultiBodyHandle> body(module, "MultiBody",
                                     "A tree of links with joints; keeps the world alive. Numbers of joints stand link "
                                     "by link, in the order of link_names. "
                                     "Made by World.add_articulated(), found in World.multi_bodies.");
    body.def_property_readonly(
        "name", [](const MultiBodyHandle& self) { return self.description().name; }, "Name in the world.");
    body.def_property_readonly("link_names", &linkNames, "Names of the links, base first, parents before children.");
    body.def(
        "set_servo", &setServo, py::arg("stiffness"), py::arg("damping"), py::arg("max_torque") = py::none(),
        py::arg("resistance") = py::none(),
        "Gives all joints motors that follow set_targets(), stable at any stiffness; targets are the present "
        "positions.\n\n"
        "stiffness [N m/rad, N/m], damping [N m s/rad, N s/m], max_torque [N m, N], resistance of the joints "
        "themselves [N m "
        "s/rad, N s/m]: one number, or one per rate. Replaces motors of the file. A motor of a robot's joint stays "
        "within the effort limit of the robot's file.");
    body.def("set_targets", &setTargets, py::arg("positions"), py::arg("rates") = py::none(),
             "Sets the targets of the servo from now on, of set_servo() or of the file's motors.\n\npositions: one "
             "number, or one per position [rad, m]; rates "
             "with which "
             "they go on [rad/s, m/s], None: zero.");
    body.def(
        "clear_drive",
        [](const MultiBodyHandle& self) {
            self.world->simulation().fluid().getFluidMultiBodies().clearDrive(&self.multiBody());
            self.world->servos[self.index] = nullptr;
        },
        "Makes all joints free.");
    body.def("apply_torques", &applyTorques, py::arg("torques"),
             "Adds torques of the joints for the next step [N m, N]: one number, or one per rate.");
    body.def("apply_force", &applyForce, py::arg("link"), py::arg("force"),
             py::arg("torque") = py::make_tuple(0.0, 0.0, 0.0), py::arg("point") = py::none(),
             "Adds a force [N] and a torque [N m] on a link, by name, for the next step, world axes.\n\npoint of "
             "attack of the "
             "force, world [m]; None: the link's centre of mass.");
    body.def(
        "__repr__", [](const MultiBodyHandle& self) { return "<MultiBody '" + self.description().name + "'>"; },
        "The name.");
    bindMultiBodyState(body);
}

namespace {

/// The JSON of a joint's motor in a file, with a constant target; null: none.
nlohmann::json motorOf(const JointDrive& drive, int rate, double target) {
    const double stiffness = drive.stiffness[rate], damping = drive.damping[rate];
    if (stiffness == 0.0 && damping == 0.0) return nullptr;
    nlohmann::json motor = {{"damping", damping}};
    if (stiffness > 0.0) {
        motor["stiffness"] = stiffness;
        motor["target_position"] = target;
    } else {
        motor["target_velocity"] = 0.0;
    }
    if (drive.limit.size() > 0 && drive.limit[rate] <= 1e9) motor["max_force"] = drive.limit[rate];
    return motor;
}

void writeServo(const MultiBodyHandle& self, const TargetPath* targets, nlohmann::json& object) {
    const WorldArticulatedBody& read = self.description();
    const ArticulatedBody& tree = self.wet().motion().body();
    const JointDriver* driver = self.wet().getDriver();
    const auto refuse = [&](const std::string& why) {
        throw std::invalid_argument("no file can hold this world: " + read.name + ": " + why);
    };
    if (targets && targets->moves()) refuse("its targets move at rates of set_targets()");
    object.erase("drive");
    for (nlohmann::json& link : object["links"]) {
        const auto found = std::find_if(read.links.begin(), read.links.end(),
                                        [&](const WorldLink& one) { return link["name"] == one.name; });
        const int index = static_cast<int>(found - read.links.begin()), rate = tree.firstRate(index);
        if (!link.contains("joint")) continue;
        link["joint"].erase("motor");
        if (!targets || !driver) continue;
        const JointDrive& drive = driver->drive();
        for (int k = 0; k < tree.ratesOf(index); ++k) {
            if (drive.resistance.size() > 0 && drive.resistance[rate + k] > 0.0) refuse("its joints have a resistance");
            const nlohmann::json motor = motorOf(drive, rate + k, targets->positions()[tree.firstPosition(index) + k]);
            if (motor.is_null()) continue;
            if (tree.ratesOf(index) > 1) refuse("the ball joint of " + found->name + " has a motor");
            link["joint"]["motor"] = motor;
        }
    }
}

} // namespace

void writeServos(const std::shared_ptr<PythonWorld>& world, nlohmann::json& file) {
    for (const auto& [index, targets] : world->servos)
        writeServo(handleOf<MultiBodyHandle>(world, index), targets.get(),
                   file["articulated_bodies"][static_cast<std::size_t>(index)]);
}

} // namespace ambient::python
