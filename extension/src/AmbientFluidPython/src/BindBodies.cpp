// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "Bindings.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "Conversions.h"
#include "Handles.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {

namespace {

/// Changes a body, and then the arrays of its world.
template <class Change>
void changed(const BodyHandle& self, Change change) {
    change(self.live());
    self.world->refresh();
}

const Vector3* pointOf(const std::optional<Triple>& point) {
    return point ? &point->value : nullptr;
}

py::dict readoutOf(const BodyHandle& self) {
    const btFluidAction& fluid = self.world->simulation().fluid();
    if (!fluid.getFluidBody(&self.body()))
        throw std::invalid_argument(self.description().name + ": is not in the fluid");
    return dictOf(fluid.getReadout(&self.body()));
}

py::object failureOf(const BodyHandle& self) {
    const btFluidBody* wet = self.world->simulation().fluid().getFluidBody(&self.body());
    return wet && !wet->isHealthy() ? py::object(py::str(wet->failure())) : py::none();
}

py::object driveOf(const BodyHandle& self) {
    const btFluidBody* wet = self.world->simulation().fluid().getFluidBody(&self.body());
    return wet && wet->getDrive() ? py::cast(DriveHandle{self}) : py::none();
}

py::array_t<double> couplingOf(const BodyHandle& self) {
    const btFluidCoupling* coupling = self.world->content().coupling();
    return arrayOf(coupling ? coupling->getCouplingWrench(&self.body()) : Wrench());
}

void bindMotion(py::class_<BodyHandle>& body) {
    body.def_property(
        "position", [](const BodyHandle& self) { return arrayOf(self.live().motion().worldFromShown.position); },
        [](const BodyHandle& self, const Triple& at) {
            changed(self, [&](const LiveBody& live) {
                live.setPose({live.motion().worldFromShown.orientation, at.value});
            });
        },
        "Position of the centre of mass, world [m]; of a static body: of its frame. Setting it keeps the velocity.");
    body.def_property(
        "orientation", [](const BodyHandle& self) { return arrayOf(self.live().motion().worldFromShown.orientation); },
        [](const BodyHandle& self, const Turn& turn) {
            changed(self, [&](const LiveBody& live) {
                live.setPose({turn.value, live.motion().worldFromShown.position});
            });
        },
        "Quaternion (x, y, z, w) that turns axes of the body's shape into world axes. Setting it keeps the velocity in "
        "the world.");
    body.def_property(
        "linear_velocity", [](const BodyHandle& self) { return arrayOf(self.live().motion().velocity.linear); },
        [](const BodyHandle& self, const Triple& v) {
            changed(self, [&](const LiveBody& live) { live.setLinearVelocity(v.value); });
        },
        "Velocity of the centre of mass, world axes [m/s].");
    body.def_property(
        "angular_velocity", [](const BodyHandle& self) { return arrayOf(self.live().motion().velocity.angular); },
        [](const BodyHandle& self, const Triple& w) {
            changed(self, [&](const LiveBody& live) { live.setAngularVelocity(w.value); });
        },
        "Angular velocity, world axes [rad/s].");
    body.def(
        "apply_force",
        [](const BodyHandle& self, const Triple& force, const std::optional<Triple>& point) {
            self.live().applyForce(force.value, pointOf(point));
        },
        py::arg("force"), py::arg("point") = py::none(),
        "Adds a force for the next step, world axes [N].\n\npoint of attack, world [m]; None: the centre of mass.");
    body.def(
        "apply_torque", [](const BodyHandle& self, const Triple& torque) { self.live().applyTorque(torque.value); },
        py::arg("torque"), "Adds a torque for the next step, world axes [N m].");
    body.def(
        "apply_impulse",
        [](const BodyHandle& self, const Triple& impulse, const std::optional<Triple>& point) {
            changed(self, [&](const LiveBody& live) { live.applyImpulse(impulse.value, pointOf(point)); });
        },
        py::arg("impulse"), py::arg("point") = py::none(),
        "Adds an impulse now, world axes [N s]: it moves the body's dry mass; body and fluid keep that "
        "velocity.\n\npoint "
        "of attack, world [m]; None: the centre of mass.");
    body.def(
        "wake", [](const BodyHandle& self) { self.live().wake(); }, "Wakes the body if it sleeps.");
}

void bindBody(py::module_& module) {
    py::class_<BodyHandle> body(module, "Body",
                                "A body of a World; keeps the world alive. World axes and SI units. Made by "
                                "World.add_body(), found in World.bodies.");
    body.def_property_readonly(
        "name", [](const BodyHandle& self) { return self.description().name; }, "Name in the world.");
    body.def_property_readonly(
        "row", [](const BodyHandle& self) { return self.row() < 0 ? py::object(py::none()) : py::int_(self.row()); },
        "Row in World.state; None: a static body.");
    body.def_property_readonly(
        "is_static", [](const BodyHandle& self) { return self.row() < 0; }, "Whether it never moves.");
    body.def_property_readonly(
        "is_awake", [](const BodyHandle& self) { return self.body().isActive(); },
        "Whether it is stepped: bodies at rest fall asleep.");
    body.def_property_readonly(
        "mass", [](const BodyHandle& self) { return self.row() < 0 ? 0.0 : self.moving().mass; },
        "Dry mass [kg]; 0 of a static body.");
    body.def_property_readonly(
        "inertia", [](const BodyHandle& self) { return arrayOf(self.moving().inertia); },
        "Dry principal moments of inertia about the centre of mass [kg m^2].");
    body.def_property_readonly(
        "model",
        [](const BodyHandle& self) {
            const auto& model = self.moving().model;
            return model ? py::cast(held(model)) : py::none();
        },
        "Its FluidBodyModel, whose frame has the origin at the centre of mass and Bullet's principal axes; None: a dry "
        "body.");
    body.def_property_readonly("drive", &driveOf, "ShapeDrive of a body that changes its shape; else None.");
    body.def_property_readonly("failure", &failureOf,
                               "Why the fluid gave the body up, in a few words; None while all is well.");
    body.def(
        "mesh", [](const BodyHandle& self) { return arraysOf(*self.moving().mesh); },
        "Vertices [m] and triangles about the centre of mass, axes of the body's shape: arrays of shape (n, 3) "
        "and (m, 3). "
        "Of a body that changes its shape: at rest.");
    body.def("readout", &readoutOf,
             "Loads at the end of the last step: a dict, world axes, about the centre of mass, angular part "
             "first.\n\nterms: by "
             "name, each with wrench [N m, N] and power [W]; total [N m, N]; momentum of body and fluid relative to "
             "the medium "
             "[kg m^2/s, kg m/s]; kinetic_energy [J]; twist and relative_twist [rad/s, m/s]; submerged_volume [m^3]; "
             "wetted_area, attached_area [m^2]; center_of_buoyancy [m].");
    body.def("coupling_wrench", &couplingOf,
             "Torque and force by the flow of other bodies in the last step [N m, N]; zeros without a coupling.");
    body.def(
        "__repr__", [](const BodyHandle& self) { return "<Body '" + self.description().name + "'>"; }, "The name.");
    bindMotion(body);
}

void bindDrive(py::module_& module) {
    py::class_<DriveHandle> drive(module, "ShapeDrive", "Plays the shapes of a body that changes its shape.");
    drive.def_property_readonly(
        "speed", [](const DriveHandle& self) { return double(self.drive().getSpeed()); },
        "Speed of playing; 1: as given, 0: held, negative: backwards.");
    drive.def(
        "set_speed",
        [](const DriveHandle& self, double speed, double ramp) {
            self.drive().setSpeed(btFluidFinite(speed, "speed"), btFluidFinite(ramp, "ramp"));
        },
        py::arg("speed"), py::arg("ramp") = 0.0,
        "Sets the speed of playing, reached within a time [s]. The momentum is kept: without a ramp the velocity "
        "jumps.");
    drive.def_property(
        "phase", [](const DriveHandle& self) { return double(self.drive().getPhase()); },
        [](const DriveHandle& self, double phase) {
            self.drive().setPhase(btFluidFinite(phase, "phase"));
            self.body.world->refresh();
        },
        "Time within the sequence [s]. Setting it changes the shape at once and keeps the velocity.");
    drive.def_property_readonly(
        "period", [](const DriveHandle& self) { return self.drive().model().period(); },
        "Period of the sequence [s]; 0: played once.");
    drive.def(
        "vertices",
        [](const DriveHandle& self) {
            std::vector<btVector3> points;
            self.drive().vertices(points);
            std::vector<Vector3> out;
            for (const btVector3& point : points)
                out.push_back(btFluidVector(point));
            return arrayOf(out);
        },
        "Vertices of the present shape, world frame [m]: an array of shape (n, 3).");
}

void bindJoint(py::module_& module) {
    py::class_<JointHandle> joint(module, "Joint",
                                  "A joint of a World; keeps the world alive. Made by World.add_joint().");
    joint.def_property_readonly(
        "name", [](const JointHandle& self) { return self.description().name; }, "Name in the world.");
    joint.def_property_readonly(
        "value",
        [](const JointHandle& self) { return self.world->content().jointValue(static_cast<std::size_t>(self.index)); },
        "Angle of a hinge, continuous over any number of turns [rad], or shift of a slider [m]; 0 where the joint was "
        "made.");
    joint.def(
        "set_motor",
        [](const JointHandle& self, double velocity, double force) {
            self.world->live().setMotor(self.index, velocity, force);
        },
        py::arg("velocity"), py::arg("max_force"),
        "Drives a hinge [rad/s, N m] or slider [m/s, N] at a velocity with a greatest torque or force; 0: no motor.");
    joint.def(
        "__repr__", [](const JointHandle& self) { return "<Joint '" + self.description().name + "'>"; }, "The name.");
}

void bindThruster(py::module_& module) {
    py::class_<ThrusterHandle> thruster(
        module, "Thruster",
        "A propeller with its motor; keeps the world alive. Made by World.add_thruster(); acts in each step.");
    thruster.def_property(
        "command", [](const ThrusterHandle& self) { return self.get().command(); },
        [](const ThrusterHandle& self, double speed) { self.get().setCommand(speed); },
        "Commanded speed, limited to the fastest one [1/s], or command of the table.");
    thruster.def_property_readonly(
        "speed", [](const ThrusterHandle& self) { return self.get().speed(); },
        "Speed at the end of the last step [1/s].");
    thruster.def_property_readonly(
        "thrust", [](const ThrusterHandle& self) { return self.get().thrust(); }, "Mean thrust in the last step [N].");
    thruster.def_property_readonly(
        "torque", [](const ThrusterHandle& self) { return self.get().torque(); },
        "Mean torque of the motor in the last step [N m].");
    thruster.def_property_readonly(
        "power", [](const ThrusterHandle& self) { return self.get().power(); },
        "Mean power of the motor in the last step [W].");
    thruster.def(
        "command_of",
        [](const ThrusterHandle& self, double thrust, double density) { return self.get().commandOf(thrust, density); },
        py::arg("thrust"), py::arg("density") = 998.2,
        "Command whose thrust at rest is that [N], in a fluid of a density [kg/m^3]: [1/s], or of the table.");
}

void bindMooring(py::module_& module) {
    py::class_<MooringHandle> mooring(
        module, "Mooring",
        "A mooring line, tether or cable; keeps the world alive. Made by World.add_mooring() or a file; acts in each "
        "step. Its numbers are those of the last step.");
    mooring.def_property_readonly(
        "name", [](const MooringHandle& self) { return self.description().name; }, "Name in the world.");
    mooring.def_property_readonly(
        "tensions",
        [](const MooringHandle& self) {
            const MooringLine& line = self.mooring().getLine();
            return arrayOf(std::array<double, 2>{line.tension(0), line.tension(1)}.data(), 2);
        },
        "Tension at the body and at the other end: a new array [N].");
    mooring.def_property_readonly(
        "largest_tension", [](const MooringHandle& self) { return self.mooring().getLine().largestTension(); },
        "Largest tension along the line [N].");
    mooring.def_property_readonly(
        "points", [](const MooringHandle& self) { return arrayOf(self.mooring().getPoints()); },
        "Points along the line, from the body on, world [m]: a new array of shape (n, 3), empty before the first step "
        "and if the line is lost.");
    mooring.def_property_readonly(
        "length", [](const MooringHandle& self) { return self.mooring().getLine().length(); },
        "Length without tension [m].");
    mooring.def_property_readonly(
        "broken", [](const MooringHandle& self) { return self.mooring().getLine().isBroken(); },
        "Whether the line, or a segment of it, has parted.");
    mooring.def(
        "reel",
        [](const MooringHandle& self, double length, double rate) { self.mooring().getLine().reel(length, rate); },
        py::arg("length"), py::arg("rate"),
        "Pays out or reels in from now on, until the length [m] is reached, at a rate [m/s]. A winch of the file goes "
        "first.");
    mooring.def(
        "__repr__", [](const MooringHandle& self) { return "<Mooring '" + self.description().name + "'>"; },
        "The name.");
}

void bindRegion(py::module_& module) {
    py::class_<RegionHandle> region(module, "Region", "A box with a medium of its own. Made by World.add_region().");
    region.def_property(
        "enabled", [](const RegionHandle& self) { return self.region->isEnabled(); },
        [](const RegionHandle& self, bool on) {
            self.world->live();
            self.region->setEnabled(on);
        },
        "Whether bodies belong to the region; bodies follow at the end of the next step.");
    region.def(
        "set_box",
        [](const RegionHandle& self, const Triple& low, const Triple& high) {
            self.world->live();
            self.region->setAabb(btFluidVector(low.value), btFluidVector(high.value));
            self.world->whyUnsavable = "a region was moved";
        },
        py::arg("low"), py::arg("high"), "Moves the box: its lowest and highest corner, world [m].");
    region.def(
        "contains",
        [](const RegionHandle& self, const Triple& point) { return self.region->contains(btFluidVector(point.value)); },
        py::arg("point"), "Whether a world point [m] is inside.");
}

} // namespace

void bindBodies(py::module_& module) {
    bindBody(module);
    bindDrive(module);
    bindJoint(module);
    bindThruster(module);
    bindMooring(module);
    bindRegion(module);
}

} // namespace ambient::python
