// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "Bindings.h"
#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"
#include "Conversions.h"
#include "SharedModels.h"
#include "Worlds/WorldMeshes.h"
#include "Worlds/WorldReader.h"

#include <pybind11/stl.h>

#include <map>

namespace py = pybind11;

namespace ambient::python {
namespace {

MeshRepair repairNamed(const std::string& name) {
    static const std::map<std::string, MeshRepair> known = {
        {"none", MeshRepair::None}, {"safe", MeshRepair::Safe}, {"flip_inverted", MeshRepair::FlipInverted}};
    const auto found = known.find(name);
    if (found == known.end())
        throw std::invalid_argument("repair: '" + name + "' is none of none, safe, flip_inverted");
    return found->second;
}

AddedMassMethod methodNamed(const std::string& name) {
    static const std::map<std::string, AddedMassMethod> known = {{"auto", AddedMassMethod::Auto},
                                                                 {"dense", AddedMassMethod::Galerkin},
                                                                 {"fast", AddedMassMethod::Fast},
                                                                 {"local", AddedMassMethod::Local}};
    const auto found = known.find(name);
    if (found == known.end()) throw std::invalid_argument("method: '" + name + "' is none of auto, dense, fast, local");
    return found->second;
}

std::optional<GivenAddedMass> givenOf(const py::object& matrix, double density, const Triple& point) {
    if (matrix.is_none()) return std::nullopt;
    const auto flat = matrix.attr("__class__").attr("__name__").cast<std::string>() == "ndarray"
                          ? matrix.attr("ravel")()
                          : py::module_::import("numpy").attr("ravel")(matrix);
    const std::vector<double> n = numbersOf(flat, 36, "added_mass");
    GivenAddedMass given;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column)
            given.matrix(row, column) = n[static_cast<std::size_t>(6 * row + column)];
    given.fluidDensity = density;
    given.referencePoint = point.value;
    return given;
}

std::shared_ptr<FluidBodyModel> build(const py::object& vertices, const py::object& triangles, double separationAngle,
                                      double wakeFactor, double roughness, double pressureScale, double frictionScale,
                                      double buoyancyScale, double sheetThickness, const std::string& repair,
                                      const std::string& method, double tolerance, const py::object& addedMass,
                                      double addedMassDensity, const Triple& addedMassPoint, double porosity) {
    const TriangleMesh mesh = meshOf(vertices, triangles);
    FluidBodyDef def;
    def.porosity = porosity;
    def.separationAngle = separationAngle;
    def.wakeFactor = wakeFactor;
    def.roughness = roughness;
    def.pressureScale = pressureScale;
    def.frictionScale = frictionScale;
    def.buoyancyScale = buoyancyScale;
    def.sheetThickness = sheetThickness;
    def.repair = repairNamed(repair);
    def.addedMassMethod = methodNamed(method);
    def.discretisation = tolerance;
    def.addedMass = givenOf(addedMass, addedMassDensity, addedMassPoint);
    const py::gil_scoped_release unlocked;
    return held(FluidBodyModel::build(mesh, def));
}

py::array_t<double> addedMassOf(const FluidBodyModel& model, double density, const Triple& about) {
    if (!(density >= 0.0) || !std::isfinite(density))
        throw std::invalid_argument("density: must be zero or positive and finite");
    const Pose meshFromPoint{Quaternion::Identity(), about.value};
    return arrayOf(model.addedMassPerDensity().changeFrame(meshFromPoint).scaled(density).matrix());
}

py::dict toDict(const ViscousTensor& tensor, const ViscousReport& report) {
    py::dict result;
    result["resistance"] = arrayOf(tensor.resistance);
    result["center_of_resistance"] = arrayOf(tensor.center);
    result["radius"] = tensor.radius;
    result["solved_faces"] = report.faces;
    result["self_excess"] = report.selfExcess;
    result["error_estimate"] = report.errorEstimate;
    result["seconds"] = report.seconds;
    return result;
}

py::dict viscousTensorOf(const py::object& vertices, const py::object& triangles, int faces, double sheetThickness,
                         const std::string& repair) {
    const MeshRepair allowed = repairNamed(repair);
    const TriangleMesh mesh = meshOf(vertices, triangles);
    const ViscousOptions options{faces, true};
    options.requireValid("faces");
    ViscousTensor tensor;
    ViscousReport report;
    {
        const py::gil_scoped_release unlocked;
        const CheckedMesh checked = requireUsableMesh(mesh, allowed, sheetThickness);
        tensor = computeViscousTensor(checked.mesh, options, &report);
    }
    return toDict(tensor, report);
}

py::array_t<double> wrenchesOf(const FluidBodyModel& model, const py::object& twists, double density, double viscosity,
                               const Triple& about, const std::string& forces) {
    using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
    const auto rows = Doubles::ensure(twists);
    if (!rows) PyErr_Clear();
    if (!rows || rows.ndim() != 2 || rows.shape(1) != 6)
        throw py::value_error("twists: an array of shape (n, 6) is needed, angular part first");
    const UniformMedium medium(density, viscosity);
    const ForceSet set = ForceSet::named(forces);
    py::array_t<double> wrenches({rows.shape(0), py::ssize_t(6)});
    for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
        const Vector3 w(rows.at(i, 0), rows.at(i, 1), rows.at(i, 2)), v(rows.at(i, 3), rows.at(i, 4), rows.at(i, 5));
        if (!w.allFinite() || !v.allFinite()) throw py::value_error("twists[" + std::to_string(i) + "]: is not finite");
        RelativeFlow flow;
        flow.density = medium.density();
        flow.dynamicViscosity = medium.dynamicViscosity();
        flow.twist = Twist(w, v - w.cross(about.value));
        const Wrench wrench = set.evaluate(model, flow).dissipative;
        const Vector3 torque = wrench.angular - about.value.cross(wrench.linear);
        for (py::ssize_t k = 0; k < 3; ++k) {
            wrenches.mutable_at(i, k) = torque[k];
            wrenches.mutable_at(i, k + 3) = wrench.linear[k];
        }
    }
    return wrenches;
}

