// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/Surface.h"

#include <utility>

namespace ambient {

void Surface::assign(const TriangleMesh& mesh, SurfaceData data) {
    m_data = std::move(data);
    m_table = FaceTable(mesh, m_data.pressureWeights, m_data.addedMassDistribution, m_data.centerOfVolume);
    m_singleTable = SingleFaceTable(m_table, m_data.centerOfVolume);
    m_faces = Faces(m_table);
}

} // namespace ambient
