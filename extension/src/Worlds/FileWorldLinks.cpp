// SPDX-License-Identifier: Zlib
// Articulated bodies of a world file.
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "Worlds/FileWorld.h"

#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/MultiBody/btFluidJointLimit.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "Worlds/MotorPath.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// The force limit of a motor without one in the file [N m, N].
constexpr double kNoLimit = 1e12;

/// Masses and mesh of a link, for the making of Bullet's link.
struct MadeLink {
    WorldMassFrame masses; ///< its frame is Bullet's
    WorldCavity cavity;
    std::shared_ptr<const TriangleMesh> mesh; ///< frame of the file; null: none
    MeshRemarks remarks;
};

/// The added mass from a file, in Bullet's frame.
WorldSurfaceFlow movedFlow(WorldSurfaceFlow flow, const Pose& frameFromBody) {
    if (flow.addedMass)
        flow.addedMass->matrix = SpatialInertia(flow.addedMass->matrix).changeFrame(frameFromBody).matrix();
    return flow;
}

/// \param density of the fluid at the start
MadeLink madeLink(const WorldLink& link, const std::string& folder, double density) {
    MadeLink made;
    if (!link.shapes.empty()) made.mesh = std::make_shared<TriangleMesh>(meshOf(link.shapes, folder, &made.remarks));
    if (made.mesh) made.cavity = cavityOf(link.mass.flooding, *made.mesh, folder, density);
    if (made.mesh || link.mass.mass)
        made.masses = massFrameOf(link.mass, made.mesh.get(), link.path, made.cavity, link.flow.porosity);
    return made;
}

void setUpJoint(btMultiBody& multiBody, int index, const WorldLink& link, const MadeLink& made,
                const MadeLink& parent) {
    const Quaternion& turn = made.masses.frameFromBody.orientation;
    const Quaternion& parentTurn = parent.masses.frameFromBody.orientation;
    const Quaternion fromParent = (parentTurn.conjugate() * link.parentFromLink.orientation * turn).conjugate();
    const btQuaternion rotation(btScalar(fromParent.x()), btScalar(fromParent.y()), btScalar(fromParent.z()),
                                btScalar(fromParent.w()));
    const Vector3 pivot =
        parentTurn.conjugate() * (link.parentFromLink.position - parent.masses.frameFromBody.position);
    const btVector3 toPivot = btFluidVector(pivot);
    const btVector3 toCentre = btFluidVector(Vector3(turn.conjugate() * made.masses.frameFromBody.position));
    const btVector3 axis = btFluidVector(Vector3(turn.conjugate() * link.axis));
    const btScalar mass = btScalar(made.masses.mass);
    const btVector3 inertia = btFluidVector(made.masses.moments);
    const int above = link.parent - 1; // Bullet's base is -1
    if (link.joint == WorldJointType::Hinge)
        multiBody.setupRevolute(index, mass, inertia, above, rotation, axis, toPivot, toCentre);
    else if (link.joint == WorldJointType::Slider)
        multiBody.setupPrismatic(index, mass, inertia, above, rotation, axis, toPivot, toCentre, true);
    else if (link.joint == WorldJointType::Ball)
        multiBody.setupSpherical(index, mass, inertia, above, rotation, toPivot, toCentre);
    else if (link.joint == WorldJointType::Planar) // between centres of mass
        multiBody.setupPlanar(
            index, mass, inertia, above, rotation, axis,
            btFluidVector(
                Vector3(pivot + fromParent.conjugate() * (turn.conjugate() * made.masses.frameFromBody.position))));
    else
        multiBody.setupFixed(index, mass, inertia, above, rotation, toPivot, toCentre);
}

void setStart(btMultiBody& multiBody, int index, const WorldLink& link, const MadeLink& made) {
    if (link.joint == WorldJointType::Hinge || link.joint == WorldJointType::Slider) {
        multiBody.setJointPos(index, btScalar(link.initialPosition));
        multiBody.setJointVel(index, btScalar(link.initialVelocity));
    } else if (link.joint == WorldJointType::Ball) {
        const Quaternion& turn = made.masses.frameFromBody.orientation;
        const Quaternion q = turn.conjugate() * link.initialTurn * turn;
        const Vector3 spin = turn.conjugate() * link.initialSpin;
        const btScalar position[4] = {btScalar(q.x()), btScalar(q.y()), btScalar(q.z()), btScalar(q.w())};
        const btScalar velocity[3] = {btScalar(spin.x()), btScalar(spin.y()), btScalar(spin.z())};
        multiBody.setJointPosMultiDof(index, position);
        multiBody.setJointVelMultiDof(index, velocity);
    }
}