py::tuple meshOfShape(const py::object& shape, const std::string& folder) {
    const nlohmann::json json = toJson(shape, "shape");
    return arraysOf(ambient::meshOf(readShape(WorldValue{json, "shape"}, false), folder));
}

py::tuple hullOf(const py::object& points) {
    const TriangleMesh hull = btFluidConvexHull(pointsOf(points, "points"));
    if (hull.faces.empty()) throw py::value_error("points: they lie in a plane and have no hull");
    return arraysOf(hull);
}

py::dict checkOf(const py::object& vertices, const py::object& triangles, double sheetThickness,
                 const std::string& repair) {
    const CheckedMesh checked = repairMesh(meshOf(vertices, triangles), repairNamed(repair), sheetThickness);
    const MeshReport& report = checked.report;
    py::list issues;
    for (const MeshIssue& issue : report.issues)
        issues.append(issue.message);
    py::dict result;
    result["usable"] = report.usable();
    result["issues"] = issues;
    result["warnings"] = report.warnings;
    result["repairs"] = report.repairs;
    result["closed"] = report.closed;
    result["pieces"] = report.componentCount;
    result["volume"] = report.volume;
    result["area"] = report.area;
    result["centroid"] = arrayOf(report.centroid);
    return result;
}

py::tuple massPropertiesOf(const py::object& vertices, const py::object& triangles, double density) {
    const MassProperties solid = solidMassProperties(meshOf(vertices, triangles), density);
    py::array_t<double> inertia({3, 3});
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            inertia.mutable_at(row, column) = solid.inertia(row, column);
    return py::make_tuple(solid.mass, arrayOf(solid.centerOfMass), inertia);
}

