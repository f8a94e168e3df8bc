// SPDX-License-Identifier: Zlib
// Construction of multi-bodies.
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "OwnRigidBody.h"
#include "WetMultiBody.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "BulletAmbientFluid/MultiBody/btFluidJointLimit.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <btBulletDynamicsCommon.h>

using namespace ambient;
using namespace ambient::c;

namespace {

/// A link in Bullet's frame: principal axes about the centre of mass.
struct BulletLink {
    Pose parentFromLink;
    Pose linkFromBullet;
    Vector3 moments;
    Vector3 axis; ///< unit, link frame
};

[[noreturn]] void refuse(std::size_t link, const std::string& why) {
    throw std::invalid_argument("link " + std::to_string(link) + ": " + why);
}

/// Bullet's numbers may be single ones.
void requireInBullet(const ambient_link& link, const BulletLink& made, std::size_t index) {
    const auto check = [index](double value, const char* field) {
        btFluidFinite(value, ("link " + std::to_string(index) + ": " + field).c_str());
    };
    check(link.mass, "mass");
    check(made.moments.maxCoeff(), "inertia");
    check(made.parentFromLink.position.cwiseAbs().maxCoeff(), "position");
    check(made.linkFromBullet.position.cwiseAbs().maxCoeff(), "center_of_mass");
    check(link.lower, "lower");
    check(link.upper, "upper");
}

BulletLink bulletLink(const ambient_link& link, std::size_t index) {
    requireSizeOf<ambient_link>(link.struct_size, "ambient_link");
    const int32_t least = index == 0 ? -1 : 0;
    if (link.parent < least || link.parent >= static_cast<int32_t>(index))
        refuse(index, "parent is " + std::to_string(link.parent) + ", its parent must come before it");
    if (link.joint < AMBIENT_JOINT_FIXED || link.joint > AMBIENT_JOINT_PLANAR)
        refuse(index, "joint " + std::to_string(link.joint) + " is unknown");
    const auto named = [index](const char* field) { return "link " + std::to_string(index) + ": " + field; };
    BulletLink made;
    made.parentFromLink = {turnOf(link.orientation, named("orientation").c_str()),
                           finiteVector(link.position, named("position").c_str())};
    made.axis = requireDirection(vectorOf(link.axis), named("axis").c_str());
    requirePositive(link.mass, named("mass").c_str());
    const PrincipalFrame principal = principalFrameOf(link.center_of_mass, link.inertia, named("").c_str());
    made.linkFromBullet = principal.frameFromBullet;
    made.moments = principal.moments;
    requireInBullet(link, made, index);
    return made;
}

btQuaternion bulletTurn(const Quaternion& q) {
    return btQuaternion(btScalar(q.x()), btScalar(q.y()), btScalar(q.z()), btScalar(q.w()));
}

void setUpJoint(btMultiBody& multiBody, int index, const ambient_link& link, const BulletLink& made,
                const BulletLink& parent) {
    const Pose &to = made.linkFromBullet, &from = parent.linkFromBullet;
    const Quaternion fromParent =
        (from.orientation.conjugate() * made.parentFromLink.orientation * to.orientation).conjugate();
    const Vector3 pivot = from.orientation.conjugate() * (made.parentFromLink.position - from.position);
    const Vector3 center = to.orientation.conjugate() * to.position;
    const btQuaternion rotation = bulletTurn(fromParent);
    const btVector3 toPivot = btFluidVector(pivot), toCenter = btFluidVector(center);
    const btVector3 axis = btFluidVector(Vector3(to.orientation.conjugate() * made.axis));
    const btVector3 moments = btFluidVector(made.moments);
    const btScalar mass = btScalar(link.mass);
    const int above = link.parent - 1; // Bullet's base is -1
    switch (link.joint) {
    case AMBIENT_JOINT_REVOLUTE:
        return multiBody.setupRevolute(index, mass, moments, above, rotation, axis, toPivot, toCenter);
    case AMBIENT_JOINT_PRISMATIC:
        return multiBody.setupPrismatic(index, mass, moments, above, rotation, axis, toPivot, toCenter, true);
    case AMBIENT_JOINT_SPHERICAL:
        return multiBody.setupSpherical(index, mass, moments, above, rotation, toPivot, toCenter);
    case AMBIENT_JOINT_PLANAR: // between centres of mass
        return multiBody.setupPlanar(index, mass, moments, above, rotation, axis,
                                     btFluidVector(Vector3(pivot + fromParent.conjugate() * center)));
    default:
        return multiBody.setupFixed(index, mass, moments, above, rotation, toPivot, toCenter);
    }
}

/// Moves the colliders to the links.
void placeColliders(btMultiBody& multiBody) {
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    multiBody.forwardKinematics(rotations, origins);
    multiBody.updateCollisionObjectWorldTransforms(rotations, origins);
}

void addCollider(WetMultiBody& to, int link, const TriangleMesh& mesh, bool collides) {
    const Pose bulletFromLink = to.linkFromBullet[static_cast<std::size_t>(link) + 1].inverse();
    to.shapes.push_back(hullOf(mesh, bulletFromLink));
    to.colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(to.body, link));
    btMultiBodyLinkCollider& collider = *to.colliders.back();
    collider.setCollisionShape(to.shapes.back().get());
    const bool isStatic = link < 0 && to.body->hasFixedBase();
    if (isStatic) collider.setCollisionFlags(collider.getCollisionFlags() | btCollisionObject::CF_STATIC_OBJECT);
    const CollisionFilter filter(isStatic, collides);
    if (to.fluid->keptWorld) to.fluid->keptWorld->colliders.insert(&collider);
    to.world->addCollisionObject(&collider, filter.group, filter.mask);
    if (link < 0)
        to.body->setBaseCollider(&collider);
    else
        to.body->getLink(link).m_collider = &collider;
}