std::unique_ptr<btMultiBody> makeMultiBody(const WorldArticulatedBody& body, const std::vector<MadeLink>& made) {
    const WorldMassFrame& base = made.front().masses;
    const double baseMass = body.hasFixedBase ? 0.0 : base.mass;
    const Vector3 baseInertia = body.hasFixedBase ? Vector3(Vector3::Zero()) : base.moments;
    auto multiBody = std::make_unique<btMultiBody>(static_cast<int>(body.links.size()) - 1, btScalar(baseMass),
                                                   btFluidVector(baseInertia), body.hasFixedBase, false);
    for (std::size_t i = 1; i < body.links.size(); ++i)
        setUpJoint(*multiBody, static_cast<int>(i) - 1, body.links[i], made[i],
                   made[static_cast<std::size_t>(body.links[i].parent)]);
    multiBody->finalizeMultiDof();
    multiBody->setHasSelfCollision(false);
    multiBody->setBaseWorldTransform(btFluidTransform(body.worldFromBase * base.frameFromBody));
    if (!body.hasFixedBase) {
        multiBody->setBaseVel(btFluidVector(body.velocity.linear));
        multiBody->setBaseOmega(btFluidVector(body.velocity.angular));
    }
    for (std::size_t i = 1; i < body.links.size(); ++i)
        setStart(*multiBody, static_cast<int>(i) - 1, body.links[i], made[i]);
    return multiBody;
}

btFluidMultiBodyOptions optionsOf(const WorldArticulatedBody& body, const btMultiBody& multiBody) {
    btFluidMultiBodyOptions options;
    options.m_linkInertia = body.linkInertia;
    if (body.tolerance) options.m_tolerance = *body.tolerance;
    options.m_isSingle = body.isSingle;
    for (std::size_t i = 1; i < body.links.size(); ++i) {
        const WorldLink& link = body.links[i];
        options.m_armatures.push_back(link.train.armature);
        if (link.train.gear)
            options.m_gears.push_back(
                {static_cast<int>(i), link.train.gear->leader, link.train.gear->ratio, link.train.gear->offset});
    }
    for (std::size_t i = 1; i < body.links.size(); ++i)
        for (int k = 0; k < multiBody.getLink(static_cast<int>(i) - 1).m_posVarCount; ++k)
            options.m_jointRanges.push_back(body.links[i].limits
                                                ? JointRange{(*body.links[i].limits)[0], (*body.links[i].limits)[1]}
                                                : JointRange());
    return options;
}

/// Fills in what a row of the table says of the masses of a link.
void describe(const MadeLink& made, FileWorld::Moving& row) {
    row.shownFromBody = made.masses.frameFromBody.orientation;
    row.centerOfMass = made.masses.frameFromBody.position;
    row.mass = made.masses.mass;
    row.cavity = made.cavity;
    row.inertia = made.masses.moments;
}

} // namespace

void FileWorld::placeArticulated(const WorldArticulatedBody& body) {
    std::vector<MadeLink> made;
    std::vector<btFluidLinkModel> models;
    std::vector<WorldCollisionShape> shapes;
    std::vector<Moving> moving;
    Tree tree;
    tree.name = body.name;
    const double density = densityAt(body.worldFromBase.position);
    for (std::size_t i = 0; i < body.links.size(); ++i) {
        const WorldLink& link = body.links[i];
        tellShare(0.0);
        made.push_back(madeLink(link, m_description.folder, density));
        tellShare(kMeshShare);
        const bool isWeightless = i == 0 && body.hasFixedBase;
        tell(isWeightless ? made.back().remarks.warnings
                          : made.back().remarks.lines(link.mass, made.back().masses.mass));
        const Pose& frameFromBody = made.back().masses.frameFromBody;
        const bool isMoving = i > 0 || !body.hasFixedBase;
        std::shared_ptr<const FluidBodyModel> model;
        Moving row;
        row.name = body.name + "/" + link.name;
        tree.links.push_back({link.name, frameFromBody.orientation});
        if (made.back().mesh) {
            const TriangleMesh inBody = movedMesh(*made.back().mesh, frameFromBody.inverse());
            tree.links.back().mesh = std::make_shared<TriangleMesh>(inBody);
            WorldSurfaceFlow flow = movedFlow(link.flow, frameFromBody);
            flow.detail = body.detail;
            if (isMoving) model = modelOf(inBody, flow);
            row.mesh = std::make_shared<TriangleMesh>(movedMesh(inBody, {frameFromBody.orientation, Vector3::Zero()}));
            shapes.push_back(
                collisionShapeOf(link.shapes, *made.back().mesh, m_description.folder, frameFromBody.inverse()));
        } else {
            shapes.emplace_back();
        }
        models.push_back({model, btTransform::getIdentity()});
        describe(made.back(), row);
        row.link = static_cast<int>(i);
        row.model = model;
        row.isConvex = link.shapes.empty() || (link.shapes.size() == 1 && isConvex(link.shapes.front()));
        if (isMoving)
            moving.push_back(std::move(row));
        else if (row.mesh)
            m_standing.push_back({row.name, made.back().mesh, body.worldFromBase, row.isConvex});
        ++m_progress.made;
    }
    m_multiBodies.push_back(makeMultiBody(body, made));
    btMultiBody& multiBody = *m_multiBodies.back();
    multiBodyWorld().addMultiBody(&multiBody);
    addColliders(body, multiBody, std::move(shapes));
    addLimits(body, multiBody);
    m_fluid.addMultiBody(&multiBody, models, optionsOf(body, multiBody));
    if (!m_fluid.getFluidMultiBodies().find(&multiBody))
        throw WorldFileError(body.path + ": the fluid does not take it");
    drive(body, multiBody);
    m_trees.push_back(std::move(tree));
    for (Moving& row : moving) {
        row.multiBody = &multiBody;
        m_moving.push_back(std::move(row));
    }
    chooseWaves(body, multiBody);
}