void bindModelProperties(py::class_<FluidBodyModel, std::shared_ptr<FluidBodyModel>>& model) {
    model.def_property_readonly(
        "vertices",
        [](const py::object& self) { return viewOf(self.cast<const FluidBodyModel&>().mesh().vertices, self); },
        "Vertices after repair and refinement, mesh frame [m]: a read-only view of shape (n, 3) without a copy.");
    model.def_property_readonly(
        "triangles",
        [](const py::object& self) { return viewOf(self.cast<const FluidBodyModel&>().mesh().faces, self); },
        "Triangles after repair and refinement, counter-clockwise from outside: a read-only view of shape (n, 3).");
    model.def_property_readonly(
        "unit_potentials",
        [](const py::object& self) {
            const auto& all = self.cast<const FluidBodyModel&>().unitPotentials();
            const auto step = static_cast<py::ssize_t>(sizeof(double));
            return readOnly(py::array_t<double>({py::ssize_t(all.rows()), py::ssize_t(6)},
                                                {step, step * py::ssize_t(all.rows())}, all.data(), self));
        },
        "Potentials of the six unit motions, rotations about the mesh origin first [m^2, m]: a read-only view with a "
        "row per "
        "vertex (or per triangle, for meshes beyond some 6000 triangles); no rows with a given added mass.");
    model.def_property_readonly("volume", &FluidBodyModel::volume, "Enclosed volume [m^3].");
    model.def_property_readonly("area", &FluidBodyModel::area, "Area of the surface [m^2].");
    model.def_property_readonly(
        "centroid", [](const FluidBodyModel& self) { return arrayOf(self.centerOfVolume()); },
        "Centre of the volume, mesh frame [m].");
    model.def_property_readonly("radius", &FluidBodyModel::radius,
                                "Radius about the centroid that encloses the body [m].");
    model.def_property_readonly("length", &FluidBodyModel::length,
                                "Length scale of Reynolds numbers, the root of the area [m].");
    model.def_property_readonly(
        "error_estimate", [](const FluidBodyModel& self) { return self.addedMassReport().errorEstimate; },
        "Estimated relative error of the added mass; negative: none was made.");
    model.def_property_readonly(
        "viscous_tensor", [](const FluidBodyModel& self) { return toDict(self.viscousTensor(), self.viscousReport()); },
        "Stokes resistance of which the forces are made at low Reynolds numbers: a dict as that of viscous_tensor(), "
        "with a negative error_estimate: none was made. A model for games has that of the full model.");
    model.def_property_readonly(
        "residual", [](const FluidBodyModel& self) { return self.addedMassReport().residual; },
        "Largest relative residual of the six linear solves.");
    model.def_property_readonly(
        "unknowns", [](const FluidBodyModel& self) { return self.addedMassReport().unknowns; },
        "Unknowns of the linear system; 0 if none was solved.");
    model.def_property_readonly(
        "repairs", [](const FluidBodyModel& self) { return self.report().repairs; },
        "Changes made to the mesh, one line each.");
    model.def_property_readonly(
        "warnings", [](const FluidBodyModel& self) { return self.report().warnings; },
        "Suspicious properties of the mesh, one line each.");
    model.def(
        "__repr__",
        [](const FluidBodyModel& self) {
            return "<FluidBodyModel of " + std::to_string(self.mesh().faceCount()) + " triangles, " +
                   std::to_string(self.volume()) + " m^3>";
        },
        "One line with triangles and volume.");
}

void bindMeshes(py::module_& module) {
    module.def(
        "mesh", &meshOfShape, py::arg("shape"), py::arg("folder") = ".",
        "Closed mesh of a shape (see ambientfluid.shapes), in the frame of the body: vertices of shape (n, 3) [m] and "
        "triangles of shape (m, 3).\n\nfolder: where file names of the shape start.");
    module.def("check_mesh", &checkOf, py::arg("vertices"), py::arg("triangles"), py::arg("sheet_thickness") = 0.0,
               py::arg("repair") = "safe",
               "Looks a mesh over after the repair that is allowed, and never refuses it: a dict with usable, issues, "
               "warnings, repairs, closed, pieces, volume [m^3], area [m^2] and centroid [m].");
    module.def("viscous_tensor", &viscousTensorOf, py::arg("vertices"), py::arg("triangles"), py::kw_only(),
               py::arg("faces") = ViscousOptions::kDefaultFaces, py::arg("sheet_thickness") = 0.0,
               py::arg("repair") = "safe",
               R"doc(Resistance of a closed mesh to slow motion through a viscous fluid (Stokes flow), without a model.

A dict: resistance, 6x6, angular first, per viscosity [m^3, m^2, m], mesh axes, about center_of_resistance [m], at which
its coupling block is symmetric: a motion (w, v there) has the drag -viscosity * resistance @ (w, v). radius [m] of the
sphere with the same mean drag; solved_faces; self_excess, by which thin parts made the faces' own blocks larger;
error_estimate, relative, from a second solution with half the faces; seconds.
faces: of the mesh whose flow is solved, 20 to 2000. sheet_thickness [m] and repair as in FluidBodyModel.)doc");
    module.def("convex_hull", &hullOf, py::arg("points"),
               "Convex hull of points of shape (n, 3) [m]: vertices of shape (m, 3) and triangles of shape (k, 3).");
    module.def(
        "mass_properties", &massPropertiesOf, py::arg("vertices"), py::arg("triangles"), py::arg("density"),
        "Mass [kg], centre of mass [m] and 3x3 inertia about it [kg m^2] of a uniform solid, mesh frame.\n\ndensity "
        "[kg/m^3].");
}

} // namespace

