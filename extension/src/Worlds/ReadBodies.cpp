// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include <algorithm>

namespace ambient {
namespace {

/// Refuses moments unless they are positive and none exceeds the sum of the other two: no distribution of mass has
/// other moments.
void requireInertia(const WorldValue& value, const std::array<double, 6>& n) {
    Matrix3 inertia;
    inertia << n[0], n[3], n[4], n[3], n[1], n[5], n[4], n[5], n[2];
    const Vector3 moments = Eigen::SelfAdjointEigenSolver<Matrix3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
    if (!(moments[0] > 0.0)) value.refuse("is not positive definite");
    if (moments[2] > (moments[0] + moments[1]) * (1.0 + 1e-6))
        value.refuse("no body has it: one principal moment is above the sum of the others");
}

int bodyNamed(const WorldValue& value, const std::vector<WorldBody>& bodies) {
    const std::string name = value.text();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i].name == name) return static_cast<int>(i);
        names.push_back(bodies[i].name);
    }
    value.refuse("there is no body '" + name + "'" + didYouMean(name, names));
}

void readMotor(const WorldValue& value, WorldJoint& joint) {
    const WorldObject object(value, "joint_motor");
    if (joint.type != WorldJointType::Hinge && joint.type != WorldJointType::Slider)
        value.refuse("only hinges and sliders have one");
    joint.motorVelocity = object.number("target_velocity", 0.0);
    joint.motorForce = object.positive("max_force", 0.0);
}

void readAtRest(const WorldObject& object, WorldBody& body) {
    body.isStatic = object.flag("static", body.mass.mass && *body.mass.mass == 0.0);
    if (body.isStatic && body.shape.isDeforming()) object.at("shape").refuse("a static body keeps its shape");
    const bool moves = body.velocity.linear != Vector3::Zero() || body.velocity.angular != Vector3::Zero();
    if (body.isStatic && moves)
        object.at(object.has("velocity") ? "velocity" : "angular_velocity").refuse("the body is static");
    if (body.isStatic) return;
    if (body.mass.mass && *body.mass.mass == 0.0) object.at("mass").refuse("0 is not above 0");
    if (!body.mass.mass && !body.mass.density) object.refuse("needs the key 'mass' or 'density', or \"static\": true");
}

WorldWavesMade readWavesMade(const WorldObject& object, const WorldBody& body) {
    if (!object.has("waves_made")) return WorldWavesMade::Usual;
    const WorldValue value = object.at("waves_made");
    if (value.value.is_boolean()) {
        if (value.value.get<bool>()) value.refuse("true is none of radiation, heave, false");
        return WorldWavesMade::None;
    }
    const bool isFromFiles = value.value.is_object();
    if (!isFromFiles && object.choice("waves_made", {"radiation", "heave"}, "") == "heave")
        return WorldWavesMade::Heave;
    if (body.isStatic) value.refuse("the body is static");
    if (!body.isWet) value.refuse("the body has no fluid");
    if (body.isResolved) value.refuse("the grid makes the waves of a resolved body");
    if (body.flow.porosity > 0.0) value.refuse("a porous body makes waves by heave or none");
    if (body.shape.isDeforming()) value.refuse("a shape that changes makes waves by heave or none");
    return WorldWavesMade::Radiation;
}

void requirePorosity(const WorldObject& object, const WorldBody& body) {
    if (!(body.flow.porosity > 0.0)) return;
    const WorldValue value = object.at("porosity");
    if (body.shape.isDeforming()) value.refuse("a shape that changes has none");
    if (body.isResolved) value.refuse("the cells of a resolved body are solid");
}

void requireFlooding(const WorldObject& object, const WorldBody& body) {
    if (body.mass.flooding.shapes.empty()) return;
    const WorldValue value = object.at("flooded");
    if (body.isStatic) value.refuse("the body is static");
    if (!body.isWet) value.refuse("the body has no fluid");
    if (body.shape.isDeforming()) value.refuse("a shape that changes has no fixed volume inside");
    if (body.flow.porosity > 0.0) value.refuse("water runs out of a porous body");
}

} // namespace

WorldWaveFiles readWaveFiles(const WorldValue& value) {
    const WorldObject object(value, "waves_made");
    WorldWaveFiles files;
    files.path = value.path;
    files.coefficients = object.text("wamit", "");
    files.forces = object.text("wamit_forces", "");
    files.length = object.positive("length", 1.0);
    if (object.has("origin")) files.origin = object.at("origin").vector();
    return files;
}

WorldTouch readTouch(const WorldObject& object) {
    WorldTouch touch;
    touch.friction = object.notNegative("friction", touch.friction);
    touch.restitution = object.within("restitution", 0.0, 1.0, touch.restitution);
    return touch;
}

WorldSurfaceFlow readSurfaceFlow(const WorldObject& object) {
    WorldSurfaceFlow flow;
    if (object.has("separation_angle")) flow.separationAngle = object.within("separation_angle", 0.0, kPi, 0.0);
    if (object.has("wake_factor")) flow.wakeFactor = object.within("wake_factor", 0.2, 1.0, 1.0);
    flow.roughness = object.notNegative("roughness", flow.roughness);
    flow.porosity = object.notNegative("porosity", 0.0);
    if (flow.porosity > kMostPorosity)
        object.at("porosity").refuse("is above 0.5: model the bars of a body with more openings");
    return flow;
}

WorldFlooding readFlooding(const WorldObject& object) {
    WorldFlooding flooding;
    for (const WorldValue& shape : object.list("flooded"))
        flooding.shapes.push_back(readShape(shape, false));
    if (!object.has("flooded_density")) return flooding;
    if (flooding.shapes.empty()) object.at("flooded_density").refuse("nothing is flooded");
    flooding.density = object.positive("flooded_density", 0.0);
    return flooding;
}

