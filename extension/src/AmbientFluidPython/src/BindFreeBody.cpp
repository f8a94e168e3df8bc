// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/HostedBodies.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/Requirements.h"
#include "Bindings.h"
#include "Conversions.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {
namespace {

using FreeBody = HostedBody;

FluidBody bodyOf(const std::shared_ptr<FluidBodyModel>& model, double mass, const py::object& centerOfMass,
                 const py::object& inertia) {
    FluidBody body = makeSolidBodyOfMass(model, mass);
    if (!centerOfMass.is_none()) {
        const std::vector<double> n = numbersOf(centerOfMass, 3, "center_of_mass");
        body.bodyFromMesh.position = -Vector3(n[0], n[1], n[2]);
        if (inertia.is_none()) throw py::value_error("inertia: a centre of mass of its own needs it too");
    }
    if (inertia.is_none()) return body;
    const std::vector<double> n = numbersOf(py::module_::import("numpy").attr("ravel")(inertia), 9, "inertia");
    Matrix3 matrix;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            matrix(row, column) = n[static_cast<std::size_t>(3 * row + column)];
    if (!matrix.isApprox(matrix.transpose(), 1e-9)) throw py::value_error("inertia: is not symmetric");
    body.bodyInertia = SpatialInertia::ofBody(mass, matrix);
    return body;
}

std::unique_ptr<FreeBody> freeBody(const std::shared_ptr<FluidBodyModel>& model, double mass,
                                   const std::shared_ptr<FluidMedium>& medium, const Triple& gravity,
                                   const py::object& centerOfMass, const py::object& inertia, const std::string& forces,
                                   double tolerance) {
    if (!model) throw py::value_error("model: is None");
    requirePositive(tolerance, "tolerance:");
    auto body = std::make_unique<FreeBody>(FreeBody{
        KirchhoffMotion(bodyOf(model, mass, centerOfMass, inertia), medium, ForceSet::named(forces), gravity.value),
        {},
        {},
        {}});
    body->integrator.tolerance = tolerance;
    body->state = makeState(body->equations, Pose(), Twist(), 0.0);
    return body;
}

void setState(FreeBody& self, const Triple& position, const Turn& orientation, const Triple& angular,
              const Triple& linear, double time) {
    requireFinite(time, "time");
    const FluidBodyState state =
        makeState(self.equations, {orientation.value, position.value}, {angular.value, linear.value}, time);
    if (!state.isFinite()) throw py::value_error("the velocities: the momentum is not finite");
    self.state = state;
    self.hosted.cancel();
}

void step(FreeBody& self, double duration, const std::optional<Six>& wrench) {
    requirePositive(duration, "duration:");
    IntegratorOptions options = self.integrator;
    if (wrench) options.userWrench = Wrench(wrench->value);
    const py::gil_scoped_release unlocked;
    if (!integrate(self.equations, self.state, duration, options).finite)
        throw std::invalid_argument("the state became non-finite during the step and was restored");
    self.hosted.cancel();
}

py::dict term(const TermReadout& readout) {
    py::dict dict;
    dict["wrench"] = arrayOf(readout.wrench);
    dict["power"] = readout.power;
    return dict;
}

using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Flags = py::array_t<bool, py::array::c_style | py::array::forcecast>;
using Bodies = std::vector<FreeBody*>;

/// Checks rows of an argument, one per body.
void requireRows(const Rows& rows, const Bodies& bodies, std::size_t length, const char* name) {
    if (rows.ndim() != 2 || rows.shape(0) != static_cast<py::ssize_t>(bodies.size()) ||
        rows.shape(1) != static_cast<py::ssize_t>(length))
        throw py::value_error(std::string(name) + ": an array of shape (" + std::to_string(bodies.size()) + ", " +
                              std::to_string(length) + ") is needed");
}

/// Checks flags of an argument, one per body. \returns their bytes
const unsigned char* flagsOf(const Flags& flags, const Bodies& bodies, const char* name) {
    if (flags.ndim() != 1 || flags.shape(0) != static_cast<py::ssize_t>(bodies.size()))
        throw py::value_error(std::string(name) + ": " + std::to_string(bodies.size()) + " flags are needed");
    return reinterpret_cast<const unsigned char*>(flags.data());
}

/// An array for the results of a batch, one row per body.
Rows rowsFor(const Bodies& bodies, std::size_t length) {
    return Rows({static_cast<py::ssize_t>(bodies.size()), static_cast<py::ssize_t>(length)});
}

Rows begun(const Bodies& bodies, double duration, const Rows& states, const Flags& moved) {
    requireRows(states, bodies, kStateNumbers, "states");
    const unsigned char* flags = flagsOf(moved, bodies, "moved");
    Rows solver = rowsFor(bodies, kSolverNumbers);
    double* out = solver.mutable_data();
    const py::gil_scoped_release unlocked;
    beginSteps(bodies.data(), bodies.size(), duration, states.data(), flags, out);
    return solver;
}

Rows responses(const Bodies& bodies, const Rows& impulses) {
    requireRows(impulses, bodies, kImpulseNumbers, "impulses");
    Rows made = rowsFor(bodies, 2);
    respondTo(bodies.data(), bodies.size(), impulses.data(), made.mutable_data());
    return made;
}

Rows ended(const Bodies& bodies, const Rows& impulses, const Rows& poses, const Flags& touched) {
    requireRows(impulses, bodies, kImpulseNumbers, "impulses");
    requireRows(poses, bodies, kPoseNumbers, "poses");
    const unsigned char* flags = flagsOf(touched, bodies, "touched");
    Rows states = rowsFor(bodies, kStateNumbers);
    double* out = states.mutable_data();
    const py::gil_scoped_release unlocked;
    endSteps(bodies.data(), bodies.size(), impulses.data(), poses.data(), flags, out);
    return states;
}

void bindSharedSteps(py::module_& module) {
    module.def("begin_steps", &begun, py::arg("bodies"), py::arg("duration"), py::arg("states"), py::arg("moved"),
               R"doc(Begins steps of free bodies that are shared with a physics engine's solver of contacts and joints.

states of the engine's bodies, shape (n, 13): position, orientation (x, y, z, w), angular and linear velocity; a body takes
its row if its flag of `moved` is set. Returns an array of shape (n, 10) for the engine's bodies: mass, inertia of the body
axes (3), angular and linear velocity before contacts, with gravity and all loads of the fluid. World axes, centres of mass.
Raises ValueError naming the body and the value; no body has changed then.)doc");
    module.def(
        "step_responses", &responses, py::arg("bodies"), py::arg("impulses"),
        R"doc(Products of impulses, shape (n, 6), and the velocity changes that they make in begun steps: shape (n, 2) [J].

First in the engine's solver, then of the body with its added mass. The impulses of a contact are to be scaled by the sum
of the first over the sum of the second of both bodies; a dry body counts alike in both.)doc");
    module.def("end_steps", &ended, py::arg("bodies"), py::arg("impulses"), py::arg("poses"), py::arg("touched"),
               R"doc(Ends the begun steps of free bodies. Returns the states for the engine's bodies, shape (n, 13).

impulses of contacts and joints about the centres of mass, shape (n, 6) [N m s, N s]; poses after the engine's step, shape
(n, 7). The rows of a body count only if its flag of `touched` is set; otherwise its free motion is the result.)doc");
}

} // namespace