void addLimit(WetMultiBody& to, int link, const ambient_link& from) {
    const bool hasOneRate = from.joint == AMBIENT_JOINT_REVOLUTE || from.joint == AMBIENT_JOINT_PRISMATIC;
    if (!hasOneRate || !(from.lower <= from.upper)) return;
    to.limits.push_back(std::make_unique<btFluidJointLimit>(to.body, link, btScalar(from.lower), btScalar(from.upper)));
    to.world->addMultiBodyConstraint(to.limits.back().get());
}

ambient_multi_body_options defaultMultiBodyOptions() {
    ambient_multi_body_options options{};
    options.struct_size = sizeof options;
    options.collides = 1;
    options.orientation[3] = 1.0;
    options.tolerance = btFluidMultiBodyOptions().m_tolerance;
    return options;
}

void build(WetMultiBody& to, const ambient_link* links, const std::vector<BulletLink>& made,
           const ambient_multi_body_options& options) {
    const bool isFixed = options.fixed_base != 0;
    to.owned = std::make_unique<btMultiBody>(static_cast<int>(made.size()) - 1, btScalar(isFixed ? 0.0 : links[0].mass),
                                             btFluidVector(isFixed ? Vector3(Vector3::Zero()) : made.front().moments),
                                             isFixed, false);
    btMultiBody& body = *to.owned;
    for (std::size_t i = 1; i < made.size(); ++i)
        setUpJoint(body, static_cast<int>(i) - 1, links[i], made[i], made[static_cast<std::size_t>(links[i].parent)]);
    body.finalizeMultiDof();
    body.setHasSelfCollision(false);
    const Pose worldFromBase{turnOf(options.orientation, "ambient_multi_body_options: orientation"),
                             finiteVector(options.position, "ambient_multi_body_options: position")};
    body.setBaseWorldTransform(btFluidTransform(worldFromBase * made.front().linkFromBullet));
    to.body = &body;
    if (to.fluid->keptWorld) to.fluid->keptWorld->multiBodies.insert(&body);
    to.world->addMultiBody(&body);
    std::vector<btFluidLinkModel> models;
    for (std::size_t i = 0; i < made.size(); ++i) {
        const std::shared_ptr<const FluidBodyModel> model = sharedOrNull(links[i].model, "model of a link");
        to.linkFromBullet.push_back(made[i].linkFromBullet);
        models.push_back({model, btFluidTransform(made[i].linkFromBullet.inverse())});
        if (model) addCollider(to, static_cast<int>(i) - 1, model->mesh(), options.collides != 0);
        if (i > 0) addLimit(to, static_cast<int>(i) - 1, links[i]);
    }
    placeColliders(body);
    btFluidMultiBodyOptions fluidOptions;
    if (options.coupled_links) fluidOptions.m_linkInertia = LinkInertia::Coupled;
    fluidOptions.m_tolerance = options.tolerance;
    fluidOptions.m_isSingle = options.single_precision != 0;
    to.fluid->action.addMultiBody(&body, models, fluidOptions);
}

} // namespace

