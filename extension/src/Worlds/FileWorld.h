// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/JointMotion.h"
#include "AmbientFluid/Body/DeformingModel.h"
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidMooring.h"
#include "BulletAmbientFluid/btFluidThruster.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "Output/JointTrack.h"
#include "Worlds/WorldAction.h"
#include "Worlds/WorldFile.h"
#include "Worlds/WorldMeshes.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <btBulletDynamicsCommon.h>

#include <functional>
#include <memory>
#include <vector>

class btMultiBodyConstraint;
class btMultiBodyDynamicsWorld;
class btMultiBodyLinkCollider;

namespace ambient {

struct FloatingModel;
class MotorPath;

/// How a FileWorld makes its models.
struct FileWorldOptions {
    double timeStep = 1.0 / 240.0; ///< of the world [s]
    bool isVacuum = false;         ///< the world has no medium: there is no coupling and no grid
    /// Registers the bodies resolved by a grid with the world's solver; default: none, and the solver takes them as
    /// bodies with an effective mass.
    std::function<void(btFluidSolvedBodies&)> solve;
    /// Warnings of the grid and of meshes, and parts of robots' files without effect; default: standard error.
    std::function<void(const std::string& line)> log;
    /// Called with the fraction of the finished bodies and links, in [0, 1]; default: null.
    std::function<void(double fraction)> progress;
    /// FluidBodyModel::build, or a function with a cache of its results.
    std::function<std::shared_ptr<const FluidBodyModel>(const TriangleMesh&, const FluidBodyDef&)> buildModel;
    /// DeformingModel::build.
    std::function<std::shared_ptr<const DeformingModel>(const ShapeSequence&, const FluidBodyDef&)> buildShape;
};

/// The walls, bodies, joints and articulated bodies of a world file in a Bullet world with a btFluidAction, whose
/// medium, regions and gravity are set before. The FileWorld owns its parts, and removes them at its end. More parts
/// may be added between two steps.
class FileWorld {
  public:
    /// A moving body: a rigid body or a link. Its shown frame has its origin at the centre of mass, and the axes of the
    /// file.
    struct Moving {
        std::string name;
        btRigidBody* body = nullptr;                       ///< or
        btMultiBody* multiBody = nullptr;                  ///< a link of this one
        int link = 0;                                      ///< base: 0
        Quaternion shownFromBody = Quaternion::Identity(); ///< from Bullet's frame
        Vector3 centerOfMass = Vector3::Zero();            ///< frame of the file [m]; of a changing shape: zero
        double mass = 0.0;                                 ///< with the water inside [kg]
        WorldCavity cavity;                                ///< for that water
        Vector3 inertia = Vector3::Zero();                 ///< principal [kg m^2]
        std::shared_ptr<const TriangleMesh> mesh;          ///< shown frame; null: none
        std::shared_ptr<const FluidBodyModel> model;       ///< null: not in the fluid
        std::shared_ptr<const DeformingModel> deforming;   ///< null: rigid
        bool isConvex = true;
        /// Whether Bullet's axes are not those of the file.
        bool isTurned() const { return shownFromBody.vec() != Vector3::Zero(); }
    };
    /// A body at rest for good.
    struct Standing {
        std::string name;
        std::shared_ptr<const TriangleMesh> mesh; ///< frame of the body
        Pose worldFromMesh;
        bool isConvex = true;
    };
    /// Names and surfaces of an articulated body.
    struct Tree {
        std::string name;
        std::vector<JointTrack::Link> links; ///< base first
    };
    /// Pose and velocity of a body or link.
    struct Motion {
        Pose worldFromShown;
        Twist velocity; ///< about the centre of mass, world axes
    };

    /// \param world a btMultiBodyDynamicsWorld if there are articulated bodies; outlives this, as does `fluid`
    /// \throws WorldFileError naming the place in the file
    FileWorld(const WorldDescription& description, btDiscreteDynamicsWorld& world, btFluidAction& fluid,
              const FileWorldOptions& options);
    ~FileWorld();
    FileWorld(const FileWorld&) = delete;
    FileWorld& operator=(const FileWorld&) = delete;

    /// A message of the action with the name of the body in place of its index.
    std::string withName(const std::string& line) const;

    const std::vector<Moving>& moving() const { return m_moving; }
    const std::vector<Standing>& standing() const { return m_standing; }
    const std::vector<Tree>& trees() const { return m_trees; } ///< one per multi-body, in the order of multiBodies()
    Motion motionOf(const Moving& moving) const;
    /// Motion of a rigid body in Bullet between two steps, in the precision of btScalar. In exact mode the motion
    /// equals motionOf() but for rounding; the medium is not evaluated, and changes by users since the step are
    /// included.
    Motion motionInBullet(const Moving& moving) const;
    /// Motions of all moving parts, in the order of moving(): motionInBullet(), and motionOf() of links.
    void motions(std::vector<Motion>& out) const;

