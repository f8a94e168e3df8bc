// SPDX-License-Identifier: Zlib
#include "Worlds/RobotBody.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "MeshImport/ExactUnion.h"
#include "Worlds/WorldMedia.h"
#include "Worlds/WorldMeshes.h"
#include "Worlds/WorldReader.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

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
    case RobotGeometry::Kind::Ellipsoid:
        shape.kind = WorldShape::Kind::Ellipsoid;
        break;
    case RobotGeometry::Kind::Cone: // SDF's origin is at half the height, ours at the centroid
        shape.kind = WorldShape::Kind::Cone;
        shape.bodyFromShape.position -= shape.bodyFromShape.orientation * Vector3(0.0, 0.0, 0.25 * geometry.size.y());
        break;
    case RobotGeometry::Kind::Mesh:
        shape.kind = WorldShape::Kind::Mesh;
        shape.file = geometry.file;
        shape.mesh = geometry.mesh;
        shape.scale = geometry.scale;
        shape.isVisual = geometry.isVisual;
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
    case RobotJointType::Ball:
        return WorldJointType::Ball;
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
    if (from.joint.type != RobotJointType::Planar) link.train.armature = from.joint.armature;
    link.train.effort = from.joint.effort;
    for (const RobotGeometry& geometry : from.shapes)
        link.shapes.push_back(shapeOf(geometry));
    if (from.mass) {
        const Matrix3& j = from.mass->moments;
        link.mass.density = from.mass->density;
        if (!from.mass->density) {
            link.mass.mass = from.mass->mass;
            if (!from.mass->isCenterOfShapes) link.mass.centerOfMass = from.mass->centerOfMass;
            if (!from.mass->isOfShapes) link.mass.inertia = {j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)};
        }
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

/// The motor of a joint by its file: a servo or a spring; else dry friction, as a motor that holds still with at most
/// the torque of the friction.
std::optional<WorldMotor> ownMotorOf(const RobotJoint& joint) {
    constexpr double slow = 1e-3; // of a joint that sticks [rad/s, m/s]
    WorldMotor motor;
    if (joint.servo) {
        motor.target.offset = joint.servo->position;
        motor.target.isVelocity = joint.servo->stiffness == 0.0;
        motor.stiffness = joint.servo->stiffness;
        motor.damping = joint.servo->damping;
        motor.limit = joint.servo->limit;
        return motor;
    }
    if (!(joint.friction > 0.0)) return std::nullopt;
    motor.target.isVelocity = true;
    motor.damping = joint.friction / slow;
    motor.limit = joint.friction;
    return motor;
}

/// Gives joints without a motor of the world those of the robot's file. A line tells of friction without effect.
void addOwnMotors(const RobotTree& robot, WorldArticulatedBody& body) {
    for (std::size_t i = 1; i < body.links.size(); ++i) {
        const RobotJoint& joint = robot.links[i].joint;
        WorldLink& link = body.links[i];
        const bool hasOneRate = link.joint == WorldJointType::Hinge || link.joint == WorldJointType::Slider;
        if (joint.friction > 0.0 && (!hasOneRate || link.motor || joint.servo))
            body.notes.push_back(joint.place + ": dry friction of '" + joint.name + "' has no effect" +
                                 (hasOneRate ? " beside a motor or a spring" : ""));
        if (!link.motor && hasOneRate) link.motor = ownMotorOf(joint);
        if (link.motor && joint.friction > 0.0 && !joint.servo && link.motor->limit == joint.friction)
            link.train.effort.reset(); // friction is no motor's force
    }
}

/// Joints that follow others stand as their gears have it.
void addGears(const RobotTree& robot, std::vector<WorldLink>& links) {
    for (std::size_t i = 1; i < links.size(); ++i) {
        const std::optional<RobotMimic>& mimic = robot.links[i].joint.mimic;
        if (!mimic) continue;
        WorldGear gear{0, mimic->ratio, mimic->offset};
        while (robot.links[static_cast<std::size_t>(gear.leader)].joint.name != mimic->joint)
            ++gear.leader; // RobotTree has checked the name
        links[i].train.gear = gear;
        links[i].initialPosition =
            gear.ratio * links[static_cast<std::size_t>(gear.leader)].initialPosition + gear.offset;
    }
}

/// Density of the fluid at a place [kg/m^3], as a multi-body there finds its medium.
double fluidDensityAt(const WorldDescription& world, const Vector3& place) {
    const WorldMedium* medium = &world.medium;
    for (const WorldRegion& region : world.regions)
        if ((place.array() >= region.low.array()).all() && (place.array() <= region.high.array()).all())
            medium = &region.medium;
    return medium->densityAt(againstGravity(world.gravity).dot(place));
}

/// The mass, centre and inertia of a link as numbers.
WorldMass fullMassOf(const WorldMass& given, const TriangleMesh& mesh, const std::string& path) {
    const WorldMassFrame frame = massFrameOf(given, &mesh, path);
    const Matrix3 turn = frame.frameFromBody.orientation.toRotationMatrix();
    const Matrix3 j = turn * frame.moments.asDiagonal() * turn.transpose();
    WorldMass mass;
    mass.mass = frame.mass;
    mass.centerOfMass = frame.frameFromBody.position;
    mass.inertia = {j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)};
    return mass;
}

