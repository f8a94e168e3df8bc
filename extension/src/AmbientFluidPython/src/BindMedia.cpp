// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/MediumPresets.h"
#include "AmbientFluid/Media/SampleRows.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveSpectrum.h"
#include "Bindings.h"
#include "Conversions.h"

#include <pybind11/stl.h>

#include <cmath>

namespace py = pybind11;

namespace ambient::python {
namespace {

using Surface = WaterSurface;
using MediumPointer = std::shared_ptr<FluidMedium>;
using SurfacePointer = std::shared_ptr<Surface>;

MediumPointer uniform(double density, double viscosity, const Triple& velocity) {
    const UniformMedium still(density, viscosity);
    return std::make_shared<UniformMedium>(velocity.value.isZero(0.0) ? still : still.movingAt(velocity.value));
}

MediumPointer shared(const UniformMedium& medium) {
    return std::make_shared<UniformMedium>(medium);
}

py::dict dictOf(const MediumSample& sample) {
    py::dict dict;
    dict["density"] = sample.density;
    dict["viscosity"] = sample.dynamicViscosity;
    dict["velocity"] = arrayOf(sample.velocity);
    dict["acceleration"] = arrayOf(sample.acceleration);
    return dict;
}

/// Heights and normals of a surface at the points of an array.
py::tuple sampledAt(const WaterSurface& surface, const py::object& points, double time) {
    const std::vector<Vector3> places = pointsOf(points, "points");
    if (!std::isfinite(time)) throw py::value_error("time is not finite");
    std::vector<SurfaceSample> samples(places.size());
    surface.sampleMany(places.data(), static_cast<int>(places.size()), time, samples.data());
    if (findInvalid(samples.data(), static_cast<int>(places.size())) >= 0)
        throw py::value_error("the surface is not finite there: points and time within 1e12 m and s are needed");
    py::array_t<double> heights(static_cast<py::ssize_t>(places.size()));
    std::vector<Vector3> normals(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        heights.mutable_at(static_cast<py::ssize_t>(i)) = samples[i].height;
        normals[i] = samples[i].normal;
    }
    return py::make_tuple(heights, arrayOf(normals));
}

StillWater stillWater(double level, const std::optional<double>& depth, double gravity, const Triple& up) {
    StillWater water;
    water.up = up.value;
    water.level = level;
    if (depth) water.depth = *depth;
    water.gravity = gravity;
    return water;
}

/// Waves of dicts with the keys amplitude, wavelength, direction and phase.
std::vector<Wave> wavesOf(const py::list& list, const StillWater& water) {
    std::vector<Wave> waves;
    for (const py::handle element : list) {
        const std::string place = "waves[" + std::to_string(waves.size()) + "]";
        if (!py::isinstance<py::dict>(element)) throw py::value_error(place + ": is no dict");
        const auto dict = py::reinterpret_borrow<py::dict>(element);
        const auto number = [&](const char* key, double otherwise) {
            return dict.contains(key) ? numbersOf(dict[key], 1, place + "." + key).front() : otherwise;
        };
        for (const auto& item : dict) {
            const std::string key = py::str(item.first);
            if (key != "amplitude" && key != "wavelength" && key != "direction" && key != "phase")
                throw py::value_error(place + "." + key +
                                      ": unknown key; known are amplitude, wavelength, direction, phase");
        }
        Vector3 direction = Vector3::UnitX();
        if (dict.contains("direction")) {
            const std::vector<double> n = numbersOf(dict["direction"], 3, place + ".direction");
            direction = {n[0], n[1], n[2]};
        }
        try {
            waves.push_back(
                makeWave(number("amplitude", 0.0), number("wavelength", 0.0), direction, number("phase", 0.0), water));
        } catch (const std::invalid_argument& error) {
            throw py::value_error(place + ": " + error.what());
        }
    }
    return waves;
}

WaveSet waveSet(const py::object& waves, double level, const std::optional<double>& depth, double gravity,
                const Triple& up) {
    const StillWater water = stillWater(level, depth, gravity, up);
    if (py::isinstance<WaveSet>(waves)) return waves.cast<WaveSet>();
    return WaveSet(wavesOf(py::list(waves), water), water);
}

WaveSet sea(double height, double period, double peakedness, const Triple& direction, double spread, int count,
            std::uint64_t seed, double level, const std::optional<double>& depth, double gravity, const Triple& up) {
    SeaDef def;
    def.significantHeight = height;
    def.peakPeriod = period;
    def.peakedness = peakedness;
    def.direction = direction.value;
    def.spread = spread;
    def.waveCount = count;
    def.seed = seed;
    const StillWater water = stillWater(level, depth, gravity, up);
    return WaveSet(makeSea(def, water), water);
}

std::vector<LayerFluid> fluidsOf(const std::vector<std::pair<double, double>>& pairs) {
    std::vector<LayerFluid> fluids;
    for (const auto& [density, viscosity] : pairs)
        fluids.push_back({density, viscosity});
    return fluids;
}

MediumPointer layers(const std::vector<std::pair<double, double>>& fluids,
                     const std::vector<std::pair<double, double>>& interfaces, const std::string& transition,
                     const Triple& up) {
    if (transition != "tanh" && transition != "linear")
        throw std::invalid_argument("transition: '" + transition + "' is none of tanh, linear");
    const auto kind = transition == "tanh" ? LayerTransition::Tanh : LayerTransition::Linear;
    std::vector<LayerInterface> between;
    for (const auto& [height, thickness] : interfaces)
        between.push_back({height, thickness, kind});
    return std::make_shared<LayeredMedium>(LayeredMedium::layers(fluidsOf(fluids), between, up.value));
}

MediumPointer levels(const std::vector<std::tuple<double, double, double>>& rows, const Triple& up) {
    std::vector<LayerLevel> table;
    for (const auto& [height, density, viscosity] : rows)
        table.push_back({height, {density, viscosity}});
    return std::make_shared<LayeredMedium>(LayeredMedium::table(table, up.value));
}

void bindMedium(py::module_& module) {
    py::class_<FluidMedium, MediumPointer> medium(
        module, "Medium",
        "The undisturbed fluid of a world or region: density, viscosity and motion by place and time. Immutable; "
        "worlds and "
        "threads may share one. Made by functions such as water(), uniform(), divided() and flowing().");
    medium.def(
        "sample",
        [](const FluidMedium& self, const Triple& point, double time) {
            return dictOf(self.sample(point.value, time));
        },
        py::arg("point"), py::arg("time") = 0.0,
        "The medium at a world point [m] and time [s]: a dict with density [kg/m^3], viscosity [Pa s], velocity [m/s] "
        "and "
        "acceleration DU/Dt [m/s^2], world axes.");
    medium.def(
        "sample_surface",
        [](const FluidMedium& self, const py::object& points, double time) {
            if (!self.divided()) throw py::value_error("the medium has no surface");
            return sampledAt(self.divided()->surface(), points, time);
        },
        py::arg("points"), py::arg("time") = 0.0,
        "The surface of a medium above or below world points, an array of shape (n, 3) [m], at one time [s]: heights "
        "along up from the world's origin, of shape (n,) [m], and unit normals out of the water, of shape (n, 3).");
}

void bindFluids(py::module_& module) {
    const py::tuple zero = py::make_tuple(0.0, 0.0, 0.0), z = py::make_tuple(0.0, 0.0, 1.0);
    module.def(
        "uniform", &uniform, py::arg("density"), py::arg("viscosity"), py::arg("velocity") = zero,
        "An unbounded medium.\n\ndensity [kg/m^3] > 0; viscosity [Pa s] >= 0, 0: no friction; velocity of the whole "
        "medium, world axes [m/s].");
    module.def(
        "water", [] { return shared(UniformMedium::water()); },
        "Fresh water at 20 degC: 998.2 kg/m^3, 1.002e-3 Pa s; at rest.");
    module.def(
        "air", [] { return shared(UniformMedium::air()); },
        "Dry air at 20 degC and 1013.25 hPa: 1.204 kg/m^3, 1.825e-5 Pa s; at rest.");
    module.def(
        "air_at", [](double celsius, double pressure) { return shared(airAt(celsius, pressure)); }, py::arg("celsius"),
        py::arg("pressure") = 101325.0, "Dry air at a temperature, -100 to 500 degC, and a pressure, 1 to 1e6 Pa.");
    module.def(
        "fresh_water_at", [](double celsius) { return shared(freshWaterAt(celsius)); }, py::arg("celsius"),
        "Fresh water at a temperature, 0 to 100 degC.");
    module.def(
        "sea_water_at", [](double celsius, double salinity) { return shared(seaWaterAt(celsius, salinity)); },
        py::arg("celsius"), py::arg("salinity") = 35.0,
        "Sea water at a temperature, 0 to 40 degC, and a salinity, 0 to 42 g/kg.");
    module.def(
        "honey", [] { return shared(honey()); }, "Honey at 25 degC: about 1415 kg/m^3, 8 Pa s.");
    module.def(
        "olive_oil", [] { return shared(oliveOil()); }, "Olive oil at 20 degC: 914 kg/m^3, .084 Pa s.");
    module.def(
        "castor_oil", [] { return shared(castorOil()); }, "Castor oil at 20 degC: 961 kg/m^3, .986 Pa s.");
    module.def(
        "layers", &layers, py::arg("fluids"), py::arg("interfaces"), py::arg("transition") = "tanh", py::arg("up") = z,
        "Layers of fluids at rest, from the lowest to the highest.\n\nfluids: pairs of density [kg/m^3] and viscosity "
        "[Pa s]; interfaces: pairs of height along up and thickness [m], one fewer than fluids; transition: 'tanh' or "
        "'linear'.");
    module.def("levels", &levels, py::arg("table"), py::arg("up") = z,
               "A medium at rest by a table over height, linear between its rows and constant outside.\n\ntable: rows "
               "of height "
               "along up [m], density [kg/m^3] and viscosity [Pa s], at rising heights.");
    module.def(
        "flowing",
        [](const MediumPointer& m, const std::shared_ptr<AmbientFlow>& f) {
            return MediumPointer(std::make_shared<FlowingMedium>(m, f));
        },
        py::arg("medium"), py::arg("flow"),
        "A medium carried by a flow: density and viscosity of the medium, motion of the flow.");
    module.def(
        "divided",
        [](const MediumPointer& below, const SurfacePointer& surface, const MediumPointer& above) {
            return MediumPointer(std::make_shared<DividedMedium>(below, above, surface));
        },
        py::arg("below"), py::arg("surface"), py::arg("above") = py::none(),
        "Two media with a surface between them, such as water under air.\n\nabove: None means a vacuum.");
}

} // namespace

py::object heldMedium(const std::shared_ptr<const FluidMedium>& medium) {
    return medium ? py::cast(held(medium)) : py::none();
}

void bindSurfaces(py::module_& module) {
    py::class_<Surface, SurfacePointer> surface(module, "WaterSurface",
                                                "A water surface as a height over the plane perpendicular to up. "
                                                "Immutable. Made by flat_surface(), sine_waves() and "
                                                "gerstner_waves().");
    surface.def(
        "height",
        [](const Surface& self, const Triple& point, double time) { return self.sample(point.value, time).height; },
        py::arg("point"), py::arg("time") = 0.0,
        "Height along up above or below a world point [m], from the world's origin [m], at a time [s].");
    surface.def(
        "depth", [](const Surface& self, const Triple& point, double time) { return self.depth(point.value, time); },
        py::arg("point"), py::arg("time") = 0.0,
        "Depth of a world point [m] below the surface [m] at a time [s]; negative above.");
    surface.def("sample", &sampledAt, py::arg("points"), py::arg("time") = 0.0,
                "Heights and normals at many points, as Medium.sample_surface().");
    py::class_<WaveSet>(
        module, "WaveSet",
        "Waves on still water, for sine_waves(), gerstner_waves() and wave_flow(). Made by waves() and sea().")
        .def_property_readonly("steepness", &WaveSet::steepness,
                               "Sum of wavenumber times amplitude: Gerstner waves need less than 1.")
        .def_property_readonly("variance", &WaveSet::variance, "Mean square of the elevation [m^2].")
        .def(
            "__len__", [](const WaveSet& self) { return self.waves().size(); }, "Number of waves.");
    const py::tuple z = py::make_tuple(0.0, 0.0, 1.0), x = py::make_tuple(1.0, 0.0, 0.0);
    module.def(
        "waves", &waveSet, py::arg("waves"), py::kw_only(), py::arg("level") = 0.0, py::arg("depth") = py::none(),
        py::arg("gravity") = 9.81, py::arg("up") = z,
        "Waves given one by one.\n\nwaves: dicts with amplitude [m], wavelength [m], direction (world axes) and phase "
        "[rad]; level: height of the still surface along up [m]; depth of the water [m], None: deep; gravity [m/s^2].");
    module.def(
        "sea", &sea, py::kw_only(), py::arg("height") = 1.0, py::arg("period") = 5.0, py::arg("peakedness") = 1.0,
        py::arg("direction") = x, py::arg("spread") = std::numeric_limits<double>::infinity(), py::arg("count") = 16,
        py::arg("seed") = 1, py::arg("level") = 0.0, py::arg("depth") = py::none(), py::arg("gravity") = 9.81,
        py::arg("up") = z,
        "Waves of a sea state.\n\nheight: significant [m]; period: of the peak [s]; peakedness 1 (Pierson-Moskowitz) "
        "to 7; "
        "direction: mean heading; spread: exponent of the cosine, inf: one heading; count: number of waves; equal "
        "seeds give equal seas. Others as for waves().");
    module.def(
        "flat_surface",
        [](double height, const Triple& up) { return SurfacePointer(std::make_shared<FlatSurface>(height, up.value)); },
        py::arg("height") = 0.0, py::arg("up") = z, "Still water: the plane up . x = height [m].");
    module.def(
        "sine_waves", [](const WaveSet& set) { return SurfacePointer(std::make_shared<SineWaves>(set)); },
        py::arg("waves"), "A surface of sine waves of linear theory.");
    module.def(
        "gerstner_waves", [](const WaveSet& set) { return SurfacePointer(std::make_shared<GerstnerWaves>(set)); },
        py::arg("waves"), "A surface of Gerstner waves, with sharp crests and flat troughs; steepness below 1.");
}

void bindMedia(py::module_& module) {
    bindMedium(module);
    bindFluids(module);
}

} // namespace ambient::python