WorldMass readMass(const WorldObject& object) {
    WorldMass mass;
    if (object.has("mass") && object.has("density")) object.at("density").refuse("the body has a mass already");
    if (object.has("mass")) mass.mass = object.notNegative("mass", 0.0);
    if (object.has("density")) mass.density = object.positive("density", 0.0);
    if (object.has("center_of_mass")) mass.centerOfMass = object.at("center_of_mass").vector();
    mass.flooding = readFlooding(object);
    if (!object.has("inertia")) return mass;
    const std::vector<double> n = object.at("inertia").numbers(3, 6);
    if (n.size() != 3 && n.size() != 6) object.at("inertia").refuse("is no list of 3 or 6 numbers");
    std::array<double, 6> inertia{};
    std::copy(n.begin(), n.end(), inertia.begin());
    requireInertia(object.at("inertia"), inertia);
    mass.inertia = inertia;
    return mass;
}

WorldJointType readJointType(const WorldObject& object) {
    const std::string type =
        object.choice("type", {"hinge", "revolute", "ball", "spherical", "fixed", "slider", "prismatic"}, "fixed");
    if (type == "hinge" || type == "revolute") return WorldJointType::Hinge;
    if (type == "slider" || type == "prismatic") return WorldJointType::Slider;
    return type == "fixed" ? WorldJointType::Fixed : WorldJointType::Ball;
}

std::optional<std::array<double, 2>> readLimits(const WorldObject& object, WorldJointType type) {
    if (!object.has("lower") && !object.has("upper")) return std::nullopt;
    if (type != WorldJointType::Hinge && type != WorldJointType::Slider)
        object.at(object.has("lower") ? "lower" : "upper").refuse("only hinges and sliders have limits");
    if (!object.has("lower") || !object.has("upper")) object.refuse("needs both 'lower' and 'upper'");
    const std::array<double, 2> limits = {object.number("lower", 0.0), object.number("upper", 0.0)};
    if (!(limits[0] <= limits[1])) object.at("upper").refuse("is below 'lower'");
    return limits;
}

WorldBody readBody(const WorldValue& value, const std::string& defaultName) {
    const WorldObject object(value, "body");
    WorldBody body;
    body.path = value.path;
    body.name = object.text("name", defaultName);
    body.shape = readShape(object.at("shape"), true);
    body.mass = readMass(object);
    body.worldFromFrame = object.pose();
    body.velocity.linear = object.vector("velocity", Vector3::Zero());
    body.velocity.angular = object.vector("angular_velocity", Vector3::Zero());
    body.touch = readTouch(object);
    body.touch.rollingFriction = object.notNegative("rolling_friction", 0.0);
    body.flow = readSurfaceFlow(object);
    const std::string detail = object.choice("detail", {"full", "game", "crowd"}, "full");
    if (detail != "full") body.flow.detail = detail == "game" ? ModelDetail::Game : ModelDetail::Crowd;
    body.isWet = object.choice("model", {"rbd"}, "") != "rbd";
    body.isCoupled = object.flag("coupled", true);
    body.collides = object.flag("collide", true);
    body.canSleep = object.flag("can_sleep", true);
    readAtRest(object, body);
    body.isResolved = object.flag("resolved", false);
    if (body.isResolved && (body.shape.isDeforming() || !body.isWet))
        object.at("resolved")
            .refuse(body.isWet ? "a grid does not resolve a shape that changes" : "the body has no fluid");
    if (body.shape.isDeforming() && (body.mass.inertia || body.mass.centerOfMass))
        object.at(body.mass.inertia ? "inertia" : "center_of_mass").refuse("follows from the shape, which changes");
    if (body.shape.isDeforming() && body.flow.detail != ModelDetail::Full)
        object.at("detail").refuse("a shape that changes has all its faces");
    requirePorosity(object, body);
    requireFlooding(object, body);
    body.wavesMade = readWavesMade(object, body);
    if (object.has("waves_made") && object.at("waves_made").value.is_object())
        body.waveFiles = readWaveFiles(object.at("waves_made"));
    if (body.shape.isDeforming() && !body.isWet) object.at("model").refuse("a shape that changes needs the fluid");
    return body;
}

WorldJoint readJoint(const WorldValue& value, const std::vector<WorldBody>& bodies) {
    const WorldObject object(value, "joint");
    WorldJoint joint;
    joint.path = value.path;
    joint.name = object.text("name", "");
    joint.type = readJointType(object);
    if (object.has("parent") && object.text("parent", "") != "world")
        joint.parent = bodyNamed(object.at("parent"), bodies);
    joint.child = bodyNamed(object.at("child"), bodies);
    if (joint.parent == joint.child) object.at("child").refuse("is the parent too");
    const auto isStatic = [&](int body) { return body < 0 || bodies[static_cast<std::size_t>(body)].isStatic; };
    if (isStatic(joint.parent) && isStatic(joint.child)) object.at("child").refuse("neither body can move");
    if (object.has("position")) joint.position = object.at("position").vector();
    const bool hasAxis = joint.type == WorldJointType::Hinge || joint.type == WorldJointType::Slider;
    if (hasAxis && !object.has("axis")) object.refuse("needs the key 'axis'");
    joint.axis = object.direction("axis", joint.axis);
    joint.limits = readLimits(object, joint.type);
    for (const char* key : {"lower", "upper"})
        if (joint.type == WorldJointType::Hinge) object.within(key, -kPi, kPi, 0.0); // Bullet knows no more turns
    if (object.has("motor")) readMotor(object.at("motor"), joint);
    joint.collides = object.flag("collide", false);
    return joint;
}

} // namespace ambient
