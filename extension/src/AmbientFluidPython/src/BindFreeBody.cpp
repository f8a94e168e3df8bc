// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/Requirements.h"
#include "Bindings.h"
#include "Conversions.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {
namespace {

/// A body without a world.
struct FreeBody {
    KirchhoffMotion equations;
    FluidBodyState state;
    IntegratorOptions integrator;
};

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

std::unique_ptr<FreeBody> made(const std::shared_ptr<FluidBodyModel>& model, double mass,
                               const std::shared_ptr<FluidMedium>& medium, const Triple& gravity,
                               const py::object& centerOfMass, const py::object& inertia, const std::string& forces,
                               double tolerance) {
    if (!model) throw py::value_error("model: is None");
    requirePositive(tolerance, "tolerance:");
    auto body = std::make_unique<FreeBody>(FreeBody{
        KirchhoffMotion(bodyOf(model, mass, centerOfMass, inertia), medium, ForceSet::named(forces), gravity.value),
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
}

void step(FreeBody& self, double duration, const std::optional<Six>& wrench) {
    requirePositive(duration, "duration:");
    IntegratorOptions options = self.integrator;
    if (wrench) options.userWrench = Wrench(wrench->value);
    const py::gil_scoped_release unlocked;
    if (!integrate(self.equations, self.state, duration, options).finite)
        throw std::invalid_argument("the state became non-finite during the step and was restored");
}

py::dict term(const TermReadout& readout) {
    py::dict dict;
    dict["wrench"] = arrayOf(readout.wrench);
    dict["power"] = readout.power;
    return dict;
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
    body.def(py::init(&made), py::arg("model"), py::arg("mass"), py::arg("medium"), py::kw_only(),
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
    body.def(
        "readout", [](const FreeBody& self) { return dictOf(readOut(self.equations, self.state)); },
        "Wrenches, powers, momentum, energy, volumes and areas of now: a dict as of Body.readout().");
}

} // namespace ambient::python
