// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/TreeStep.h"
#include "Conversions.h"
#include "SharedTrees.h"

#include <pybind11/stl.h>

#include <limits>

namespace py = pybind11;

namespace ambient::python {
namespace {

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
    if (name == "ball") return JointType::Spherical;
    throw py::value_error("joint: '" + name + "' is none of ball, fixed, hinge, slider");
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
    if (link.joint.type != JointType::Spherical) link.joint.axis = vectorOf(given, "axis");
    return link;
}

JointVector dampingOf(const std::vector<py::dict>& links, const ArticulatedBody& body) {
    JointVector damping = JointVector::Zero(body.rateCount());
    for (std::size_t i = 1; i < links.size(); ++i) {
        const int link = static_cast<int>(i);
        if (links[i].contains("damping"))
            damping.segment(body.firstRate(link), body.ratesOf(link))
                .setConstant(numbersOf(links[i]["damping"], 1, "damping").front());
    }
    return damping;
}

std::unique_ptr<TreeStep> treeStep(const std::vector<py::dict>& links,
                                   const std::vector<std::shared_ptr<FluidBodyModel>>& models,
                                   const std::shared_ptr<FluidMedium>& medium, bool hasFixedBase,
                                   const std::string& forces, double tolerance, double speedLimit) {
    std::vector<ArticulatedLink> parts;
    for (const py::dict& link : links)
        parts.push_back(linkOf(link, parts.empty()));
    if (models.size() != links.size()) throw py::value_error("models: one per link is needed, or None");
    const auto body = std::make_shared<const ArticulatedBody>(std::move(parts), hasFixedBase);
    std::vector<IsolatedLinkFluid::Surface> surfaces;
    for (const std::shared_ptr<FluidBodyModel>& model : models)
        surfaces.push_back({model, Pose()});
    if (hasFixedBase) surfaces.front().model = nullptr; // its loads do not count
    auto fluid = std::make_unique<IsolatedLinkFluid>(*body, surfaces, medium, ForceSet::named(forces));
    return std::make_unique<TreeStep>(body, std::move(fluid), dampingOf(links, *body), tolerance, speedLimit);
}

TreeVelocity velocityOf(const Six& twist, const py::object& rates) {
    return {Twist(twist.value), jointsOf(rates, "rates")};
}

py::tuple begun(TreeStep& self, const Triple& position, const Turn& orientation, const Six& twist,
                const py::object& positions, const py::object& rates, const Triple& gravity, double time,
                double duration) {
    const TreeState start{
        {orientation.value, position.value}, jointsOf(positions, "positions"), velocityOf(twist, rates)};
    const TreeLoads loads = self.begin(start, gravity.value, time, duration);
    const TreeVelocity& free = self.freeVelocity();
    return py::make_tuple(arrayOf(loads.base), rowOf(loads.torques), arrayOf(free.base), rowOf(free.rates));
}

py::tuple ended(TreeStep& self, const Six& twist, const py::object& rates) {
    const TreeState after = self.end(velocityOf(twist, rates));
    return py::make_tuple(arrayOf(after.worldFromBase.position), arrayOf(after.worldFromBase.orientation),
                          arrayOf(after.velocity.base), rowOf(after.positions), rowOf(after.velocity.rates));
}

py::dict startOf(const TreeStep& self, int link) {
    if (link < 0 || link >= self.linkCount())
        throw py::value_error("link: " + std::to_string(link) + " is not below " + std::to_string(self.linkCount()));
    const Twist twist = self.startTwist(link);
    py::dict state;
    state["position"] = arrayOf(self.startPose(link).position);
    state["orientation"] = arrayOf(self.startPose(link).orientation);
    state["angular_velocity"] = arrayOf(twist.angular);
    state["linear_velocity"] = arrayOf(twist.linear);
    state["time"] = self.startTime();
    return state;
}

} // namespace

void bindSharedTrees(py::module_& module) {
    py::class_<TreeStep> tree(
        module, "SharedTree",
        R"doc(A tree of wet links whose steps are shared with a physics engine that knows the dry links.

The engine gets loads that give its dry links the velocities of the wet ones; impulses of its motors, limits and contacts
are applied again with the inertia of links and fluid. World axes, centres of mass, angular before linear. Positions of a
ball joint are its quaternion (x, y, z, w), its rates the angular velocity relative to the parent, axes of the link.)doc");
    tree.def(
        py::init(&treeStep), py::arg("links"), py::arg("models"), py::arg("medium"), py::kw_only(),
        py::arg("fixed_base") = false, py::arg("forces") = "default", py::arg("tolerance") = 1e-5,
        py::arg("speed_limit") = std::numeric_limits<double>::infinity(),
        R"doc(links: dicts, base first, with mass [kg] and inertia (3) [kg m^2] of the link's axes; all but the base also
parent, joint ('ball', 'fixed', 'hinge' or 'slider'), orientation (x, y, z, w) of the link's axes in the parent's at position
0, pivot from the parent's centre of mass, its axes [m], center: from the pivot to the link's centre of mass, its own axes
[m], axis of hinges and sliders, of the link's axes, unit, and, by default 0, damping of each rate [N m s, N s/m], which the
engine does not know. models: a FluidBodyModel per link with the mesh in the link's axes, or None for a dry link; medium and
forces: as FreeBody. tolerance: largest error per substep. speed_limit:
impulses of the engine that would drive a velocity of the base or a joint beyond it are reduced [rad/s, m/s].)doc");
    tree.def(
        "begin", &begun, py::kw_only(), py::arg("position"), py::arg("orientation"), py::arg("twist"),
        py::arg("positions"), py::arg("rates"), py::arg("gravity"), py::arg("time"), py::arg("duration"),
        R"doc(Begins a step of a duration [s]. Returns loads for the engine, constant through its step, beside its own gravity:
wrench on the base and torques of the joints; then the base's twist and joint rates that the engine has after its step
without contacts and motors.

position and orientation of the base's centre of mass; time of the media [s].)doc");
    tree.def(
        "end", &ended, py::kw_only(), py::arg("twist"), py::arg("rates"),
        R"doc(Ends the step, from the velocities of the engine after its own. Returns the state for the engine: the base's
position, orientation and twist, joint positions and rates.)doc");
    tree.def("start", &startOf, py::arg("link"),
             "State of a link at the last begin(), base 0: a dict of the arguments of FreeBody.set_state().");
}

} // namespace ambient::python