WetMultiBody::WetMultiBody(std::shared_ptr<WorldFluid> inFluid)
    : fluid(std::move(inFluid)), world(dynamic_cast<btMultiBodyDynamicsWorld*>(fluid->world)) {
    if (!world) throw std::invalid_argument("multi-bodies need a btMultiBodyDynamicsWorld");
    if (!fluid->exactContacts)
        throw std::invalid_argument("multi-bodies need exact contacts: call ambient_fluid_set_exact_contacts first");
}

WetMultiBody::~WetMultiBody() {
    if (!body) return;
    fluid->action.removeMultiBody(body);
    if (!owned) return;
    for (const auto& limit : limits)
        world->removeMultiBodyConstraint(limit.get());
    for (const auto& collider : colliders) {
        world->removeCollisionObject(collider.get());
        if (fluid->keptWorld) fluid->keptWorld->colliders.erase(collider.get());
    }
    world->removeMultiBody(body);
    if (fluid->keptWorld) fluid->keptWorld->multiBodies.erase(body);
}

ambient_status ambient_link_init(ambient_link* link, size_t struct_size, const ambient_model* model, double mass) {
    return guarded([&] {
        requireSizeOf<ambient_link>(struct_size, "ambient_link");
        required(link, "link");
        ambient_link result{};
        result.struct_size = sizeof result;
        result.parent = -1;
        result.model = model;
        result.orientation[3] = result.axis[2] = result.lower = 1.0;
        result.upper = -1.0;
        result.mass = mass;
        if (model) {
            copySolid(makeSolidBodyOfMass(sharedOf(model, "model"), mass), result.center_of_mass, result.inertia);
        }
        *link = result;
    });
}

ambient_status ambient_multi_body_options_init(ambient_multi_body_options* options, size_t struct_size) {
    return guarded([&] {
        giveFields(defaultMultiBodyOptions(), required(options, "options"), struct_size, "ambient_multi_body_options");
    });
}

ambient_status ambient_multi_body_create(ambient_fluid* fluid, const ambient_link* links, size_t link_count,
                                         const ambient_multi_body_options* options, ambient_multi_body** multi_body) {
    return guarded([&] {
        required(multi_body, "multi_body");
        auto made = std::make_shared<WetMultiBody>(sharedOf(fluid, "fluid"));
        if (link_count == 0) throw std::invalid_argument("a multi-body needs a link");
        required(links, "links");
        const ambient_multi_body_options usual = defaultMultiBodyOptions();
        const ambient_multi_body_options given =
            options ? wholeOf(*options, usual, "ambient_multi_body_options") : usual;
        std::vector<BulletLink> bulletLinks;
        for (std::size_t i = 0; i < link_count; ++i)
            bulletLinks.push_back(bulletLink(links[i], i));
        build(*made, links, bulletLinks, given);
        *multi_body = handleOf<ambient_multi_body>(std::move(made));
    });
}

ambient_status ambient_multi_body_adopt(ambient_fluid* fluid, void* bullet_multi_body,
                                        const ambient_model* const* models, size_t model_count,
                                        ambient_multi_body** multi_body) {
    return guarded([&] {
        required(multi_body, "multi_body");
        auto made = std::make_shared<WetMultiBody>(sharedOf(fluid, "fluid"));
        requireAddress(bullet_multi_body, "bullet_multi_body");
        auto* const body = static_cast<btMultiBody*>(bullet_multi_body);
        made->linkFromBullet.resize(static_cast<std::size_t>(body->getNumLinks()) + 1);
        if (models) {
            std::vector<btFluidLinkModel> links;
            for (std::size_t i = 0; i < model_count; ++i)
                links.push_back({sharedOrNull(models[i], "model of a link"), btTransform::getIdentity()});
            made->fluid->action.addMultiBody(body, links);
        } else {
            made->fluid->action.addMultiBody(body);
        }
        made->body = body; // taken out of the fluid with the handle from here on
        *multi_body = handleOf<ambient_multi_body>(std::move(made));
    });
}

void ambient_multi_body_destroy(ambient_multi_body* multi_body) {
    destroy(multi_body, "multi_body");
}
