// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/CrowdPoints.h"

#include <memory>
#include <vector>

namespace ambient {

class FluidBodyModel;

/// All faces of a model in single precision, for floats in crowds, whose loops take one body a lane and the same face
/// of all. Mesh axes, from the centre of volume.
struct CrowdHull {
    /// A face as the cut of the volume and the added mass see it.
    struct Face {
        int corner[3];                      ///< vertices
        float area, normal[3], centroid[3]; ///< [m^2], unit, [m]
        float turn[3];                      ///< centroid x normal [m]
        float g[6];                         ///< of AddedMassDistribution, about the centre of volume, angular first
    };
    /// A base (BasePoint).
    struct Base {
        int point;    ///< in `points`
        float radius; ///< of a disc of its area [m]
    };

    CrowdPoints points;          ///< the faces in order with the numbers of FaceTable, then the bases
    std::vector<Face> faces;     ///< in the order of the model
    std::vector<Base> bases;     ///< in the order of PressureWeights::bases
    std::vector<float> vertices; ///< x, y, z of each [m]
    float areaCenter[3] = {};    ///< ViscousTensor::areaCenter [m]
    float area = 0.0F;           ///< of all faces [m^2]

    int vertexCount() const { return static_cast<int>(vertices.size() / 3); } ///< number of vertices
};

/// The faces of a model. Null if its forces are none of faces alone: with lifting surfaces, without pressure or Stokes
/// resistance, with a crisis of the drag, a porosity or a factor of the buoyancy.
std::shared_ptr<const CrowdHull> makeCrowdHull(const FluidBodyModel& model);

} // namespace ambient
