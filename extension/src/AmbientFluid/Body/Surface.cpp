// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/Surface.h"

namespace ambient {

void Surface::assign(const TriangleMesh& mesh, const SurfaceData& data) {
    m_data = data;
    m_table.assign(mesh, m_data.pressureWeights, m_data.addedMassDistribution, m_data.centerOfVolume);
    m_singleTable.assign(m_table, m_data.centerOfVolume);
    m_faces = Faces(m_table);
}

} // namespace ambient
