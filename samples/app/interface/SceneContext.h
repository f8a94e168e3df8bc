// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btAmbientFluidCommon.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletAmbientFluid/btFluidShapeMover.h"
#include "Worlds/JointRecorder.h"
#include "interface/ModelCache.h"
#include "interface/RunRecord.h"
#include "interface/SceneWorld.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <string>

class btFluidCoupling;

namespace samples {

/// How the bodies of a run feel the medium, and who solves their contacts and joints.
struct FluidChoice {
    bool vacuum = false;           ///< true: plain rigid bodies (`--model rbd`)
    bool fluidSolver = false;      ///< true: a btFluidConstraintSolver (`--solver fluid`), else Bullet's own
    bool localAddedMass = false;   ///< paper 000's added mass for rigid bodies, if applicable
    bool localShapes = false;      ///< paper 000's added mass and momentum for deforming bodies
    double timeStep = 1.0 / 240.0; ///< of the run [s]
    bool multiBodies = false;      ///< a btMultiBodyDynamicsWorld, whose solver is always the fluid's
    btFluidAction::btFluidActionConstructionInfo action;
    /// Called with a fraction in [0, 1] during the computation of added masses; default: null.
    std::function<void(double fraction)> progress;
    std::shared_ptr<ModelCache> models; ///< of earlier runs; null: every model is built
};

/// One wet body of a scene. The model's mesh frame is the body's frame: the mesh must be centred on the centre of mass
/// and have the principal axes of inertia for its axes.
struct BodySpec {
    std::string name;
    std::shared_ptr<const ambient::FluidBodyModel> model; ///< of SceneContext::buildModel; bodies may share one
    /// Model of a deforming body, in place of `model`, `mass` and `inertia`; its body frame is the model's.
    std::shared_ptr<const ambient::DeformingModel> deforming;
    /// Model of a body with amplitudes or joint angles, in place of `model`, `mass` and `inertia`.
    std::shared_ptr<const ambient::AmplitudeModel> driven;
    /// Gives the drive of a body with amplitudes its function or controller, when the body joins the fluid.
    std::function<void(btFluidShapeDrive&)> startDrive;
    std::unique_ptr<btCollisionShape> shape;
    double mass = 0.0;                                   ///< [kg]
    ambient::Vector3 inertia = ambient::Vector3::Zero(); ///< principal moments along the mesh axes [kg m^2]
    ambient::Pose worldFromBody;                         ///< at release
    ambient::Twist velocity;                             ///< at release, about the centre of mass, world axes
    double friction = 0.5;                               ///< Bullet multiplies the values of two touching bodies
    double rollingFriction = 0.0;                        ///< multiplied like `friction` [m]
    double restitution = 0.0;                            ///< multiplied like `friction`
    bool convex = true;                                  ///< whether the mesh is, for pictures
    int ghostOf = -1;                                    ///< RecordedBody::ghostOf

    /// Mass and inertia of a uniform solid of this density [kg/m^3]; needs the model.
    void fill(double density);
};

/// One link of a multi-body; mesh frame and link frame coincide.
struct LinkSpec {
    std::string name;
    std::shared_ptr<const ambient::FluidBodyModel> model; ///< null: a dry link, not drawn
    bool convex = true;                                   ///< whether the mesh is, for pictures
};

/// The owner of bodies adopted by a SceneContext.
class KeptContent {
  public:
    virtual ~KeptContent() = default;
    /// The adopted world as a file (docs/worlds.md). \param folder of the new file
    /// \throws std::invalid_argument, one line naming a part unfit for a file
    virtual nlohmann::json saved(const btFluidAction& fluid, const std::string& folder) const = 0;
};

/// A Bullet world with a btFluidAction in it, and the record of its bodies. Scenes fill the world; the context owns
/// everything in the world.
class SceneContext : public SceneWorld {
  public:
    explicit SceneContext(const FluidChoice& choice);
    ~SceneContext();

