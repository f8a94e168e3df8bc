// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SKIN_H
#define BT_FLUID_SKIN_H

#include "AmbientFluid/Math/Types.h"

#include <LinearMath/btVector3.h>

#include <array>
#include <functional>
#include <vector>

class btConvexHullShape;

/// The moving surface of a body: places of its vertices at both ends of a step, a hull that follows them, and the
/// velocity that contacts see. Body frame.
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
	/// Takes a hull (null: none) and gives it the vertices at a time.
	void setHull(btConvexHullShape* hull, double time);
	/// Moves the hull to a time.
	void moveHull(double time);
	/// Way of the surface next to a point in the step of setStep(), body frame [m].
	ambient::Vector3 wayAt(const ambient::Vector3& point) const;

private:
	void setTime(double time, double& present, std::vector<ambient::Vector3>& vertices) const;

	Vertices m_vertices;
	std::vector<std::array<int, 3>> m_triangles;
	btConvexHullShape* m_hull = nullptr;
	std::vector<ambient::Vector3> m_start, m_end;  ///< vertices at both ends of a step
	double m_startTime = 0.0, m_endTime = 0.0;     ///< of m_start and m_end
};

#endif  // BT_FLUID_SKIN_H