void bindModels(py::module_& module) {
    py::class_<FluidBodyModel, std::shared_ptr<FluidBodyModel>> model(
        module, "FluidBodyModel",
        R"doc(A mesh prepared for the fluid: checked, with its volume and its 6x6 added mass.

Slow to build, once per mesh; immutable, shared by bodies and threads. All quantities are in the mesh's frame [m].
6-vectors and 6x6 matrices are angular first: a twist is (w, v), a wrench (torque, force).)doc");
    const FluidBodyDef def;
    model.def(py::init(&build), py::arg("vertices"), py::arg("triangles"), py::kw_only(),
              py::arg("separation_angle") = def.separationAngle, py::arg("wake_factor") = def.wakeFactor,
              py::arg("roughness") = def.roughness, py::arg("pressure_scale") = def.pressureScale,
              py::arg("friction_scale") = def.frictionScale, py::arg("buoyancy_scale") = def.buoyancyScale,
              py::arg("sheet_thickness") = def.sheetThickness, py::arg("repair") = "safe", py::arg("method") = "auto",
              py::arg("tolerance") = def.discretisation, py::arg("added_mass") = py::none(),
              py::arg("added_mass_density") = 1000.0, py::arg("added_mass_point") = py::make_tuple(0.0, 0.0, 0.0),
              py::arg("porosity") = def.porosity,
              R"doc(Builds the model of a closed mesh.

vertices: array of shape (n, 3) [m]; triangles: whole numbers of vertices, shape (m, 3), counter-clockwise from outside.
separation_angle [rad], 0 to pi, wake_factor, .2 to 1, and roughness [m]: see docs/worlds.md. pressure_scale, friction_scale,
buoyancy_scale: factors on the forces. sheet_thickness [m] makes solids of open meshes; 0: these are refused.
repair: 'none', 'safe' or 'flip_inverted'. method: 'auto', 'dense', 'fast' or 'local'. tolerance: wanted relative error
of the added mass. added_mass: 6x6 to use in place of the computed one [kg m^2, kg m, kg], of a fluid of
added_mass_density [kg/m^3], about added_mass_point [m]. porosity: open share of the outlines, 0 to .5.
Raises ValueError with one line that names the face, edge or value.)doc");
    model.def(
        "added_mass", &addedMassOf, py::arg("density") = 1000.0, py::arg("about") = py::make_tuple(0.0, 0.0, 0.0),
        "Added mass as a 6x6 array [kg m^2, kg m, kg], mesh axes, angular first.\n\ndensity of the fluid [kg/m^3]; "
        "about: reference point, mesh frame [m].");
    model.def(
        "wrenches", &wrenchesOf, py::arg("twists"), py::arg("density"), py::arg("viscosity"),
        py::arg("about") = py::make_tuple(0.0, 0.0, 0.0), py::arg("forces") = "default",
        "Surface forces of motions relative to the fluid, without buoyancy and inertia: an array of shape (n, 6) "
        "[N m, N], mesh axes.\n\ntwists: shape (n, 6) [rad/s, m/s], mesh axes; density [kg/m^3]; viscosity [Pa s]; "
        "about: reference point of both, mesh frame [m]; forces: 'default', 'surface2026b', "
        "'paper001', 'uwrbd' or 'gwtf'.");
    model.def(
        "for_games",
        [](const std::shared_ptr<FluidBodyModel>& self) {
            const ReducedModel reduced = gameModel(self);
            return py::make_tuple(held(reduced.model), reduced.misfit.mean);
        },
        "The model for worlds of many bodies, of 144 faces at most that are fitted to the forces of all, and the root "
        "mean square of the relative error of its forces.");
    model.def(
        "for_crowds",
        [](const std::shared_ptr<FluidBodyModel>& self) {
            const ReducedModel reduced = crowdModel(self);
            return py::make_tuple(held(reduced.model), reduced.misfit.mean);
        },
        "The model for crowds, whose bodies step many at a time if nothing touches them, free ones with the forces of "
        "48 points and floats with those of the faces, and else as models for games; and the root mean square of the "
        "relative error of the points' forces.");
    bindModelProperties(model);
    bindMeshes(module);
    module.def(
        "forget_models", &forgetModels,
        "Forgets the models of earlier worlds, which the worlds of a process share: the next world with such a shape "
        "computes its added mass anew. Worlds at hand keep theirs.");
}

} // namespace ambient::python