    /// The medium of all bodies; a vacuum run does without.
    void setMedium(const ambient::UniformMedium& medium);
    void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);
    /// A part of the world with another medium, between two corners [m]; the later of two overlapping parts counts. A
    /// vacuum run does without.
    void addRegion(const ambient::Vector3& low, const ambient::Vector3& high,
                   std::shared_ptr<const ambient::FluidMedium> medium);
    bool isVacuum() const { return m_choice.vacuum; }
    /// Outside all regions; null in vacuum.
    const std::shared_ptr<const ambient::FluidMedium>& medium() const { return m_fluid.getMedium(); }
    /// FluidBodyModel::build with a progress bar: once for all bodies of one mesh.
    /// \throws ambient::MeshError or std::invalid_argument as FluidBodyModel::build does
    std::shared_ptr<const ambient::FluidBodyModel> buildModel(const ambient::TriangleMesh& mesh,
                                                              ambient::FluidBodyDef def = {}) const;
    /// DeformingModel::build with a progress bar.
    /// \throws std::invalid_argument as DeformingModel::build does
    std::shared_ptr<const ambient::DeformingModel> buildShape(const ambient::ShapeSequence& sequence,
                                                              ambient::FluidBodyDef def = {}) const;
    /// AmplitudeModel::build of a ShapeModes or ShapeParts with a progress bar.
    template <class Shapes>
    std::shared_ptr<const ambient::AmplitudeModel> buildShapes(const Shapes& shapes,
                                                               ambient::FluidBodyDef def = {}) const {
        def.progress = m_choice.progress;
        return ambient::AmplitudeModel::build(shapes, def);
    }
    /// A deforming body plays from the first step on, and makes the world solve exactly.
    /// \throws std::invalid_argument as btFluidAction::addBody does
    btRigidBody* addBody(BodySpec spec);
    /// A multi-body, in a world with Scene::hasMultiBodies(). The links become bodies of the record, without contacts.
    /// \param multiBody finalised, with its velocities \param links base first; the last one has a model
    /// \throws std::invalid_argument as btFluidAction::addMultiBody does
    btMultiBody* addMultiBody(std::unique_ptr<btMultiBody> multiBody, const std::vector<LinkSpec>& links);
    /// A body or link already in the world, and in the fluid if there is a model. It becomes a body of the record.
    /// \param multiBody null: `body` counts; else its link `link`, 0 for the base
    void adopt(btRigidBody* body, btMultiBody* multiBody, int link, RecordedBody recorded);
    /// A deforming body on a prescribed path, outside the fluid, moved by a btFluidShapeMover.
    /// \param shape for pictures, in the frame of the motion
    void addMoved(const std::string& name, std::shared_ptr<const ambient::InterpolatedMotion> motion,
                  std::shared_ptr<const ChangingShape> shape);
    /// A rigid body on a prescribed path, outside the fluid.
    /// \param mesh for pictures \param path its pose at a time [s]
    btRigidBody* addMoved(const std::string& name, const ambient::TriangleMesh& mesh,
                          std::unique_ptr<btCollisionShape> shape, std::function<ambient::Pose(double)> path);
    /// A still object already in the world.
    void adopt(RecordedObstacle obstacle) { m_obstacles.push_back(std::move(obstacle)); }
    /// Keeps the owner of adopted objects until the end of the world; the owner takes them out of the world.
    void keep(std::shared_ptr<const KeptContent> owner) { m_kept = std::move(owner); }
    /// null: the scene has made all bodies itself.
    const KeptContent* kept() const { return m_kept.get(); }
    /// Makes the world solve exactly, also without FluidChoice::fluidSolver.
    void solveExactly();
    /// Lets the solvers of the fluid know bodies beside those of the fluid; outlives the last step. Links of its
    /// multi-bodies may be adopted.
    void addSolvedBodies(btFluidSolvedBodies& bodies);
    /// The wet side of a multi-body, in the fluid or in the bodies of addSolvedBodies().
    const btFluidMultiBody& wetSide(const btMultiBody* multiBody) const;
    double timeStep() const { return m_choice.timeStep; } ///< of the run [s]
    /// Passes a line to the log of the run.
    void report(const std::string& line) const {
        if (m_choice.action.m_log) m_choice.action.m_log(line);
    }
    /// Records the joints of multi-bodies.
    ambient::JointRecorder& jointRecorder() { return m_jointRecorder; }
    /// The fluid of the world, for the drives of multi-bodies.
    btFluidAction& fluid() { return m_fluid; }
    /// The level of detail of a wet body, in the order in which they were added; default: full.
    void setLevelOfDetail(int body, btFluidLevelOfDetail detail) {
        m_fluid.getLevelsOfDetail().set(rigidBody(body), detail);
    }
    /// A static box of this size [m].
    btRigidBody* addStaticBox(const std::string& name, const ambient::Vector3& size,
                              const ambient::Pose& worldFromBody);
    /// A static upright cylinder of this radius and height [m]; z is its axis.
    btRigidBody* addStaticCylinder(const std::string& name, double radius, double height,
                                   const ambient::Pose& worldFromBody);

    /// A slice through the water, recorded at the end of the run.
    void addSlice(std::function<RecordedSlice()> slice) { m_slices.push_back(std::move(slice)); }
    /// The tank of water with a surface, recorded with the slices.
    void setTank(std::function<RecordedTank()> tank) { m_tank = std::move(tank); }
    /// The present tank.
    RecordedTank tank() const { return m_tank ? m_tank() : RecordedTank(); }
    /// Particles carried by water, recorded with the slices. \param places world [m], read at each record
    void setParticles(std::function<std::vector<Eigen::Vector3f>()> places) { m_particles = std::move(places); }
    /// Present places of the particles.
    std::vector<Eigen::Vector3f> particles() const {
        return m_particles ? m_particles() : std::vector<Eigen::Vector3f>();
    }
    /// The present slices.
    std::vector<RecordedSlice> slices() const {
        std::vector<RecordedSlice> all;
        for (const auto& slice : m_slices)
            all.push_back(slice());
        return all;
    }

    /// Whether more than the fluid and the contacts acts on the bodies: actions, motors, a coupling, a tank.
    bool isLed() const { return hasActions() || m_coupling || m_tank; }

