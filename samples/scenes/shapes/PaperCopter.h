// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/parts/WeightedSolid.h"

#include <vector>

namespace samples {

/// A helicopter folded from a strip of paper: its upper part is slit, and the halves are bent to both sides (+-x) as
/// blades; its lower part is folded to a third of the width and hangs down, with a paper clip at its end. Axis: z, the
/// root of the slit at the origin.
struct PaperCopterShape {
    double length = 0.16;       ///< of the strip [m]
    double width = 0.04;        ///< of the strip [m]
    double bladeLength = 0.075; ///< of the slit [m]
    double shoulder = 0.003;    ///< of the full width below the slit [m]
    double taper = 0.006;       ///< of the transition to the folded width [m]
    double coning = 0.61;       ///< of the blades above the horizontal [rad]
    double thickness = 1.2e-4;  ///< of the paper [m]
    double paperMass = 5e-4;    ///< [kg]
    double clipMass = 1e-3;     ///< 0: no clip [kg]
};

/// \param faces about how many triangles
WeightedSolid makePaperCopter(const PaperCopterShape& shape, int faces);

/// The paper with its blades at several angles, without the clip: meshes of equal triangles, those of `shape`.
/// \param conings of the blades above the horizontal [rad] \param faces about how many triangles
std::vector<ambient::TriangleMesh> makeUnfoldingPaper(PaperCopterShape shape, const std::vector<double>& conings,
                                                      int faces);

/// Two points on the axis with the clip's transverse moment of inertia, if each has half the clip's mass [m].
std::vector<ambient::Vector3> clipPoints(const PaperCopterShape& shape);

} // namespace samples