void FileWorld::addColliders(const WorldArticulatedBody& body, btMultiBody& multiBody,
                             std::vector<WorldCollisionShape> shapes) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (!shapes[i].shape) continue;
        const int link = static_cast<int>(i) - 1;
        m_colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(&multiBody, link));
        btMultiBodyLinkCollider& collider = *m_colliders.back();
        collider.setCollisionShape(shapes[i].shape.get());
        m_shapes.push_back(std::move(shapes[i]));
        collider.setFriction(btScalar(body.links[i].touch.friction));
        collider.setRestitution(btScalar(body.links[i].touch.restitution));
        const bool isStatic = link < 0 && body.hasFixedBase;
        if (isStatic) collider.setCollisionFlags(collider.getCollisionFlags() | btCollisionObject::CF_STATIC_OBJECT);
        const int group = isStatic ? btBroadphaseProxy::StaticFilter : btBroadphaseProxy::DefaultFilter;
        const int mask =
            isStatic ? btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter : btBroadphaseProxy::AllFilter;
        m_world.addCollisionObject(&collider, body.collides ? group : 0, body.collides ? mask : 0);
        if (link < 0)
            multiBody.setBaseCollider(&collider);
        else
            multiBody.getLink(link).m_collider = &collider;
    }
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    multiBody.forwardKinematics(rotations, origins);
    multiBody.updateCollisionObjectWorldTransforms(rotations, origins);
}

void FileWorld::addLimits(const WorldArticulatedBody& body, btMultiBody& multiBody) {
    for (std::size_t i = 1; i < body.links.size(); ++i) {
        if (!body.links[i].limits) continue;
        const std::array<double, 2>& limits = *body.links[i].limits;
        m_limits.push_back(std::make_unique<btFluidJointLimit>(&multiBody, static_cast<int>(i) - 1, btScalar(limits[0]),
                                                               btScalar(limits[1])));
        multiBodyWorld().addMultiBodyConstraint(m_limits.back().get());
    }
}

void FileWorld::drive(const WorldArticulatedBody& body, btMultiBody& multiBody) {
    const bool isDriven = std::any_of(body.links.begin(), body.links.end(), [](const WorldLink& link) {
        return link.motor.has_value() || link.resistance > 0.0;
    });
    m_motors.emplace_back();
    if (!isDriven && !body.isPrescribed) return;
    const btFluidMultiBody& wet = *m_fluid.getFluidMultiBodies().find(&multiBody);
    const ArticulatedBody& tree = wet.motion().body();
    auto path = std::make_shared<MotorPath>(wet.state().positions, tree.rateCount(), m_fluid.getTime());
    JointDrive drive;
    drive.kind = body.isPrescribed ? DriveKind::Prescribed : DriveKind::Servo;
    drive.stiffness = drive.damping = drive.resistance = JointVector::Zero(tree.rateCount());
    JointVector limit = JointVector::Constant(tree.rateCount(), kNoLimit);
    for (std::size_t i = 1; i < body.links.size(); ++i) {
        const int link = static_cast<int>(i), rate = tree.firstRate(link);
        if (tree.ratesOf(link) == 1) drive.resistance[rate] = body.links[i].resistance;
        if (!body.links[i].motor) continue;
        WorldMotor motor = *body.links[i].motor;
        if (motor.target.isVelocity) motor.target.offset = body.links[i].initialPosition;
        path->add(tree.firstPosition(link), rate, motor.target);
        drive.stiffness[rate] = motor.stiffness;
        drive.damping[rate] = motor.damping;
        limit[rate] = std::min(motor.limit.value_or(kNoLimit), body.links[i].train.effort.value_or(kNoLimit));
    }
    if (limit.size() > 0 && limit.minCoeff() < kNoLimit) drive.limit = limit;
    drive.path = path;
    m_motors.back() = path;
    m_fluid.getFluidMultiBodies().setDrive(&multiBody, drive);
}

} // namespace ambient
