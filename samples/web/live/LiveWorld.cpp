// SPDX-License-Identifier: Zlib
#include "web/live/LiveWorld.h"

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Body/FluidBodyModelCache.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidRegions.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "drawing/WaterMesh.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace samples {
namespace {

using ambient::Pose;
using ambient::Vector3;
using ambient::WorldArticulatedBody;
using ambient::WorldDescription;
using ambient::WorldJointType;
using Moving = ambient::FileWorld::Moving;

/// Models built before; in a browser the folder is in memory.
ambient::FluidBodyModelCache& modelCache() {
    static ambient::FluidBodyModelCache cache(std::filesystem::temp_directory_path() / "ambient-live-models",
                                              [](const std::string&) {});
    return cache;
}

ambient::WorldSimulationOptions optionsOf(const WorldDescription& world, const LiveWorldReports& reports) {
    ambient::WorldSimulationOptions options;
    options.timeStep = world.timeStep;
    options.solver = world.solver;
    options.progress = reports.progress;
    options.log = reports.log;
    options.buildModel = [progress = reports.progress](const ambient::TriangleMesh& mesh, ambient::FluidBodyDef def) {
        def.progress = progress;
        return modelCache().build(mesh, def);
    };
    return options;
}

bool hasClock(const WorldDescription& world) {
    const auto hasMotor = [](const WorldArticulatedBody& body) {
        return body.isPrescribed || std::any_of(body.links.begin(), body.links.end(),
                                                [](const ambient::WorldLink& link) { return link.motor.has_value(); });
    };
    return world.medium.waveCount() > 0 ||
           std::any_of(world.articulatedBodies.begin(), world.articulatedBodies.end(), hasMotor) ||
           std::any_of(world.regions.begin(), world.regions.end(),
                       [](const ambient::WorldRegion& region) { return region.medium.waveCount() > 0; }) ||
           std::any_of(world.bodies.begin(), world.bodies.end(),
                       [](const ambient::WorldBody& body) { return body.shape.isDeforming(); });
}

bool hasPlanarJoints(const WorldArticulatedBody& body) {
    return std::any_of(body.links.begin(), body.links.end(),
                       [](const ambient::WorldLink& link) { return link.joint == WorldJointType::Planar; });
}

void append(std::vector<float>& out, const Vector3& v) {
    for (int k = 0; k < 3; ++k)
        out.push_back(static_cast<float>(v[k]));
}

/// Makes the present joint positions of an articulated body its start.
void takeJoints(WorldArticulatedBody& body, const std::vector<const Moving*>& links) {
    for (const Moving* moving : links) {
        if (moving->link == 0) continue;
        ambient::WorldLink& link = body.links[static_cast<std::size_t>(moving->link)];
        const int index = moving->link - 1;
        if (link.joint == WorldJointType::Hinge || link.joint == WorldJointType::Slider) {
            link.initialPosition = moving->multiBody->getJointPos(index);
            link.initialVelocity = moving->multiBody->getJointVel(index);
        } else if (link.joint == WorldJointType::Ball) {
            const btScalar* q = moving->multiBody->getJointPosMultiDof(index);
            const btScalar* w = moving->multiBody->getJointVelMultiDof(index);
            const ambient::Quaternion& turn = moving->shownFromBody;
            link.initialTurn = (turn * ambient::Quaternion(q[3], q[0], q[1], q[2]) * turn.conjugate()).normalized();
            link.initialSpin = turn * Vector3(w[0], w[1], w[2]);
        }
    }
}

} // namespace