    const std::vector<RecordedBody>& bodies() const { return m_recordedBodies; }
    const std::vector<RecordedObstacle>& obstacles() const { return m_obstacles; }
    const std::vector<RecordedRegion>& regions() const { return m_regions; }
    /// Whether there are slices or a tank.
    bool showsGrid() const { return !m_slices.empty() || m_tank; }
    /// A number recorded in every frame. \param name with its unit
    void addGauge(const std::string& name, std::function<double()> value) {
        m_gauges.push_back({name, std::move(value)});
    }
    /// The names of all gauges, without values.
    std::vector<RecordedGauge> gauges() const;
    /// Appends the present values of all gauges.
    void readGauges(std::vector<RecordedGauge>& gauges) const;
    /// A rope, cable or chain for pictures, recorded in every frame. \param points along the line, world [m]
    void addLine(const std::string& name, std::function<std::vector<ambient::Vector3>()> points) {
        m_lines.push_back({name, std::move(points)});
    }
    /// The names of all lines, without points.
    std::vector<RecordedLine> lines() const;
    /// Appends the present points of all lines; before the first step a line may not know its points, and gets those
    /// that it has after it.
    void readLines(std::vector<RecordedLine>& lines) const;
    /// Records the forces of a coupling of this world as a term, after those of the fluid.
    void recordCoupling(const btFluidCoupling& coupling) { m_coupling = &coupling; }
    /// Names of the force terms in the order of BodySample::terms.
    std::vector<std::string> termNames() const;
    /// The present state of a body. \param withTerms also evaluate the force terms
    BodySample sample(int body, double time, bool withTerms) const;

    /// A wet body, in the order in which they were added; null for a link.
    btRigidBody* rigidBody(int body) const { return m_wetBodies[static_cast<std::size_t>(body)]; }
    /// The wet side of a body.
    const btFluidBody& fluidBody(int body) const { return *m_fluid.getFluidBody(rigidBody(body)); }
    /// Sets the pose and velocity of every wet body to its sample, to continue another run. Call before the first step.
    /// \param samples one per body
    /// \throws std::invalid_argument if there is a multi-body
    void moveBodies(const BodySample* samples);
    /// Takes over the amplitudes of the bodies of another run, before moveBodies(). \param bodies of the other run
    void takeAmplitudes(const std::vector<RecordedBody>& bodies);

  private:
    /// Place of a recorded link.
    struct LinkPlace {
        btMultiBody* multiBody = nullptr; ///< null: the recorded body is a rigid body
        int link = 0;                     ///< base: 0
    };
    BodySample sampleLink(const LinkPlace& place, double time, bool withTerms) const;
    void addDeformingBody(btRigidBody* body, const BodySpec& spec);
    void addDrivenBody(btRigidBody* body, const BodySpec& spec);

    /// A body with amplitudes.
    struct Driven {
        std::shared_ptr<const ambient::AmplitudeModel> model; ///< null: another body
        std::function<void(btFluidShapeDrive&)> start;
        std::shared_ptr<RecordedAmplitudes> amplitudes;
    };

    FluidChoice m_choice;
    btFluidAction m_fluid;
    const btFluidCoupling* m_coupling = nullptr; ///< of recordCoupling()
    btFluidConstraintSolver m_fluidSolver;
    std::unique_ptr<btFluidMultiBodyConstraintSolver> m_multiBodySolver; ///< if FluidChoice::multiBodies
    std::vector<btFluidSolvedBodies*> m_otherBodies;                     ///< of addSolvedBodies()
    std::vector<btRigidBody*> m_wetBodies;                               ///< null for links
    std::vector<LinkPlace> m_links;                                      ///< one per recorded body
    ambient::JointRecorder m_jointRecorder;
    std::vector<Driven> m_driven; ///< one per recorded body, as far as there are any
    std::vector<RecordedBody> m_recordedBodies;
    std::vector<RecordedObstacle> m_obstacles;
    std::vector<std::pair<std::string, std::function<double()>>> m_gauges;
    std::vector<std::pair<std::string, std::function<std::vector<ambient::Vector3>()>>> m_lines;
    std::vector<RecordedRegion> m_regions;
    std::function<std::vector<Eigen::Vector3f>()> m_particles;
    std::vector<std::function<RecordedSlice()>> m_slices;
    std::function<RecordedTank()> m_tank;
    std::shared_ptr<const KeptContent> m_kept; ///< owner of adopted objects
};

/// As makeCylinder: about z, its centre the origin [m].
std::unique_ptr<btCollisionShape> cylinderOf(double radius, double length);

/// The convex hull of points as a collision shape with an invisible margin [m].
std::unique_ptr<btCollisionShape> convexHullOf(const std::vector<ambient::Vector3>& points, double margin);

/// Several such hulls as one shape, for non-convex bodies.
std::unique_ptr<btCollisionShape> compoundOf(const std::vector<std::vector<ambient::Vector3>>& pieces, double margin);

} // namespace samples
