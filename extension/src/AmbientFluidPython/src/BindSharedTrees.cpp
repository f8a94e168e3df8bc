// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/TreeStep.h"
#include "Conversions.h"
#include "SharedTrees.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {
namespace {

/// A tree, and the bodies of its links, which Python owns.
struct SharedTree {
    std::vector<py::object> held;
    std::unique_ptr<TreeStep> step;
};

JointVector jointsOf(py::handle source, const char* what) {
    const std::vector<double> numbers = numbersOf(source, what);
    return Eigen::Map<const JointVector>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

py::array_t<double> rowOf(const JointVector& joints) {
    return arrayOf(joints.data(), static_cast<std::size_t>(joints.size()));
}

JointType typeOf(const std::string& name) {
    if (name == "fixed") return JointType::Fixed;
    if (name == "hinge") return JointType::Revolute;
    if (name == "slider") return JointType::Prismatic;
    throw py::value_error("joint: '" + name + "' is none of fixed, hinge, slider");
}

Vector3 vectorOf(const py::dict& link, const char* key) {
    const std::vector<double> n = numbersOf(link[key], 3, key);
    return {n[0], n[1], n[2]};
}

ArticulatedLink linkOf(const py::dict& given, bool isBase) {
    ArticulatedLink link;
    const Vector3 inertia = vectorOf(given, "inertia");
    link.inertia = SpatialInertia::ofBody(numbersOf(given["mass"], 1, "mass").front(), inertia.asDiagonal());
    if (isBase) return link;
    link.parent = given["parent"].cast<int>();
    link.joint.type = typeOf(given["joint"].cast<std::string>());
    const std::vector<double> q = numbersOf(given["orientation"], 4, "orientation");
    link.joint.zeroParentFromChild = Quaternion(q[3], q[0], q[1], q[2]).normalized();
    link.joint.pivotInParent = vectorOf(given, "pivot");
    link.joint.comFromPivot = vectorOf(given, "center");
    link.joint.axis = vectorOf(given, "axis");
    return link;
}

std::unique_ptr<SharedTree> made(const std::vector<py::dict>& links, const std::vector<py::object>& bodies,
                                 bool hasFixedBase) {
    std::vector<ArticulatedLink> parts;
    for (const py::dict& link : links)
        parts.push_back(linkOf(link, parts.empty()));
    std::vector<HostedBody*> fluids;
    for (const py::object& body : bodies)
        fluids.push_back(body.is_none() ? nullptr : body.cast<HostedBody*>());
    auto tree = std::make_unique<SharedTree>();
    tree->held = bodies;
    tree->step =
        std::make_unique<TreeStep>(std::make_shared<const ArticulatedBody>(std::move(parts), hasFixedBase), fluids);
    return tree;
}

py::tuple begun(SharedTree& self, const Triple& position, const Turn& orientation, const Six& twist,
                const py::object& positions, const py::object& rates, const py::object& torques, const Triple& gravity,
                double time, double duration) {
    const TreeVelocity velocity{Twist(twist.value), jointsOf(rates, "rates")};
    const TreeLoads loads = self.step->begin({orientation.value, position.value}, jointsOf(positions, "positions"),
                                             velocity, jointsOf(torques, "torques"), gravity.value, time, duration);
    const TreeVelocity& free = self.step->freeVelocity();
    return py::make_tuple(arrayOf(loads.base), rowOf(loads.torques), arrayOf(free.base), rowOf(free.rates));
}

py::tuple ended(SharedTree& self, const Six& twist, const py::object& rates) {
    const TreeVelocity after = self.step->end({Twist(twist.value), jointsOf(rates, "rates")});
    return py::make_tuple(arrayOf(after.base), rowOf(after.rates));
}

} // namespace

void bindSharedTrees(py::module_& module) {
    py::class_<SharedTree> tree(
        module, "SharedTree",
        R"doc(A tree of wet links whose steps are shared with a physics engine that knows the dry links.

The engine gets loads that give its dry links the accelerations of the wet ones; impulses of its motors, limits and contacts
are applied again with the inertia of links and fluid. World axes, centres of mass, angular before linear.)doc");
    tree.def(
        py::init(&made), py::arg("links"), py::arg("bodies"), py::kw_only(), py::arg("fixed_base") = false,
        R"doc(links: dicts, base first, with mass [kg] and inertia (3) [kg m^2] of the link's axes; all but the base also
parent, joint ('fixed', 'hinge' or 'slider'), orientation (x, y, z, w) of the link's axes in the parent's at position 0,
pivot from the parent's centre of mass, its axes [m], center: from the pivot to the link's centre of mass, its own axes [m],
and axis, of the link's axes, unit. bodies: a FreeBody per link in the same axes, or None for a dry link; the tree sets
their states and gravity.)doc");
    tree.def(
        "begin", &begun, py::kw_only(), py::arg("position"), py::arg("orientation"), py::arg("twist"),
        py::arg("positions"), py::arg("rates"), py::arg("torques"), py::arg("gravity"), py::arg("time"),
        py::arg("duration"),
        R"doc(Begins a step of a duration [s]. Returns loads for the engine, constant through its step, beside its own gravity:
wrench on the base and torques of the joints; then the base's twist and joint rates after the step without contacts and motors.

position and orientation of the base's centre of mass; torques of joints that the engine does not know; time of the media.)doc");
    tree.def("end", &ended, py::kw_only(), py::arg("twist"), py::arg("rates"),
             "The base's twist and joint rates after the step, from those of the engine.");
}

} // namespace ambient::python