LiveWorld::LiveWorld(const std::string& text, const std::string& source, const std::string& folder, LiveWorld* before,
                     const LiveWorldReports& reports)
    : m_text(text), m_description(ambient::parseWorld(text, source, folder)) {
    m_hasContinued = before && canContinue(*before);
    if (m_hasContinued) continueFrom(*before);
    try {
        m_simulation = std::make_unique<ambient::WorldSimulation>(m_description, optionsOf(m_description, reports));
    } catch (const ambient::WorldFileError& error) {
        throw ambient::WorldFileError(source + ": " + error.what());
    }
    if (!m_hasContinued) {
        for (const Moving& body : m_simulation->content().moving()) {
            const Pose worldFromShown = m_simulation->content().motionOf(body).worldFromShown;
            Pose worldFromFrame;
            for (const ambient::WorldBody& rigid : m_description.bodies)
                if (rigid.name == body.name) worldFromFrame = rigid.worldFromFrame;
            for (const WorldArticulatedBody& tree : m_description.articulatedBodies)
                if (body.link == 0 && body.multiBody && body.name == tree.name + "/" + tree.links.front().name)
                    worldFromFrame = tree.worldFromBase;
            m_frameFromShown.push_back(worldFromFrame.inverse() * worldFromShown);
        }
    }
    const auto addSurface = [this](std::shared_ptr<const ambient::FluidMedium> medium,
                                   const ambient::WorldRegion* region) {
        if (medium && medium->divided()) m_surfaces.push_back({std::move(medium), region});
    };
    addSurface(m_simulation->fluid().getMedium(), nullptr);
    for (int i = 0; i < m_simulation->fluid().getRegions().size(); ++i)
        addSurface(m_simulation->fluid().getRegions().at(i).getMedium(),
                   &m_description.regions[static_cast<std::size_t>(i)]);
}

bool LiveWorld::canContinue(const LiveWorld& before) const {
    const WorldDescription &a = m_description, &b = before.m_description;
    if (!a.joints.empty() || hasClock(a) || hasClock(b) || a.bodies.size() != b.bodies.size() ||
        a.articulatedBodies.size() != b.articulatedBodies.size())
        return false;
    for (std::size_t i = 0; i < a.bodies.size(); ++i)
        if (a.bodies[i].name != b.bodies[i].name) return false;
    for (std::size_t i = 0; i < a.articulatedBodies.size(); ++i)
        if (a.articulatedBodies[i].name != b.articulatedBodies[i].name ||
            a.articulatedBodies[i].links.size() != b.articulatedBodies[i].links.size() ||
            hasPlanarJoints(a.articulatedBodies[i]))
            return false;
    return true;
}

void LiveWorld::continueFrom(LiveWorld& before) {
    before.release();
    m_timeBefore = before.time();
    m_frameFromShown = before.m_frameFromShown;
    const ambient::FileWorld& content = before.m_simulation->content();
    for (std::size_t i = 0; i < content.moving().size(); ++i) {
        const Moving& moving = content.moving()[i];
        const ambient::FileWorld::Motion motion = content.motionOf(moving);
        const Pose worldFromFrame = motion.worldFromShown * m_frameFromShown[i].inverse();
        for (ambient::WorldBody& body : m_description.bodies)
            if (body.name == moving.name) {
                body.worldFromFrame = worldFromFrame;
                body.velocity = motion.velocity;
            }
        for (WorldArticulatedBody& body : m_description.articulatedBodies)
            if (moving.multiBody && moving.link == 0 && moving.name == body.name + "/" + body.links.front().name) {
                body.worldFromBase = worldFromFrame;
                body.velocity = motion.velocity;
            }
    }
    for (WorldArticulatedBody& body : m_description.articulatedBodies) {
        std::vector<const Moving*> links;
        for (const Moving& moving : content.moving())
            if (moving.multiBody && moving.name.rfind(body.name + "/", 0) == 0) links.push_back(&moving);
        takeJoints(body, links);
    }
}

void LiveWorld::step() {
    if (m_drag) m_drag->keepAwake();
    if (m_linkDrag.multiBody) m_linkDrag.multiBody->wakeUp();
    m_simulation->step();
}

const Moving& LiveWorld::moving(int body) const {
    return m_simulation->content().moving().at(static_cast<std::size_t>(body));
}

void LiveWorld::state(std::vector<float>& out) const {
    out.clear();
    for (const Moving& body : m_simulation->content().moving()) {
        const ambient::FileWorld::Motion motion = m_simulation->content().motionOf(body);
        append(out, motion.worldFromShown.position);
        append(out, motion.worldFromShown.orientation.vec());
        out.push_back(static_cast<float>(motion.worldFromShown.orientation.w()));
        append(out, motion.velocity.linear);
    }
}

