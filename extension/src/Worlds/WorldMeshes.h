// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyDef.h"
#include "AmbientFluid/Body/ShapeSequence.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "MeshImport/MeshFrontEnd.h"
#include "Worlds/WorldFile.h"

#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

namespace ambient {

/// \file
/// From the shapes of a world file to meshes, masses and collision shapes. All functions throw WorldFileError naming
/// the place in the file.

/// Suspicious properties of the meshes of a body.
struct MeshRemarks {
    std::vector<std::string> warnings; ///< with their places
    std::string hollow;                ///< place of a mesh whose inner pieces were left out; empty: there is none

    /// The warnings, with the effect of a hollow on a body. \param moved mass of the body [kg]
    std::vector<std::string> lines(const WorldMass& given, double moved) const;
};

/// The mesh of a shape of kind Mesh made usable, in the frame of the shape. \param options of the preparation; the
/// thickness of sheets is the shape's
CheckedMesh preparedMesh(const WorldShape& shape, const std::string& folder, MeshFrontEndOptions options = {});

/// The closed mesh of a rigid shape, in the frame of the body.
/// \param folder base of its relative file name \param remarks gets the remarks; null: no remarks
TriangleMesh meshOf(const WorldShape& shape, const std::string& folder, MeshRemarks* remarks = nullptr);

/// The mesh of several shapes of one body: overlapping shapes become one solid. \param shapes at least one
TriangleMesh meshOf(const std::vector<WorldShape>& shapes, const std::string& folder, MeshRemarks* remarks = nullptr);

/// The key shapes of a deforming shape, without masses.
ShapeSequence sequenceOf(const WorldShape& shape, const std::string& folder);

/// Whether the mesh of a shape is convex; of files nothing is known.
bool isConvex(const WorldShape& shape);

/// The space inside a body that water fills, and that water.
struct WorldCavity {
    MassProperties space; ///< of density 1 [kg/m^3], frame of the body; mass 0: there is none
    double density = 0.0; ///< of the water [kg/m^3]

    double waterMass() const { return density * space.mass; } ///< [kg]
};

/// The cavity of a body. \param mesh of the body, inside which it must lie \param density of the fluid at the start
WorldCavity cavityOf(const WorldFlooding& flooding, const TriangleMesh& mesh, const std::string& folder,
                     double density);

/// Mass of a rigid body, and its frame in Bullet: origin at the centre of mass, principal axes.
struct WorldMassFrame {
    double mass = 0.0;                 ///< with the water inside [kg]
    Vector3 moments = Vector3::Zero(); ///< principal [kg m^2]
    Pose frameFromBody;                ///< from Bullet's frame to the frame of the file
};

/// The masses in the file, the missing ones from a uniform solid around the cavity, and the water in the cavity, which
/// moves with the body as a rigid body.
/// \param mesh frame of the body; null: none \param path of the body \param porosity openings have no density
WorldMassFrame massFrameOf(const WorldMass& mass, const TriangleMesh* mesh, const std::string& path,
                           const WorldCavity& cavity = {}, double porosity = 0.0);

/// The mesh in another frame.
TriangleMesh movedMesh(TriangleMesh mesh, const Pose& newFromOld);

/// Options of the fluid's model.
FluidBodyDef modelDefOf(const WorldSurfaceFlow& flow);
/// Whether two results of modelDefOf() make the same model of a mesh.
bool areSameDefs(const FluidBodyDef& a, const FluidBodyDef& b);

/// A collision shape with its data.
struct WorldCollisionShape {
    std::unique_ptr<btTriangleMesh> triangles;
    std::vector<std::unique_ptr<btCollisionShape>> parts; ///< of `shape`, if `shape` is a compound
    std::unique_ptr<btCollisionShape> shape;
};

/// Bullet's own shape if there is one, else the convex hull of the mesh; of a static mesh its triangles.
/// \param mesh frame of the body \param folder of mesh files \param bodyFromFrame from the frame of the body to
/// Bullet's
WorldCollisionShape collisionShapeOf(const WorldShape& shape, const TriangleMesh& mesh, const std::string& folder,
                                     const Pose& bodyFromFrame, bool isStatic);

/// The collision shape of several shapes of a moving body. \param mesh of all shapes \param folder of mesh files
WorldCollisionShape collisionShapeOf(const std::vector<WorldShape>& shapes, const TriangleMesh& mesh,
                                     const std::string& folder, const Pose& bodyFromFrame);

} // namespace ambient
