// SPDX-License-Identifier: Zlib
#include "Worlds/RobotBody.h"

#include "Worlds/WorldMedia.h"
#include "Worlds/WorldReader.h"

#include <algorithm>

namespace ambient {
namespace {

WorldShape shapeOf(const RobotGeometry& geometry) {
    WorldShape shape;
    shape.path = shape.filePath = geometry.place;
    shape.bodyFromShape = geometry.linkFromGeometry;
    shape.size = geometry.size;
    switch (geometry.kind) {
    case RobotGeometry::Kind::Box:
        shape.kind = WorldShape::Kind::Box;
        break;
    case RobotGeometry::Kind::Cylinder:
        shape.kind = WorldShape::Kind::Cylinder;
        break;
    case RobotGeometry::Kind::Sphere:
        shape.kind = WorldShape::Kind::Sphere;
        break;
    case RobotGeometry::Kind::Capsule:
        shape.kind = WorldShape::Kind::Capsule;
        break;
    case RobotGeometry::Kind::Mesh:
        shape.kind = WorldShape::Kind::Mesh;
        shape.file = geometry.file;
        shape.scale = geometry.scale;
        return shape;
    }
    shape.faces = defaultFaces(shape.kind);
    return shape;
}

WorldJointType typeOf(RobotJointType type) {
    switch (type) {
    case RobotJointType::Hinge:
        return WorldJointType::Hinge;
    case RobotJointType::Slider:
        return WorldJointType::Slider;
    case RobotJointType::Planar:
        return WorldJointType::Planar;
    case RobotJointType::Fixed:
        break;
    }
    return WorldJointType::Fixed;
}

WorldLink linkOf(const RobotTreeLink& from, double fluidDensity) {
    WorldLink link;
    link.path = from.place;
    link.name = from.name;
    link.parent = from.parent;
    link.parentFromLink = from.parentFromLink;
    link.joint = typeOf(from.joint.type);
    link.axis = from.joint.axis;
    link.limits = from.joint.limits;
    if (link.limits) link.initialPosition = std::clamp(0.0, (*link.limits)[0], (*link.limits)[1]);
    link.resistance = from.joint.damping;
    link.effort = from.joint.effort;
    for (const RobotGeometry& geometry : from.shapes)
        link.shapes.push_back(shapeOf(geometry));
    if (from.mass) {
        const Matrix3& j = from.mass->moments;
        link.mass.mass = from.mass->mass;
        link.mass.centerOfMass = from.mass->centerOfMass;
        link.mass.inertia = {j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)};
    }
    if (from.addedMass) {
        link.flow.addedMass = GivenAddedMass();
        link.flow.addedMass->matrix = *from.addedMass;
        link.flow.addedMass->fluidDensity = fluidDensity;
    }
    return link;
}

void addMotor(const WorldRobotMotor& from, std::vector<WorldLink>& links) {
    std::vector<std::string> known;
    for (WorldLink& link : links) {
        known.push_back(link.name);
        if (link.name != from.link) continue;
        if (link.motor) throw WorldFileError(from.path + ".link: '" + from.link + "' has another motor");
        if (link.parent < 0 || (link.joint != WorldJointType::Hinge && link.joint != WorldJointType::Slider))
            throw WorldFileError(from.path + ".link: the joint of '" + from.link + "' is no hinge and no slider");
        link.motor = from.motor;
        return;
    }
    throw WorldFileError(from.path + ".link: there is no link '" + from.link + "'" + didYouMean(from.link, known));
}

/// Density of the fluid at a place [kg/m^3], as a multi-body there finds its medium.
double fluidDensityAt(const WorldDescription& world, const Vector3& place) {
    const WorldMedium* medium = &world.medium;
    for (const WorldRegion& region : world.regions)
        if ((place.array() >= region.low.array()).all() && (place.array() <= region.high.array()).all())
            medium = &region.medium;
    return medium->densityAt(againstGravity(world.gravity).dot(place));
}

} // namespace

WorldArticulatedBody articulatedBodyOf(const RobotTree& robot, double fluidDensity) {
    WorldArticulatedBody body;
    body.path = body.name = robot.name;
    body.hasFixedBase = robot.hasFixedBase;
    for (const RobotTreeLink& link : robot.links)
        body.links.push_back(linkOf(link, fluidDensity));
    body.notes = robot.notes;
    return body;
}

void takeRobot(WorldArticulatedBody& body, const std::string& file, std::optional<bool> fixedBase,
               const WorldDescription& world) {
    const RobotTree robot = readRobotTree(file);
    const Pose worldFromBase = body.worldFromBase * robot.rootFromBase;
    const RobotTreeLink& base = robot.links.front();
    const Vector3 center = base.mass ? base.mass->centerOfMass : Vector3(Vector3::Zero());
    WorldArticulatedBody read = articulatedBodyOf(robot, fluidDensityAt(world, worldFromBase * center));
    body.links = std::move(read.links);
    body.notes = std::move(read.notes);
    body.hasFixedBase = fixedBase.value_or(robot.hasFixedBase);
    body.worldFromBase = worldFromBase;
    for (const WorldRobotMotor& motor : body.motors)
        addMotor(motor, body.links);
}

} // namespace ambient
