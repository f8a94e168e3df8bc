// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/SurfaceData.h"

namespace ambient {

Faces::Faces(const FaceTable& table)
    : centroidX(table.row(FaceTable::CentroidX)), centroidY(table.row(FaceTable::CentroidY)),
      centroidZ(table.row(FaceTable::CentroidZ)), actionX(table.row(FaceTable::ActionX)),
      actionY(table.row(FaceTable::ActionY)), actionZ(table.row(FaceTable::ActionZ)),
      normalX(table.row(FaceTable::NormalX)), normalY(table.row(FaceTable::NormalY)),
      normalZ(table.row(FaceTable::NormalZ)), area(table.row(FaceTable::Area)), count(table.size()) {}

Surface::Surface()
    : m_data(std::make_unique<SurfaceData>()), m_table(std::make_unique<FaceTable>()),
      m_singleTable(std::make_unique<SingleFaceTable>()) {}

Surface::~Surface() = default;

void Surface::assign(const TriangleMesh& mesh, const SurfaceData& data) {
    *m_data = data;
    m_table->assign(mesh, m_data->pressureWeights, m_data->addedMassDistribution, m_data->centerOfVolume);
    m_singleTable->assign(*m_table, m_data->centerOfVolume);
    m_faces = Faces(*m_table);
}

double Surface::volume() const {
    return m_data->volume;
}

double Surface::area() const {
    return m_data->area;
}

const Vector3& Surface::centerOfVolume() const {
    return m_data->centerOfVolume;
}

double Surface::radius() const {
    return m_data->radius;
}

double Surface::length() const {
    return m_data->length;
}

double Surface::separationCosine() const {
    return m_data->separationCosine;
}

const VolumeQuadrature& Surface::volumeQuadrature() const {
    return m_data->volumeQuadrature;
}

const PressureWeights& Surface::pressureWeights() const {
    return m_data->pressureWeights;
}

const ViscousTensor& Surface::viscous() const {
    return m_data->viscous;
}

const SpatialInertia& Surface::addedMassPerDensity() const {
    return m_data->addedMassPerDensity;
}

} // namespace ambient
