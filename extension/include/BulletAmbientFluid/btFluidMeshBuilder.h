// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MESH_BUILDER_H
#define BT_FLUID_MESH_BUILDER_H

#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <string>
#include <vector>

class btCollisionShape;
struct btFluidShapePart;

/// Options of a btFluidMeshBuilder; every field has a default.
struct btFluidMeshOptions
{
	/// Approximate number of triangles, 100 to 20000; 0 (default): by shape (see btFluidMeshBuilder).
	int m_targetFaces = 0;

	/// True: includes the collision margin that Bullet adds outside of hulls, cones, point clouds and other convex
	/// shapes, which rounds them off. The sizes of boxes, cylinders, spheres and capsules contain the margin in any
	/// case. Triangle meshes never include the margin (btFluidMesh::m_notes reports this). Default: false.
	bool m_includeMargin = false;

	/// Thickness of triangle meshes with open edges, which become thin sheets [m]. Default 0: such meshes are refused.
	double m_sheetThickness = 0.0;

	/// ambient::ModelDetail::Game: btFluidAction::addBody(body) fits some 144 faces to the forces of the mesh
	/// (ambient::gameModel), for worlds of many bodies, and logs an error above 2 %. The mesh itself is the same.
	/// ambient::ModelDetail::Crowd: bodies that nothing touches, in one medium, step sixteen at a time with the forces
	/// of 48 points (ambient::crowdModel); in other steps and where a surface cuts them they are those of Game.
	/// Default: every face.
	ambient::ModelDetail m_detail = ambient::ModelDetail::Full;
};

/// A mesh for the fluid, and notes about its making.
struct btFluidMesh
{
	ambient::TriangleMesh m_mesh;      ///< closed, outward, manifold, in the frame of the collision shape
	std::vector<std::string> m_notes;  ///< repairs, margins left out; one line each
};

/// Makes a fluid mesh from a collision shape, in the frame of the shape, which is the body frame: the origin is the
/// centre of mass of the btRigidBody. btFluidAction::addBody(body) uses this class. Direct usage, for example during
/// loading:
///
///     auto model = ambient::FluidBodyModel::build(btFluidMeshBuilder(*body->getCollisionShape()).build().m_mesh);
///
/// Local scaling is included. Collision shapes of Bullet 3.24 and their fluid meshes:
///
/// | shape                                   | mesh, faces by default      | collision margin                       |
/// |-----------------------------------------|-----------------------------|----------------------------------------|
/// | btSphereShape                           | exact volume, 320           | is the radius                          |
/// | btBoxShape                              | exact, 432                  | contained                              |
/// | btCapsuleShape, X, Z                    | exact volume, 500           | is the radius                          |
/// | btCylinderShape, X, Z                   | exact volume, 400           | contained (Bullet rounds the rims)     |
/// | btConeShape, X, Z                       | exact volume, 600           | outside, left out                      |
/// | btMultiSphereShape                      | hull of its spheres, 600    | subtracted and added again by Bullet   |
/// | btConvexHullShape, point cloud, simplex | hull of the points, 380     | outside, left out                      |
/// | btConvexTriangleMeshShape               | hull of its vertices, 380   | outside, left out                      |
/// | btUniformScalingShape                   | its child, scaled           | the child's                            |
/// | btMinkowskiSumShape                     | hull of support points, 600 | the children's, as in their own lines  |
/// | any other convex shape                  | hull of support points, 600 | outside, left out                      |
/// | btBvhTriangleMeshShape, scaled, GImpact | its triangles, repaired     | outside, always left out               |
/// | btCompoundShape, nested too             | union: 380, round ones 600  | the children's, as in their own lines  |
///
/// "Exact volume": flat triangles that hold the volume of the curved shape. Hulls with slivers or many triangles of
/// their own, multi-spheres, support points and compounds are meshed anew (ambient::meshOfUnion: volume to 0.1 %, 760
/// faces for more than eight parts), triangle meshes with more than 1500 faces are decimated to 1500. Parts of a
/// compound that overlap or touch become one surface; separate parts are pieces of one body.
///
/// Errors of the default meshes relative to 4000 faces: added mass (translation, rotation), largest drag of 20
/// directions:
///
/// | shape                           | translation | rotation | drag  |
/// |---------------------------------|-------------|----------|-------|
/// | sphere                          | 0.1 %       | 0.0 %    | 0.6 % |
/// | box, plate                      | 0.7 %       | 1.0 %    | 0.4 % |
/// | capsule, cone                   | 0.2 %       | 0.4 %    | 2.6 % |
/// | cylinder; thin as a disc        | 0.3 %       | 0.4; 0.7 | 0.3; 3.0 % |
/// | multi-sphere, box rounded by 0.3| 0.3 %       | 0.3 %    | 0.8 % |
/// | hull of a box, of 12 points     | 1.2 %       | 1.1 %    | 2.9 % |
/// | two crossed bars, table         | 1.9 %       | 1.1 %    | 2.5 % |
/// | box with four wheels            | 1.4 %       | 1.1 %    | 3.5 % |
/// | dumbbell; two balls apart       | 0.4; 0.1 %  | 0.1 %    | 1.7; 0.2 % |
class btFluidMeshBuilder
{
public:
	/// Reads the shape, which is not needed afterwards.
	/// \throws std::invalid_argument naming the shape, its place in a compound, and the reason: no volume (plane,
	///         empty, 2D, triangle, heightfield, soft body, points in one plane, empty compound), a size that is not
	///         positive, a mesh inside a compound of several parts; or an option out of range
	explicit btFluidMeshBuilder(const btCollisionShape& shape,
	                            const btFluidMeshOptions& options = btFluidMeshOptions());

	~btFluidMeshBuilder();

	/// Makes the mesh. Slow for compounds (0.05 s) and rounded hulls (0.5 s).
	/// \throws std::invalid_argument naming the shape: a triangle mesh beyond repair, with kind and place of the
	/// defect; parts of a compound too thin to be joined
	btFluidMesh build() const;

	/// Key of geometry and options: equal keys if and only if these are equal.
	const std::vector<double>& key() const { return m_key; }

private:
	ambient::TriangleMesh meshOfPart(const btFluidShapePart& part, std::vector<std::string>& notes) const;
	ambient::TriangleMesh repairedMesh(const btFluidShapePart& part, std::vector<std::string>& notes) const;
	ambient::TriangleMesh meshOfParts() const;
	int facesOr(int byDefault) const { return m_options.m_targetFaces > 0 ? m_options.m_targetFaces : byDefault; }

	btFluidMeshOptions m_options;
	std::string m_shapeName;
	std::vector<btFluidShapePart> m_parts;
	std::vector<double> m_key;
};

#endif  // BT_FLUID_MESH_BUILDER_H