/// The pose of a link in that of an ancestor.
Pose ancestorFrom(const std::vector<WorldLink>& links, std::size_t ancestor, std::size_t link) {
    Pose pose;
    for (std::size_t i = link; i != ancestor; i = static_cast<std::size_t>(links[i].parent))
        pose = links[i].parentFromLink * pose;
    return pose;
}

/// The nearest ancestor with shapes to which a link is fixed; -1: none.
int wetAncestor(const std::vector<WorldLink>& links, std::size_t link) {
    int at = static_cast<int>(link);
    while (at > 0 && links[static_cast<std::size_t>(at)].joint == WorldJointType::Fixed) {
        at = links[static_cast<std::size_t>(at)].parent;
        if (at >= 0 && !links[static_cast<std::size_t>(at)].shapes.empty()) return at;
    }
    return -1;
}

/// The shapes of a link, each by itself, in the frame of the link. A link without shapes has none.
class LinkSolids {
  public:
    LinkSolids() = default;
    LinkSolids(const WorldLink& link, const std::string& folder) {
        for (const WorldShape& shape : link.shapes)
            add(meshOf(shape, folder));
    }

    /// Takes the solids of a link at a place.
    void addMoved(const LinkSolids& other, const Pose& place) {
        for (const Part& part : other.m_parts)
            add(movedMesh(part.mesh, place));
    }

    /// Whether solids of two links, in one frame, have more than rounding in common.
    static bool overlap(const LinkSolids& a, const LinkSolids& b) {
        constexpr double share = 1e-3;
        const double least = share * std::min(a.m_volume, b.m_volume);
        return std::any_of(a.m_parts.begin(), a.m_parts.end(), [&](const Part& mine) {
            return std::any_of(b.m_parts.begin(), b.m_parts.end(), [&](const Part& other) {
                return mine.bounds.intersects(other.bounds) && commonVolume(mine.mesh, other.mesh) > least;
            });
        });
    }

  private:
    struct Part {
        TriangleMesh mesh;
        Eigen::AlignedBox3d bounds;
    };

    void add(TriangleMesh mesh) {
        Part part{std::move(mesh), {}};
        for (const Vector3& vertex : part.mesh.vertices)
            part.bounds.extend(vertex);
        m_volume += enclosedVolume(part.mesh);
        m_parts.push_back(std::move(part));
    }

    std::vector<Part> m_parts;
    double m_volume = 0.0; ///< of all parts [m^3]
};

} // namespace

std::vector<std::string> joinFixedOverlaps(std::vector<WorldLink>& links, const std::string& folder) {
    std::vector<std::string> notes;
    std::vector<std::optional<LinkSolids>> solids(links.size()); // made once for each link
    const auto solidsOf = [&](std::size_t link) -> LinkSolids& {
        if (!solids[link]) solids[link] = LinkSolids(links[link], folder);
        return *solids[link];
    };
    for (std::size_t i = 1; i < links.size(); ++i) {
        const int above = links[i].shapes.empty() ? -1 : wetAncestor(links, i);
        if (above < 0 || links[i].flow.addedMass) continue;
        WorldLink& ancestor = links[static_cast<std::size_t>(above)];
        LinkSolids& ofAncestor = solidsOf(static_cast<std::size_t>(above));
        const Pose place = ancestorFrom(links, static_cast<std::size_t>(above), i);
        LinkSolids moved;
        moved.addMoved(solidsOf(i), place);
        if (!LinkSolids::overlap(ofAncestor, moved)) continue;
        ofAncestor.addMoved(moved, {});
        // Numbers that would be computed from the shapes stay those of the link.
        const WorldMass& mass = links[i].mass;
        if (!mass.mass || !mass.centerOfMass || !mass.inertia) {
            const TriangleMesh mesh = meshOf(links[i].shapes, folder);
            links[i].mass = fullMassOf(mass, mesh, links[i].path);
        }
        for (WorldShape shape : links[i].shapes) {
            shape.bodyFromShape = place * shape.bodyFromShape;
            ancestor.shapes.push_back(std::move(shape));
        }
        links[i].shapes.clear();
        notes.push_back(links[i].path + ": '" + links[i].name + "' is fixed and overlaps '" + ancestor.name +
                        "': its shapes are part of that link's, so that no water is displaced twice");
    }
    return notes;
}

WorldArticulatedBody articulatedBodyOf(const RobotTree& robot, double fluidDensity) {
    WorldArticulatedBody body;
    body.path = body.name = robot.name;
    body.hasFixedBase = robot.hasFixedBase;
    for (const RobotTreeLink& link : robot.links)
        body.links.push_back(linkOf(link, fluidDensity));
    addGears(robot, body.links);
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
    addOwnMotors(robot, body);
}

} // namespace ambient