    /// \name More parts
    /// Put the part into the description first. A refused part leaves the world unchanged.
    /// @{
    void addWall(const WorldWall& wall);
    void addBody(const WorldBody& body);
    void addJoint(const WorldJoint& joint);
    void addArticulated(const WorldArticulatedBody& body);
    /// Once: later walls and bodies take part too.
    void addCoupling(const WorldCoupling& coupling);
    /// Call once, before the resolved bodies are added: later bodies take part too.
    void addGrid(const WorldGrid& grid);
    void addMooring(const WorldMooring& mooring);
    void addThruster(const WorldThruster& thruster);
    /// @}

    /// \name Removal of parts, by their index in the description
    /// Take all that hangs on a part out first, and the part out of the description afterwards.
    /// @{
    /// \throws std::invalid_argument if the grid follows the body or has it as a wall \param isRigid a body of
    /// `bodies`, else an articulated one
    void requireRemovable(bool isRigid, std::size_t body) const;
    void removeBody(std::size_t body);
    void removeArticulated(std::size_t body);
    void removeJoint(std::size_t joint);
    void removeMooring(std::size_t mooring);
    void removeThruster(std::size_t thruster);
    /// @}

    /// \name Bullet's objects, in the order of the description
    /// @{
    const std::vector<btRigidBody*>& bodies() const { return m_bodies; } ///< not the walls
    const std::vector<std::unique_ptr<btTypedConstraint>>& joints() const { return m_joints; }
    const std::vector<std::unique_ptr<btMultiBody>>& multiBodies() const { return m_multiBodies; }
    /// @}
    /// Angle of a hinge, continuous over any number of turns [rad], or shift of a slider [m], since the joint was made.
    /// \throws std::invalid_argument naming a joint of another kind
    double jointValue(std::size_t joint) const;
    /// Counts the turns of hinges: call after each step; within a step no hinge may make half a turn.
    void countTurns();
    std::vector<int> turns() const; ///< whole turns of each joint, 0 for other kinds, for setTurns()
    void setTurns(const std::vector<int>& turns);
    /// Drives a hinge or slider until the next call. \param velocity of the child relative to the parent [rad/s, m/s]
    /// \param force greatest one [N m, N]; 0: no motor \throws std::invalid_argument naming the joint
    void setMotor(std::size_t joint, double velocity, double force);
    /// null: bodies do not feel each other's flow.
    btFluidCoupling* coupling() const { return m_coupling.get(); }
    btFluidGrid* grid() const { return m_grid.get(); } ///< null: there is no water on a grid
    /// \name Moorings and thrusters, in the order of the description
    /// @{
    const std::vector<std::unique_ptr<btFluidMooring>>& moorings() const { return m_moorings; }
    const std::vector<std::unique_ptr<btFluidThruster>>& thrusters() const { return m_thrusters; }
    /// Call before each step of the world: winches turn, lines pull, thrusters push.
    void actuate() const;
    std::vector<unsigned char> actuatorState() const; ///< empty without moorings and thrusters
    /// \throws std::invalid_argument, with nothing changed, if the bytes are not a state of these actuators
    void setActuatorState(const std::vector<unsigned char>& state);
    /// @}
    /// Targets of the motors of each multi-body; null: it has no motor.
    const std::vector<std::shared_ptr<MotorPath>>& motors() const { return m_motors; }

    /// Takes all objects out of the world and adds them again in the order in which they were made: Bullet remembers
    /// contacts, pairs and their order from step to step, and afterwards starts from none.
    void forgetContacts();

