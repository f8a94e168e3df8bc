// SPDX-License-Identifier: Zlib
#include "interface/SavedScene.h"

#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "Worlds/WorldMedia.h"
#include "Worlds/WorldReader.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <random>
#include <set>
#include <stdexcept>

namespace samples {
namespace {

using ambient::Vector3;
using nlohmann::json;

json savedNumbers(const Vector3& v) {
    return json::array({v.x(), v.y(), v.z()});
}

void savePlace(json& object, const ambient::Pose& pose) {
    const ambient::Quaternion& q = pose.orientation;
    object["position"] = savedNumbers(pose.position);
    object["orientation"] = json::array({q.x(), q.y(), q.z(), q.w()});
}

/// \param sample of a uniform medium
json savedFluid(const ambient::MediumSample& sample) {
    if (sample.density == 0.0) return "vacuum";
    json fluid = {{"density", sample.density}, {"viscosity", sample.dynamicViscosity}};
    if (!sample.velocity.isZero(0.0)) fluid["velocity"] = savedNumbers(sample.velocity);
    return fluid;
}

/// Waves in their state at `time`, for a run from time 0.
json savedWaves(const ambient::WaveSet& set, double time) {
    json waves = json::array();
    for (const ambient::WaveSet::Prepared& wave : set.waves())
        waves.push_back({{"amplitude", wave.amplitude},
                         {"wavelength", 2.0 * ambient::kPi / wave.k},
                         {"direction", savedNumbers(set.worldFromWater() * Vector3(wave.ex, wave.ey, 0.0))},
                         {"phase", std::remainder(wave.phase - wave.frequency * time, 2.0 * ambient::kPi)}});
    return waves;
}

json savedSurface(const ambient::DividedMedium& medium, double time) {
    json surface = {{"above", savedFluid(medium.above().sample(Vector3::Zero(), time))}};
    const auto write = [&](const ambient::WaveSet& set, const char* type) {
        surface["height"] = set.water().level;
        if (std::isfinite(set.water().depth)) surface["depth"] = set.water().depth;
        surface["wave_type"] = type;
        surface["waves"] = savedWaves(set, time);
    };
    if (const auto* gerstner = dynamic_cast<const ambient::GerstnerWaves*>(&medium.surface()))
        write(gerstner->waves(), "gerstner");
    else if (const auto* sine = dynamic_cast<const ambient::SineWaves*>(&medium.surface()))
        write(sine->waves(), "sine");
    else
        surface["height"] = medium.surface().heightRange(time)[0];
    return surface;
}

/// Whether two media are the same at some points about a place, and at some times; the second one is `time` behind.
bool areSameMedia(const ambient::FluidMedium& medium, const ambient::FluidMedium& made, const Vector3& about,
                  double time) {
    constexpr int count = 300;
    constexpr double tolerance = 1e-9;
    std::mt19937 random(27);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (int i = 0; i < count; ++i) {
        const double size = std::pow(10.0, 2.0 * uniform(random)); // 1 cm to 100 m
        const Vector3 point = about + size * Vector3(uniform(random), uniform(random), uniform(random));
        const double later = 5.0 + 5.0 * uniform(random);
        const ambient::MediumSample a = medium.sample(point, time + later), b = made.sample(point, later);
        const double speed = tolerance * (1.0 + a.velocity.norm()), rate = tolerance * (1.0 + a.acceleration.norm());
        if (a.density != b.density || a.dynamicViscosity != b.dynamicViscosity ||
            (a.velocity - b.velocity).norm() > speed || (a.acceleration - b.acceleration).norm() > rate)
            return false;
    }
    return true;
}

/// The JSON of a medium. Refuses a medium with a flow unknown to files.
json savedMedium(const ambient::FluidMedium* medium, const Vector3& gravity, const Vector3& about, double time,
                 const std::string& name) {
    if (!medium) return "vacuum";
    json written;
    if (const ambient::DividedMedium* divided = medium->divided()) {
        const auto& surface = divided->surface();
        const bool isWavy = !surface.isFlat();
        ambient::MediumSample below = divided->below().sample(about - 1e3 * surface.up(), time);
        if (isWavy) below.velocity.setZero(); // the waves' own
        written = savedFluid(below);
        if (written.is_object()) written["surface"] = savedSurface(*divided, time);
    } else {
        written = savedFluid(medium->sample(about, time));
    }
    std::shared_ptr<const ambient::FluidMedium> made;
    try {
        made = ambient::makeMedium(ambient::readMedium({written, name}), gravity, "");
    } catch (const std::invalid_argument&) {
        made = nullptr;
    }
    if (!made || !areSameMedia(*medium, *made, about, time))
        throw std::invalid_argument(name + " flows in a way that is saved from world files only");
    return written;
}

bool isSameMesh(const ambient::TriangleMesh& a, const ambient::TriangleMesh& b, double length) {
    if (a.faces != b.faces || a.vertices.size() != b.vertices.size()) return false;
    for (std::size_t i = 0; i < a.vertices.size(); ++i)
        if ((a.vertices[i] - b.vertices[i]).norm() > 1e-12 * length) return false;
    return true;
}

/// The shape as a primitive, if Bullet's shape is this primitive and has this mesh; otherwise null.
json savedPrimitive(const ambient::TriangleMesh& mesh, const btCollisionShape& shape) {
    Vector3 half = Vector3::Zero();
    for (const Vector3& v : mesh.vertices)
        half = half.cwiseMax(v.cwiseAbs());
    const int faces = static_cast<int>(mesh.faces.size());
    const auto isMesh = [&](const ambient::TriangleMesh& made) { return isSameMesh(mesh, made, half.norm()); };
    switch (shape.getShapeType()) {
    case SPHERE_SHAPE_PROXYTYPE: {
        double radius = 0.0;
        for (const Vector3& v : mesh.vertices)
            radius = std::max(radius, v.norm());
        if (!isMesh(ambient::makeSphere(radius, faces))) return nullptr;
        return {{"type", "sphere"}, {"radius", radius}, {"faces", faces}};
    }
    case BOX_SHAPE_PROXYTYPE:
        if (!isMesh(ambient::makeBox(2.0 * half, faces))) return nullptr;
        return {{"type", "box"}, {"size", savedNumbers(2.0 * half)}, {"faces", faces}};
    case CYLINDER_SHAPE_PROXYTYPE:
        if (!isMesh(ambient::makeCylinder(half.x(), 2.0 * half.z(), faces))) return nullptr;
        return {{"type", "cylinder"}, {"radius", half.x()}, {"length", 2.0 * half.z()}, {"faces", faces}};
    case CONVEX_HULL_SHAPE_PROXYTYPE:
        if (!isMesh(ambient::makeEllipsoid(half, faces))) return nullptr;
        return {{"type", "ellipsoid"}, {"radii", savedNumbers(half)}, {"faces", faces}};
    default:
        return nullptr;
    }
}

json savedMesh(const ambient::TriangleMesh& mesh) {
    json vertices = json::array(), triangles = json::array();
    for (const Vector3& v : mesh.vertices)
        vertices.push_back(savedNumbers(v));
    for (const auto& face : mesh.faces)
        triangles.push_back({face[0], face[1], face[2]});
    return {{"type", "mesh"}, {"vertices", std::move(vertices)}, {"triangles", std::move(triangles)}};
}

void saveTouch(json& object, const btCollisionObject& body) {
    object["friction"] = double(body.getFriction());
    object["restitution"] = double(body.getRestitution());
    if (body.getRollingFriction() != btScalar(0)) object["rolling_friction"] = double(body.getRollingFriction());
}

/// How the fluid sees the surface. Sheets are solids in the mesh of their model.
void saveFlow(json& object, const ambient::FluidBodyDef& def, const std::string& name) {
    const ambient::FluidBodyDef usual;
    if (def.addedMass || def.addedMassMethod != usual.addedMassMethod || def.discretisation != usual.discretisation ||
        def.pressureScale != usual.pressureScale || def.frictionScale != usual.frictionScale ||
        def.buoyancyScale != usual.buoyancyScale || def.viscousFaces != usual.viscousFaces)
        throw std::invalid_argument(name + " has an added mass or factors on its forces that no world file can hold");
    if (def.separationAngle != usual.separationAngle) object["separation_angle"] = def.separationAngle;
    if (def.wakeFactor != usual.wakeFactor) object["wake_factor"] = def.wakeFactor;
    if (def.roughness != usual.roughness) object["roughness"] = def.roughness;
    if (def.porosity != usual.porosity) object["porosity"] = def.porosity;
}

json savedBody(SceneContext& context, int index, const std::string& name) {
    const RecordedBody& recorded = context.bodies()[static_cast<std::size_t>(index)];
    btRigidBody* body = context.rigidBody(index);
    if (!body) throw std::invalid_argument(name + " is a link of a multi-body, which is saved from world files only");
    if (recorded.changes || recorded.shape)
        throw std::invalid_argument(name + " changes its shape, which is saved from world files only");
    if (!recorded.model) throw std::invalid_argument(name + " is not in the fluid and is led by the scene");
    const btFluidAction& fluid = context.fluid();
    if (fluid.getFluidBody(body)->getLevelOfDetail() != BT_FLUID_FULL_DETAIL)
        throw std::invalid_argument(name + " has a lower level of detail, which no world file can hold");
    const btCollisionShape& shape = *body->getCollisionShape();
    const bool touches = shape.getShapeType() != EMPTY_SHAPE_PROXYTYPE;
    if (touches && !shape.isConvex())
        throw std::invalid_argument(name + " touches by several pieces, which no world file can hold");
    json object = {{"name", name}, {"mass", recorded.mass}, {"center_of_mass", {0.0, 0.0, 0.0}}};
    object["inertia"] = savedNumbers(recorded.inertia);
    object["shape"] = savedPrimitive(recorded.model->mesh(), shape);
    if (object["shape"].is_null()) object["shape"] = savedMesh(recorded.model->mesh());
    if (!touches) object["collide"] = false;
    if (body->getActivationState() == DISABLE_DEACTIVATION) object["can_sleep"] = false;
    savePlace(object, btFluidPose(body->getWorldTransform()));
    object["velocity"] = savedNumbers(btFluidVector(fluid.getLinearVelocity(body)));
    object["angular_velocity"] = savedNumbers(btFluidVector(fluid.getAngularVelocity(body)));
    saveTouch(object, *body);
    saveFlow(object, recorded.model->def(), name);
    return object;
}

/// A static body as a wall or a body of the file.
void saveStanding(json& file, const btRigidBody& body, int number) {
    json object;
    saveTouch(object, body);
    const btCollisionShape& shape = *body.getCollisionShape();
    const ambient::Pose pose = btFluidPose(body.getWorldTransform());
    if (shape.getShapeType() == STATIC_PLANE_PROXYTYPE) {
        const auto& plane = static_cast<const btStaticPlaneShape&>(shape);
        const Vector3 normal = pose.orientation * btFluidVector(plane.getPlaneNormal());
        object["normal"] = savedNumbers(normal);
        object["offset"] = double(plane.getPlaneConstant()) + normal.dot(pose.position);
        object.erase("rolling_friction"); // Bullet needs the other body's value too
        file["walls"].push_back(std::move(object));
        return;
    }
    if (shape.getShapeType() == BOX_SHAPE_PROXYTYPE) {
        const Vector3 half = btFluidVector(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin());
        object["shape"] = {{"type", "box"}, {"size", savedNumbers(2.0 * half)}};
    } else if (shape.getShapeType() == CYLINDER_SHAPE_PROXYTYPE &&
               static_cast<const btCylinderShape&>(shape).getUpAxis() == 2) {
        const Vector3 half = btFluidVector(static_cast<const btCylinderShape&>(shape).getHalfExtentsWithMargin());
        object["shape"] = {{"type", "cylinder"}, {"radius", half.x()}, {"length", 2.0 * half.z()}};
    } else {
        throw std::invalid_argument("an obstacle is neither a plane, a box nor an upright cylinder, which no world "
                                    "file can hold");
    }
    object["name"] = "obstacle " + std::to_string(number);
    object["static"] = true;
    savePlace(object, pose);
    file["bodies"].push_back(std::move(object));
}

/// Bodies of a scene may have one name.
std::string savedName(const std::string& name, std::set<std::string>& taken) {
    std::string own = name;
    for (int number = 2; !taken.insert(own).second; ++number)
        own = name + " " + std::to_string(number);
    return own;
}

json savedContent(SceneContext& context) {
    if (context.isLed())
        throw std::invalid_argument(
            "the scene acts on its bodies by a program of its own, which no world file can hold");
    btDiscreteDynamicsWorld& world = context.world();
    const Vector3 gravity = btFluidVector(world.getGravity());
    const double time = context.fluid().getTime();
    json file = {{"gravity", savedNumbers(gravity)}, {"iterations", world.getSolverInfo().m_numIterations}};
    std::set<std::string> taken;
    std::set<const btCollisionObject*> moving;
    file["bodies"] = json::array();
    Vector3 about = Vector3::Zero();
    for (int i = 0; i < static_cast<int>(context.bodies().size()); ++i) {
        const std::string name = savedName(context.bodies()[static_cast<std::size_t>(i)].name, taken);
        file["bodies"].push_back(savedBody(context, i, name));
        moving.insert(context.rigidBody(i));
        about = btFluidVector(context.rigidBody(i)->getCenterOfMassPosition());
    }
    if (world.getNumConstraints() > 0)
        throw std::invalid_argument("the scene has joints, which are saved from world files only");
    int number = 0;
    for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
        const btRigidBody* body = btRigidBody::upcast(world.getCollisionObjectArray()[i]);
        if (body && moving.count(body) == 0) saveStanding(file, *body, ++number);
    }
    file["medium"] = savedMedium(context.medium().get(), gravity, about, time, "the medium");
    for (std::size_t i = 0; i < context.regions().size(); ++i) {
        const RecordedRegion& region = context.regions()[i];
        json medium = savedMedium(region.medium.get(), gravity, 0.5 * (region.low + region.high), time,
                                  "the medium of region " + std::to_string(i + 1));
        file["regions"].push_back({{"min", savedNumbers(region.low)},
                                   {"max", savedNumbers(region.high)},
                                   {"medium", std::move(medium)},
                                   {"priority", static_cast<int>(i)}}); // the later of two overlapping regions counts
    }
    return file;
}

} // namespace

json savedScene(SceneContext& context, const RunOptions& run, const std::string& title, const std::string& folder) {
    json file = context.kept() ? context.kept()->saved(context.fluid(), folder) : savedContent(context);
    if (!file.contains("name")) file["name"] = title;
    file["seconds"] = run.duration;
    file["dt"] = run.timeStep;
    file["model"] = run.model;
    file["solver"] = run.solver;
    return file;
}

} // namespace samples
