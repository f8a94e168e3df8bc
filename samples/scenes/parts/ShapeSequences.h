// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeSequence.h"
#include "interface/Scene.h"

#include <functional>

namespace samples {

/// A loop of key shapes at even times. \param shape the mesh at a phase of the cycle, 0 to 2 pi
ambient::ShapeSequence loopOf(int keys, double period, const std::function<ambient::TriangleMesh(double)>& shape);

/// Makes the hull massless, with `mass` [kg] in six points about `places`, one for each key, to give the body an
/// inertia. \param radius distance of the points [m]
void setMassAt(ambient::ShapeSequence& sequence, double mass, const std::vector<ambient::Vector3>& places,
               double radius);

/// Several meshes as one, and a mesh moved.
ambient::TriangleMesh joined(const std::vector<ambient::TriangleMesh>& parts);
ambient::TriangleMesh moved(ambient::TriangleMesh mesh, const ambient::Vector3& by);

/// A picture of the first shape, and the curve of the distance along x.
PlotSpec plotOfWay(const std::string& title);

/// The way of the first body since the start, as a note of a picture; none if it is below a hundredth of the body's
/// size.
std::vector<PlotNote> noteOfWay(const RunRecord& record, int frame);

} // namespace samples