  private:
    /// Lengths of the lists of owned objects.
    struct Extent {
        std::size_t shapes = 0, rigidBodies = 0, bodies = 0, joints = 0, multiBodies = 0, limits = 0, colliders = 0,
                    moving = 0, standing = 0;
    };
    Extent extent() const;
    /// Takes out and deletes the objects added since.
    void takeOut(const Extent& since);
    /// Calls a function; if it throws, takes out its additions, and names the place.
    template <class Function>
    void madeAt(const std::string& path, Function&& make);
    void placeWall(const WorldWall& wall);
    void placeArticulated(const WorldArticulatedBody& body);
    void placeJoint(const WorldJoint& joint);
    void placeMooring(const WorldMooring& mooring);
    void placeThruster(const WorldThruster& thruster);
    const Moving& movingNamed(const std::string& body) const;
    btFluidCarrier carrierOf(WorldMooringEnd& end) const;
    void eraseShape(const btCollisionShape* shape);
    void couple(const WorldWall& wall);
    void couple(std::size_t body);
    void couple(const WorldArticulatedBody& body, const btMultiBody& multiBody);
    Motion motionOfLink(const Moving& moving) const;
    /// Density of the world's medium at a place, below a surface [kg/m^3]; in a vacuum 0.
    double densityAt(const Vector3& place) const;
    void addStatic(const WorldBody& body, const TriangleMesh& mesh);
    void addRigid(const WorldBody& body, const TriangleMesh& mesh, const MeshRemarks& remarks);
    void addDeforming(const WorldBody& body);
    btRigidBody* makeBody(const WorldBody& body, WorldCollisionShape shape, double mass, const Vector3& moments,
                          const Pose& worldFromBody);
    void addColliders(const WorldArticulatedBody& body, btMultiBody& multiBody,
                      std::vector<WorldCollisionShape> shapes);
    void addLimits(const WorldArticulatedBody& body, btMultiBody& multiBody);
    void drive(const WorldArticulatedBody& body, btMultiBody& multiBody);
    /// The waves of a body or link. \param path of it in the file \param files null: by panels \param inBody mesh in
    /// the frame of the model \param bodyFromFrame from its frame in the file \param place in the world [m]
    std::shared_ptr<const FloatingModel> wavesOf(const std::string& path, const WorldWaveFiles* files,
                                                 const FluidBody& wet, const TriangleMesh& inBody,
                                                 const Pose& bodyFromFrame, const Vector3& place);
    /// Lets a body make the waves of its description. \param inBody mesh in the frame of the model
    void chooseWaves(const WorldBody& body, btRigidBody* made, const TriangleMesh& inBody, const Pose& bodyFromFrame);
    /// The same for links of the newest tree.
    void chooseWaves(const WorldArticulatedBody& body, const btMultiBody& multiBody);
    std::shared_ptr<const FluidBodyModel> modelOf(const TriangleMesh& mesh, const WorldSurfaceFlow& flow);
    btMultiBodyDynamicsWorld& multiBodyWorld();
    void tell(const std::vector<std::string>& lines) const;
    /// Reports the progress. \param share of the body or link under construction
    void tellShare(double share) const;
    /// How much of the work on a body is its mesh, about; the rest is its added mass.
    static constexpr double kMeshShare = 0.4;

    const WorldDescription& m_description;
    btDiscreteDynamicsWorld& m_world;
    btFluidAction& m_fluid;
    FileWorldOptions m_options;
    std::vector<WorldCollisionShape> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_rigidBodies;
    std::vector<btRigidBody*> m_bodies; ///< of the description, in its order
    std::vector<std::unique_ptr<btTypedConstraint>> m_joints;
    /// Turns of a joint: Bullet's last angle of a hinge [rad], and whole turns beside it.
    struct Turning {
        double angle = 0.0;
        int turns = 0;
    };
    std::vector<Turning> m_turning; ///< one per joint
    /// Bodies and links of the description, and the finished ones.
    struct Progress {
        int parts = 0, made = 0;
    } m_progress;
    Turning turningNow(std::size_t joint) const;
    std::vector<std::unique_ptr<btMultiBody>> m_multiBodies;
    std::vector<std::unique_ptr<btMultiBodyConstraint>> m_limits;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> m_colliders;
    WorldAction<btFluidCoupling> m_coupling;
    WorldAction<btFluidGrid> m_grid;
    std::vector<std::unique_ptr<btFluidMooring>> m_moorings;
    std::vector<std::unique_ptr<btFluidThruster>> m_thrusters;
    std::vector<std::shared_ptr<MotorPath>> m_motors; ///< one per multi-body
    std::vector<Moving> m_moving;
    std::vector<Standing> m_standing;
    std::vector<Tree> m_trees;

    struct BuiltModel {
        TriangleMesh mesh;
        FluidBodyDef def;
        ModelDetail detail;
        std::shared_ptr<const FluidBodyModel> model;
    };
    std::vector<BuiltModel> m_models; ///< bodies of one shape share one
    struct BuiltWaves {
        std::shared_ptr<const FluidBodyModel> body;
        double mass;
        std::optional<WorldWaveFiles> files; ///< that the waves are of; none: of panels
        Pose bodyFromFrame;                  ///< place of the origin of files
        std::shared_ptr<const FloatingModel> waves;
    };
    std::vector<BuiltWaves> m_waves; ///< bodies of one shape and load share one
};

} // namespace ambient
