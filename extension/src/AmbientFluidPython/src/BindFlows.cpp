// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/GridFlow.h"
#include "AmbientFluid/Media/GustFlow.h"
#include "AmbientFluid/Media/JetFlow.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Media/VortexFlow.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "Bindings.h"
#include "Conversions.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {
namespace {

using FlowPointer = std::shared_ptr<AmbientFlow>;

FlowPointer linearFlow(const Triple& origin, const Triple& velocity, const py::object& gradient) {
    const std::vector<double> n = numbersOf(py::module_::import("numpy").attr("ravel")(gradient), 9, "gradient");
    Matrix3 matrix;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            matrix(row, column) = n[static_cast<std::size_t>(3 * row + column)];
    return std::make_shared<LinearFlow>(origin.value, velocity.value, matrix);
}

FlowPointer boundaryLayer(const Triple& velocity, double height, const std::optional<double>& roughness,
                          const std::optional<double>& exponent, double ground, const Triple& up) {
    BoundaryLayerDef def;
    def.velocity = velocity.value;
    def.referenceHeight = height;
    def.groundHeight = ground;
    def.up = up.value;
    if (roughness.has_value() == exponent.has_value())
        throw std::invalid_argument("boundary_layer: needs one of roughness and exponent");
    return std::make_shared<BoundaryLayerFlow>(roughness ? BoundaryLayerFlow::logarithmic(def, *roughness)
                                                         : BoundaryLayerFlow::powerLaw(def, *exponent));
}

FlowPointer vortex(double circulation, double radius, const Triple& center, const Triple& axis, const std::string& core,
                   double kinematicViscosity) {
    if (core != "lamb_oseen" && core != "rankine")
        throw std::invalid_argument("core: '" + core + "' is none of lamb_oseen, rankine");
    VortexDef def;
    def.core = core == "rankine" ? VortexCore::Rankine : VortexCore::LambOseen;
    def.center = center.value;
    def.axis = axis.value;
    def.circulation = circulation;
    def.coreRadius = radius;
    def.kinematicViscosity = kinematicViscosity;
    return std::make_shared<VortexFlow>(def);
}

FlowPointer jet(double speed, double diameter, const Triple& nozzle, const Triple& direction) {
    JetDef def;
    def.nozzle = nozzle.value;
    def.direction = direction.value;
    def.speed = speed;
    def.diameter = diameter;
    return std::make_shared<JetFlow>(def);
}

FlowPointer gusts(const Triple& mean, double intensity, double lengthScale, double smallest, double evolution,
                  int shells, std::uint64_t seed) {
    GustDef def;
    def.meanVelocity = mean.value;
    def.intensity = intensity;
    def.lengthScale = lengthScale;
    def.smallestWavelength = smallest;
    def.evolution = evolution;
    def.shells = shells;
    def.seed = seed;
    return std::make_shared<GustFlow>(def);
}

FlowPointer gridFlow(const py::object& velocities, const Triple& origin, const Triple& spacing, const py::object& times,
                     const std::string& outside) {
    using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
    const auto values = Doubles::ensure(velocities);
    if (!values) PyErr_Clear();
    if (!values || values.ndim() != 5 || values.shape(4) != 3)
        throw py::value_error("velocities: an array of shape (times, z, y, x, 3) is needed");
    if (outside != "clamp" && outside != "zero")
        throw py::value_error("outside: '" + outside + "' is none of clamp, zero");
    FlowGrid grid;
    grid.origin = origin.value;
    grid.spacing = spacing.value;
    grid.sizeX = static_cast<int>(values.shape(3));
    grid.sizeY = static_cast<int>(values.shape(2));
    grid.sizeZ = static_cast<int>(values.shape(1));
    grid.outside = outside == "zero" ? OutsideGrid::Zero : OutsideGrid::Clamp;
    if (!times.is_none()) grid.times = numbersOf(times, static_cast<std::size_t>(values.shape(0)), "times");
    const double* n = values.data();
    for (py::ssize_t i = 0; i < values.size(); i += 3)
        grid.velocities.emplace_back(n[i], n[i + 1], n[i + 2]);
    return std::make_shared<GridFlow>(grid);
}

FlowPointer moved(const FlowPointer& flow, const Triple& position, const Turn& orientation, const Triple& drift,
                  double factor, double time) {
    FlowPlacement placement;
    placement.worldFromFlow = {orientation.value, position.value};
    placement.drift = drift.value;
    placement.factor = factor;
    placement.time = time;
    return std::make_shared<MovedFlow>(flow, placement);
}

py::dict sampleOf(const AmbientFlow& flow, const Triple& point, double time) {
    const FlowSample sample = flow.sample(point.value, time);
    py::array_t<double> gradient({3, 3});
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            gradient.mutable_at(row, column) = sample.gradient(row, column);
    py::dict dict;
    dict["velocity"] = arrayOf(sample.velocity);
    dict["gradient"] = gradient;
    dict["acceleration"] = arrayOf(sample.acceleration());
    return dict;
}

void bindFlow(py::module_& module) {
    py::class_<AmbientFlow, FlowPointer> flow(module, "Flow",
                                              "A velocity field over place and time: wind or current, world frame. "
                                              "Immutable. Flows add up with `+`; flowing() puts "
                                              "one into a medium.");
    flow.def("sample", &sampleOf, py::arg("point"), py::arg("time") = 0.0,
             "The flow at a world point [m] and time [s]: a dict with velocity [m/s], gradient dU_i/dx_j of shape (3, "
             "3) [1/s] "
             "and acceleration DU/Dt [m/s^2].");
    flow.def(
        "__add__",
        [](const FlowPointer& self, const FlowPointer& other) {
            return FlowPointer(std::make_shared<SumFlow>(std::vector<std::shared_ptr<const AmbientFlow>>{self, other}));
        },
        py::arg("other"), "The sum of two flows, with the cross terms of the acceleration.");
}

} // namespace