void LiveWorld::forces(std::vector<float>& out) {
    out.clear();
    for (const Moving& body : m_simulation->content().moving()) {
        Vector3 buoyancy = Vector3::Zero(), surface = Vector3::Zero();
        if (body.multiBody) {
            ambient::ArticulatedMotion& motion =
                m_simulation->fluid().getFluidMultiBodies().find(body.multiBody)->motion();
            motion.evaluate(m_simulation->fluid().getFluidMultiBodies().find(body.multiBody)->state());
            const ambient::FluidLoads& loads =
                motion.loads(ambient::LinkFluid::Frame::World)[static_cast<std::size_t>(body.link)];
            buoyancy = loads.other.linear;
            surface = loads.dissipative.linear;
        } else if (m_simulation->fluid().getFluidBody(body.body)) {
            const ambient::FluidReadout readout = m_simulation->fluid().getReadout(body.body);
            buoyancy = readout.immersion.wrench.linear;
            surface = readout.powerLimit.wrench.linear;
            for (int i = 0; i < readout.termCount; ++i) {
                const ambient::TermReadout& term = readout.terms[static_cast<std::size_t>(i)];
                (term.name == "buoyancy" ? buoyancy : surface) += term.wrench.linear;
            }
        }
        append(out, body.mass * m_description.gravity);
        append(out, buoyancy);
        append(out, surface);
    }
}

LiveWorld::Shape LiveWorld::shape(bool standing, int index) const {
    const ambient::FileWorld& content = m_simulation->content();
    const auto at = static_cast<std::size_t>(index);
    const ambient::TriangleMesh* mesh = standing ? content.standing().at(at).mesh.get() : moving(index).mesh.get();
    Shape shape;
    if (!mesh) return shape;
    for (const Vector3& vertex : mesh->vertices)
        append(shape.vertices, vertex);
    for (const auto& face : mesh->faces)
        shape.faces.insert(shape.faces.end(), face.begin(), face.end());
    return shape;
}

void LiveWorld::deformedVertices(int body, std::vector<float>& out) const {
    const btFluidBody* wet = m_simulation->fluid().getFluidBody(moving(body).body);
    const btFluidShapeDrive* drive = wet ? wet->getDrive() : nullptr;
    if (!drive) throw std::out_of_range("deformedVertices: the body does not change its shape");
    std::vector<btVector3> vertices;
    drive->vertices(vertices);
    out.clear();
    for (const btVector3& vertex : vertices)
        append(out, btFluidVector(vertex));
}

void LiveWorld::surface(int index, double x, double y, double halfWidth, int cells, std::vector<float>& points) const {
    const Surface& surface = m_surfaces.at(static_cast<std::size_t>(index));
    const ambient::WaterSurface& water = surface.medium->divided()->surface();
    const WaterSheet sheet = surface.region ? WaterSheet::in(surface.region->low, surface.region->high)
                                            : WaterSheet::about({x, y, 0.0}, water.up(), halfWidth);
    const std::shared_ptr<const ambient::TriangleMesh> mesh = waterMesh(water, sheet, m_simulation->time(), cells);
    points.clear();
    for (const Vector3& vertex : mesh->vertices)
        append(points, vertex);
}

void LiveWorld::grab(int body, const Vector3& point) {
    release();
    const Moving& held = moving(body);
    if (held.body) {
        m_drag = std::make_unique<BodyDrag>(m_simulation->world(), m_simulation->fluid(), *held.body, point,
                                            m_description.timeStep);
        return;
    }
    double mass = 0.0; // the water carried along is about as heavy
    for (const Moving& other : m_simulation->content().moving())
        if (other.multiBody == held.multiBody) mass += 2.0 * other.mass;
    m_linkDrag.multiBody = held.multiBody;
    m_linkDrag.spring = std::make_unique<btMultiBodyPoint2Point>(
        held.multiBody, held.link - 1, nullptr, held.multiBody->worldPosToLocal(held.link - 1, btFluidVector(point)),
        btFluidVector(point));
    m_linkDrag.spring->setMaxAppliedImpulse(btScalar(BodyDrag::kLargestPull * mass * m_description.timeStep));
    static_cast<btMultiBodyDynamicsWorld&>(m_simulation->world()).addMultiBodyConstraint(m_linkDrag.spring.get());
    m_linkDrag.spring->finalizeMultiDof();
}

void LiveWorld::moveTo(const Vector3& target) {
    if (m_drag) m_drag->moveTo(target);
    if (m_linkDrag.spring) m_linkDrag.spring->setPivotInB(btFluidVector(target));
}

void LiveWorld::release() {
    m_drag.reset();
    if (!m_linkDrag.spring) return;
    static_cast<btMultiBodyDynamicsWorld&>(m_simulation->world()).removeMultiBodyConstraint(m_linkDrag.spring.get());
    m_linkDrag = {};
}

} // namespace samples
