// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/WaveSet.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "Bindings.h"
#include "Conversions.h"
#include "Output/HydrostaticsJson.h"
#include "Output/RadiationOutput.h"

#include <pybind11/stl.h>

#include <optional>

namespace py = pybind11;

namespace ambient::python {
namespace {

py::dict hydrostaticsOf(const py::object& vertices, const py::object& triangles, double mass, const Triple& center,
                        double fluidDensity, const py::object& heel, const py::object& openings) {
    const TriangleMesh mesh = meshOf(vertices, triangles);
    HydrostaticsDef def;
    def.mass = mass;
    def.centerOfMass = center.value;
    def.fluidDensity = fluidDensity;
    if (heel.is_none())
        for (int i = 0; i <= 16; ++i)
            def.heels.push_back(5.0 * i * kPi / 180.0);
    else
        for (const double angle : numbersOf(heel, "heel"))
            def.heels.push_back(angle * kPi / 180.0);
    if (!openings.is_none() && py::len(openings) > 0) def.openings = pointsOf(openings, "openings");
    Hydrostatics found;
    {
        const py::gil_scoped_release unlocked;
        found = computeHydrostatics(requireUsableMesh(mesh).mesh, def);
    }
    return fromJson(nlohmann::json(hydrostaticsJson(found)));
}

/// Where the body of radiation() rests, and its load.
struct Rest {
    std::optional<double> draft, mass;
    std::optional<Triple> center, gyration;

    void requireConsistent() const {
        if (mass && draft) throw std::invalid_argument("draft: mass gives the draft already; give one of them");
        if (mass && !center) throw std::invalid_argument("mass: give center too");
        if (!mass && (center || gyration)) throw std::invalid_argument("mass: center and gyration need it");
        for (int k = 0; gyration && k < 3; ++k)
            if (!(gyration->value[k] > 0.0)) throw std::invalid_argument("gyration must be positive");
    }
    Pose poseOf(const TriangleMesh& mesh, double fluidDensity) const {
        if (draft) return uprightPose(mesh, *draft);
        if (!mass) return {};
        HydrostaticsDef def;
        def.mass = *mass;
        def.centerOfMass = center->value;
        def.fluidDensity = fluidDensity;
        const Hydrostatics rest = computeHydrostatics(mesh, def);
        return {rest.orientation, rest.position};
    }
};

/// Numbers of an argument that may be None.
std::vector<double> wavesOf(const py::object& source, const char* what) {
    return source.is_none() ? std::vector<double>() : numbersOf(source, what);
}

py::dict radiationOf(const py::object& vertices, const py::object& triangles, std::optional<double> draft,
                     std::optional<double> mass, std::optional<Triple> center, std::optional<Triple> gyration,
                     const py::object& frequencies, const py::object& waveNumbers, const py::object& headings,
                     double fluidDensity, int faces, std::optional<double> depth) {
    const Rest rest{draft, mass, center, gyration};
    rest.requireConsistent();
    const TriangleMesh given = meshOf(vertices, triangles);
    WaveRadiationDef def;
    def.fluidDensity = fluidDensity;
    def.faces = faces;
    if (!frequencies.is_none() && !waveNumbers.is_none())
        throw std::invalid_argument("wave_numbers: frequencies gives the waves already; give one of them");
    if (depth) def.depth = *depth;
    if (!(def.depth > 0.0)) throw std::invalid_argument("depth must be positive");
    StillWater water;
    water.gravity = def.gravity;
    water.depth = def.depth;
    def.waveNumbers = wavesOf(waveNumbers, "wave_numbers");
    for (const double w : wavesOf(frequencies, "frequencies")) {
        if (!(w > 0.0)) throw std::invalid_argument("frequencies must be positive");
        def.waveNumbers.push_back(waveNumber(w, water));
    }
    def.headings.clear();
    for (const double heading : numbersOf(headings, "headings"))
        def.headings.push_back(heading * kPi / 180.0);
    WaveRadiation found;
    std::optional<FloatingLoad> load;
    {
        const py::gil_scoped_release unlocked;
        const TriangleMesh mesh = requireUsableMesh(given).mesh;
        def.waterFromMesh = rest.poseOf(mesh, fluidDensity);
        found = computeWaveRadiation(mesh, def);
        if (mass)
            load = floatingLoad(mesh, def.waterFromMesh.orientation, found, *mass, center->value,
                                gyration ? std::optional<Vector3>(gyration->value) : std::nullopt);
    }
    return fromJson(nlohmann::json(radiationJson(found, load ? &*load : nullptr)));
}

} // namespace

void bindFloating(py::module_& module) {
    module.def(
        "hydrostatics", &hydrostaticsOf, py::arg("vertices"), py::arg("triangles"), py::arg("mass"), py::arg("center"),
        py::kw_only(), py::arg("fluid_density") = HydrostaticsDef().fluidDensity, py::arg("heel") = py::none(),
        py::arg("openings") = py::none(),
        R"doc(How a body floats at rest in a fluid with a level surface: a dict with the keys of `ambient hydrostatics --json`.

vertices, triangles: a closed mesh, z up [m]; mass [kg]; center of mass, mesh frame [m]; fluid_density [kg/m^3]; heel of
the righting arms: angles in degrees, default 0, 5, ... 80; openings: points through which the hull floods, shape (n, 3)
[m]. Angles of the result are in degrees as in the command, its other numbers in SI units (docs/sea.md).
Raises ValueError with one line that names the value, if the body sinks too.)doc");
    module.def("radiation", &radiationOf, py::arg("vertices"), py::arg("triangles"), py::kw_only(),
               py::arg("draft") = py::none(), py::arg("mass") = py::none(), py::arg("center") = py::none(),
               py::arg("gyration") = py::none(), py::arg("frequencies") = py::none(),
               py::arg("wave_numbers") = py::none(), py::arg("headings") = py::make_tuple(0.0, 45.0, 90.0),
               py::arg("fluid_density") = WaveRadiationDef().fluidDensity, py::arg("faces") = 0,
               py::arg("depth") = py::none(),
               R"doc(A floating body in small waves: a dict with the keys of `ambient radiation --json`.

vertices, triangles: a closed mesh, z up [m]. draft: depth of its lowest point, upright [m]; or mass [kg] and center of
mass, mesh frame [m]: it floats at its equilibrium, and the result has its responses, with gyration, radii about the axes
of the mesh through the center [m], default those of a uniform solid; with neither the surface is z = 0 of the mesh.
frequencies [rad/s] or wave_numbers [1/m]: default 30, up to waves of 1.5 mean radii of the waterplane. headings that the
waves go to [deg]. fluid_density [kg/m^3]. faces: panels of the wet surface, 20 to 4000; 0: as many as fit.
depth of the water over a level bed [m]; None: deep.
Motions are in the order surge, sway, heave, roll, pitch, yaw about the centroid of the waterplane (docs/sea.md).
Raises ValueError with one line that names the value.)doc");
}

} // namespace ambient::python