void bindFlows(py::module_& module) {
    bindFlow(module);
    const py::tuple zero = py::make_tuple(0.0, 0.0, 0.0), x = py::make_tuple(1.0, 0.0, 0.0),
                    z = py::make_tuple(0.0, 0.0, 1.0);
    const py::tuple upright = py::make_tuple(0.0, 0.0, 0.0, 1.0);
    module.def(
        "stream", [](const Triple& velocity) { return FlowPointer(std::make_shared<UniformStream>(velocity.value)); },
        py::arg("velocity"), "A current or wind of constant velocity [m/s].");
    module.def(
        "linear_flow", &linearFlow, py::arg("origin"), py::arg("velocity"), py::arg("gradient"),
        "Shear, strain or solid rotation.\n\nvelocity at the origin [m/s]; gradient dU_i/dx_j of shape (3, 3) [1/s].");
    module.def(
        "boundary_layer", &boundaryLayer, py::arg("velocity"), py::arg("height") = 10.0, py::kw_only(),
        py::arg("roughness") = py::none(), py::arg("exponent") = py::none(), py::arg("ground") = 0.0, py::arg("up") = z,
        "Mean wind or current over flat ground.\n\nvelocity at a height above the ground [m/s, m]; roughness of the "
        "logarithmic law [m], or exponent of the power law; ground: its height along up [m].");
    module.def(
        "vortex", &vortex, py::arg("circulation"), py::arg("radius"), py::kw_only(), py::arg("center") = zero,
        py::arg("axis") = z, py::arg("core") = "lamb_oseen", py::arg("kinematic_viscosity") = 0.0,
        "A straight vortex.\n\ncirculation [m^2/s]; radius of the core [m]; center: a point of the axis [m]; core: "
        "'lamb_oseen', spreading by the kinematic viscosity [m^2/s], or 'rankine'.");
    module.def("jet", &jet, py::arg("speed"), py::arg("diameter"), py::kw_only(), py::arg("nozzle") = zero,
               py::arg("direction") = x,
               "Mean flow of a round turbulent jet.\n\nspeed at the mouth [m/s]; diameter of the mouth and its centre, "
               "the nozzle "
               "[m]; direction downstream.");
    module.def(
        "gusts", &gusts, py::kw_only(), py::arg("mean") = zero, py::arg("intensity") = 1.0,
        py::arg("length_scale") = 10.0, py::arg("smallest") = 0.0, py::arg("evolution") = 0.0, py::arg("shells") = 10,
        py::arg("seed") = 1,
        "Homogeneous turbulence.\n\nmean flow, included [m/s]; intensity: root mean square of each component [m/s]; "
        "length_scale and smallest wavelength [m], 0: a quarter of the scale; evolution 0: frozen, .5: natural; shells "
        "of "
        "wavenumbers; equal seeds give equal gusts.");
    module.def(
        "grid_flow", &gridFlow, py::arg("velocities"), py::arg("origin"), py::arg("spacing"),
        py::arg("times") = py::none(), py::arg("outside") = "clamp",
        "A flow on a grid along the world's axes, linear in between.\n\nvelocities: shape (times, z, y, x, 3) [m/s]; "
        "origin: "
        "the first node [m]; spacing of the nodes [m]; times of the snapshots [s], None: one, steady; outside: 'clamp' "
        "or 'zero'.");
    module.def("moved", &moved, py::arg("flow"), py::kw_only(), py::arg("position") = zero,
               py::arg("orientation") = upright, py::arg("drift") = zero, py::arg("factor") = 1.0,
               py::arg("time") = 0.0,
               "A flow that is turned, moved, drifting, scaled and ahead in time.\n\nposition [m] and orientation (x, "
               "y, z, w) of its frame at time 0; drift of the frame [m/s]; factor on its velocities; time of the flow "
               "at the world's time 0 [s].");
    module.def(
        "wave_flow", [](const WaveSet& set) { return FlowPointer(std::make_shared<WaveFlow>(set)); }, py::arg("waves"),
        "Motion of the water below waves, by linear theory.");
}

} // namespace ambient::python
