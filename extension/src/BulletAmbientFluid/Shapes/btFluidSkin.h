// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SKIN_H
#define BT_FLUID_SKIN_H

#include "AmbientFluid/Math/SE3.h"

#include <LinearMath/btVector3.h>

#include <array>
#include <functional>
#include <vector>

class btCompoundShape;
class btConvexHullShape;
class btGImpactMeshShape;

/// The moving surface of a body: places of its vertices at both ends of a step, collision shapes that follow them, and
/// the velocity that contacts see. Body frame.
class btFluidSkin
{
public:
	/// Writes the vertices at a time [s], body frame [m].
	using Vertices = std::function<void(double time, std::vector<ambient::Vector3>& out)>;

	/// \param triangles of the vertices; a triangle with equal corners is an edge or a point
	btFluidSkin(Vertices vertices, std::vector<std::array<int, 3>> triangles)
		: m_vertices(std::move(vertices)), m_triangles(std::move(triangles))
	{
	}

	/// Moves to a step. \param end time at its end [s]
	void setStep(double start, double end);
	/// Forgets the vertices of times: the surface has changed its path.
	void forget()
	{
		m_start.clear();
		m_end.clear();
	}
	/// Takes a hull of all vertices (null: none) and gives it the vertices at a time.
	void setHull(btConvexHullShape* hull, double time);
	/// Adds a hull of some vertices and gives it their places at a time.
	/// \throws std::invalid_argument if a vertex does not exist, or there are none
	void addHull(btConvexHullShape* hull, const std::vector<int>& vertices, double time);
	/// Adds a child of a compound shape that moves as some vertices do, by their best rigid fit. At `time` it stays
	/// where it is. \throws std::invalid_argument as addHull(), and if there is no such child
	void addChild(btCompoundShape* compound, int child, const std::vector<int>& vertices, double time);
	/// Adds a mesh whose vertices are those of the surface, in its order, and moves it to a time.
	/// \throws std::invalid_argument if the counts of vertices differ
	void addMesh(btGImpactMeshShape* mesh, double time);
	/// Moves all of them to a time.
	void moveShapes(double time);
	/// Way of the surface next to a point in the step of setStep(), body frame [m].
	ambient::Vector3 wayAt(const ambient::Vector3& point) const;

private:
	/// A hull of vertices.
	struct Hull
	{
		btConvexHullShape* m_shape;
		std::vector<int> m_vertices;
	};
	/// A child of a compound shape.
	struct Child
	{
		btCompoundShape* m_compound;
		int m_child;
		std::vector<int> m_vertices;
		std::vector<ambient::Vector3> m_places;  ///< of the vertices when the child was added
		ambient::Pose m_pose;                    ///< of the child then
	};

	void setTime(double time, double& present, std::vector<ambient::Vector3>& vertices) const;
	void requireVertices(const std::vector<int>& vertices) const;
	void moveHull(const Hull& hull) const;
	void moveChild(const Child& child) const;
	void moveMesh(btGImpactMeshShape& mesh) const;

	Vertices m_vertices;
	std::vector<std::array<int, 3>> m_triangles;
	std::vector<Hull> m_hulls;
	std::vector<Child> m_children;
	std::vector<btGImpactMeshShape*> m_meshes;
	std::vector<ambient::Vector3> m_start, m_end;  ///< vertices at both ends of a step
	double m_startTime = 0.0, m_endTime = 0.0;     ///< of m_start and m_end
};

#endif  // BT_FLUID_SKIN_H