py::dict dictOf(const FluidReadout& r) {
    py::dict terms;
    for (int i = 0; i < r.termCount; ++i) {
        const TermReadout& one = r.terms[static_cast<std::size_t>(i)];
        terms[py::str(std::string(one.name))] = term(one);
    }
    terms["power_limit"] = term(r.powerLimit);
    terms["weight"] = term(r.weight);
    terms["immersion"] = term(r.immersion);
    py::dict dict;
    dict["terms"] = terms;
    dict["total"] = arrayOf(r.total());
    dict["momentum"] = arrayOf(r.momentum);
    dict["kinetic_energy"] = r.kineticEnergy;
    dict["twist"] = arrayOf(r.twist);
    dict["relative_twist"] = arrayOf(r.relativeTwist);
    dict["submerged_volume"] = r.submergedVolume;
    dict["wetted_area"] = r.wettedArea;
    dict["attached_area"] = r.attachedArea;
    dict["center_of_buoyancy"] = arrayOf(r.centerOfBuoyancy);
    return dict;
}

void bindFreeBody(py::module_& module) {
    py::class_<FreeBody> body(
        module, "FreeBody",
        "One body in a fluid without a world: no contacts, no joints. Kirchhoff's equations, integrated with an error "
        "estimate "
        "for any step. World axes, about the centre of mass; it starts at the origin, at rest, at time 0.");
    body.def(py::init(&freeBody), py::arg("model"), py::arg("mass"), py::arg("medium"), py::kw_only(),
             py::arg("gravity") = py::make_tuple(0.0, 0.0, -9.81), py::arg("center_of_mass") = py::none(),
             py::arg("inertia") = py::none(), py::arg("forces") = "default", py::arg("tolerance") = 1e-5,
             "mass [kg]; medium: None means a vacuum; gravity, world axes [m/s^2]; center_of_mass, mesh frame [m], and "
             "inertia "
             "about it, shape (3, 3) [kg m^2]: of a uniform solid by default; forces as FluidBodyModel.wrenches(); "
             "tolerance: "
             "largest error per substep.");
    body.def(
        "step", &step, py::arg("duration"), py::arg("wrench") = py::none(),
        "Moves the body by a duration [s], under an extra wrench (torque, force) about the centre of mass, world axes "
        "[N m, N].");
    body.def("set_state", &setState, py::kw_only(), py::arg("position") = py::make_tuple(0.0, 0.0, 0.0),
             py::arg("orientation") = py::make_tuple(0.0, 0.0, 0.0, 1.0),
             py::arg("angular_velocity") = py::make_tuple(0.0, 0.0, 0.0),
             py::arg("linear_velocity") = py::make_tuple(0.0, 0.0, 0.0), py::arg("time") = 0.0,
             "Replaces the state: position of the centre of mass [m], orientation (x, y, z, w) of the mesh's axes, "
             "velocities "
             "[rad/s, m/s], time [s].");
    body.def_property_readonly(
        "position", [](const FreeBody& self) { return arrayOf(self.state.worldFromBody.position); },
        "Of the centre of mass [m].");
    body.def_property_readonly(
        "orientation", [](const FreeBody& self) { return arrayOf(self.state.worldFromBody.orientation); },
        "Quaternion (x, y, z, w) that turns mesh axes into world axes.");
    body.def_property_readonly(
        "twist", [](const FreeBody& self) { return arrayOf(twistInWorld(self.equations, self.state)); },
        "Angular and linear velocity [rad/s, m/s].");
    body.def_property_readonly(
        "time", [](const FreeBody& self) { return self.state.time; }, "Time [s].");
    body.def_property_readonly(
        "inertia",
        [](const FreeBody& self) { return arrayOf(totalInertia(self.equations, self.state).inertia.matrix()); },
        "Inertia of body and added fluid of now, about the centre of mass, body axes: 6x6 [kg m^2, kg m, kg].");
    body.def_property(
        "gravity", [](const FreeBody& self) { return arrayOf(self.equations.gravity()); },
        [](FreeBody& self, const Triple& gravity) { self.equations.setGravity(gravity.value); },
        "World axes [m/s^2]; a new one counts from the next step on.");
    bindSharedSteps(module);
    body.def(
        "readout", [](const FreeBody& self) { return dictOf(readOut(self.equations, self.state)); },
        "Wrenches, powers, momentum, energy, volumes and areas of now: a dict as of Body.readout().");
}

} // namespace ambient::python
