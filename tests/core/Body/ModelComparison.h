// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/VolumeQuadrature.h"
#include "AmbientFluid/StokesFlow/ViscousTensor.h"

#include <gtest/gtest.h>

#include <cstring>

namespace test {

inline void expectSameReport(const ambient::MeshReport& a, const ambient::MeshReport& b) {
    for (int ambient::MeshReport::*number :
         {&ambient::MeshReport::faceCount, &ambient::MeshReport::vertexCount, &ambient::MeshReport::componentCount,
          &ambient::MeshReport::eulerCharacteristic, &ambient::MeshReport::sliverCount,
          &ambient::MeshReport::duplicateVertexCount, &ambient::MeshReport::thickenedSheets})
        EXPECT_EQ(a.*number, b.*number);
    for (bool ambient::MeshReport::*flag : {&ambient::MeshReport::closed, &ambient::MeshReport::oriented,
                                            &ambient::MeshReport::manifold, &ambient::MeshReport::outward})
        EXPECT_EQ(a.*flag, b.*flag);
    for (double ambient::MeshReport::*number :
         {&ambient::MeshReport::volume, &ambient::MeshReport::area, &ambient::MeshReport::sheetThickness})
        EXPECT_EQ(a.*number, b.*number);
    for (ambient::Vector3 ambient::MeshReport::*point :
         {&ambient::MeshReport::centroid, &ambient::MeshReport::boundsMin, &ambient::MeshReport::boundsMax})
        EXPECT_EQ(a.*point, b.*point);
    EXPECT_TRUE(a.issues.empty() && b.issues.empty());
    EXPECT_EQ(a.warnings, b.warnings);
    EXPECT_EQ(a.repairs, b.repairs);
}

inline void expectSameDef(const ambient::FluidBodyDef& a, const ambient::FluidBodyDef& b) {
    EXPECT_EQ(a.separationAngle, b.separationAngle);
    EXPECT_EQ(a.wakeFactor, b.wakeFactor);
    EXPECT_EQ(a.roughness, b.roughness);
    EXPECT_EQ(std::memcmp(&a.surfacePressure, &b.surfacePressure, sizeof a.surfacePressure), 0);
    EXPECT_EQ(a.pressureScale, b.pressureScale);
    EXPECT_EQ(a.frictionScale, b.frictionScale);
    EXPECT_EQ(a.buoyancyScale, b.buoyancyScale);
    EXPECT_EQ(a.porosity, b.porosity);
    EXPECT_EQ(a.addedMassMethod, b.addedMassMethod);
    EXPECT_EQ(a.viscousFaces, b.viscousFaces);
    EXPECT_EQ(a.repair, b.repair);
    EXPECT_EQ(a.sheetThickness, b.sheetThickness);
    EXPECT_FALSE(a.progress || b.progress);
    ASSERT_EQ(a.addedMass.has_value(), b.addedMass.has_value());
    if (!a.addedMass) return;
    EXPECT_EQ(a.addedMass->matrix, b.addedMass->matrix);
    EXPECT_EQ(a.addedMass->fluidDensity, b.addedMass->fluidDensity);
    EXPECT_EQ(a.addedMass->referencePoint, b.addedMass->referencePoint);
}

inline void expectSameSurface(const ambient::FluidBodyModel& a, const ambient::FluidBodyModel& b) {
    const ambient::SurfaceShape &shapeA = a.surfaceShape(), &shapeB = b.surfaceShape();
    EXPECT_EQ(shapeA.potentialLength, shapeB.potentialLength);
    EXPECT_EQ(shapeA.thickness, shapeB.thickness);
    EXPECT_EQ(shapeA.roundness, shapeB.roundness);
    EXPECT_EQ(shapeA.edgewardLength, shapeB.edgewardLength);
    EXPECT_EQ(shapeA.aspectRatio, shapeB.aspectRatio);
    EXPECT_EQ(shapeA.chordDirection, shapeB.chordDirection);
    EXPECT_EQ(shapeA.flatness, shapeB.flatness);
    EXPECT_EQ(shapeA.hollowness, shapeB.hollowness);
    EXPECT_EQ(shapeA.meanNormal, shapeB.meanNormal);
    EXPECT_EQ(shapeA.taper, shapeB.taper);
    EXPECT_EQ(shapeA.noseShare, shapeB.noseShare);
    EXPECT_EQ(shapeA.elongation, shapeB.elongation);
    EXPECT_EQ(shapeA.openness, shapeB.openness);
    EXPECT_EQ(shapeA.piece, shapeB.piece);
    EXPECT_EQ(shapeA.feltRotations, shapeB.feltRotations);
    const ambient::PressureWeights &weightsA = a.pressureWeights(), &weightsB = b.pressureWeights();
    EXPECT_EQ(weightsA.of, weightsB.of);
    EXPECT_EQ(weightsA.spin, weightsB.spin);
    EXPECT_EQ(weightsA.spinLength, weightsB.spinLength);
    EXPECT_EQ(weightsA.feltRotations, weightsB.feltRotations);
    EXPECT_EQ(weightsA.actionShares, weightsB.actionShares);
    EXPECT_EQ(weightsA.baseFaces, weightsB.baseFaces);
    ASSERT_EQ(weightsA.bases.size(), weightsB.bases.size());
    for (std::size_t i = 0; i < weightsA.bases.size(); ++i) {
        EXPECT_EQ(weightsA.bases[i].position, weightsB.bases[i].position);
        EXPECT_EQ(weightsA.bases[i].normal, weightsB.bases[i].normal);
        EXPECT_EQ(weightsA.bases[i].area, weightsB.bases[i].area);
    }
}

inline void expectSameTables(const ambient::FluidBodyModel& a, const ambient::FluidBodyModel& b) {
    const ambient::FaceTable &tableA = a.faceTable(), &tableB = b.faceTable();
    ASSERT_EQ(tableA.size(), tableB.size());
    const std::size_t entries = static_cast<std::size_t>(tableA.paddedSize());
    for (int row = 0; row < ambient::FaceTable::kRows; ++row)
        EXPECT_EQ(std::memcmp(tableA.row(row), tableB.row(row), entries * sizeof(double)), 0) << "row " << row;
    for (int k = 0; k < 3; ++k)
        EXPECT_EQ(std::memcmp(tableA.corner(k), tableB.corner(k), entries * sizeof(int)), 0) << "corner " << k;
}

/// Expects all public values of both to be the same to the bit.
inline void expectSameModel(const ambient::FluidBodyModel& a, const ambient::FluidBodyModel& b) {
    expectSameDef(a.def(), b.def());
    EXPECT_EQ(a.mesh().vertices, b.mesh().vertices);
    EXPECT_EQ(a.mesh().faces, b.mesh().faces);
    expectSameReport(a.report(), b.report());
    EXPECT_EQ(a.radius(), b.radius());
    EXPECT_EQ(a.length(), b.length());
    EXPECT_EQ(a.addedMassPerDensity().matrix(), b.addedMassPerDensity().matrix());
    EXPECT_EQ(a.addedMassReport().unknowns, b.addedMassReport().unknowns);
    EXPECT_EQ(a.addedMassReport().residual, b.addedMassReport().residual);
    EXPECT_EQ(a.addedMassReport().symmetryDefect, b.addedMassReport().symmetryDefect);
    EXPECT_EQ(a.addedMassReport().errorEstimate, b.addedMassReport().errorEstimate);
    EXPECT_EQ(a.addedMassReport().solvedFaces, b.addedMassReport().solvedFaces);
    EXPECT_EQ(a.addedMassReport().isLimited, b.addedMassReport().isLimited);
    EXPECT_EQ(a.addedMassReport().isDenseInsteadOfFast, b.addedMassReport().isDenseInsteadOfFast);
    EXPECT_EQ(a.viscousTensor().resistance, b.viscousTensor().resistance);
    EXPECT_EQ(a.viscousTensor().center, b.viscousTensor().center);
    EXPECT_EQ(a.viscousTensor().areaCenter, b.viscousTensor().areaCenter);
    EXPECT_EQ(a.viscousTensor().slip, b.viscousTensor().slip);
    EXPECT_EQ(a.viscousTensor().area, b.viscousTensor().area);
    EXPECT_EQ(a.viscousTensor().moments, b.viscousTensor().moments);
    EXPECT_EQ(a.viscousTensor().radius, b.viscousTensor().radius);
    EXPECT_EQ(a.viscousTensor().middleLength, b.viscousTensor().middleLength);
    EXPECT_EQ(a.viscousTensor().scale, b.viscousTensor().scale);
    EXPECT_EQ(a.viscousReport().faces, b.viscousReport().faces);
    EXPECT_EQ(a.viscousReport().selfExcess, b.viscousReport().selfExcess);
    EXPECT_EQ(a.addedMassDistribution().g, b.addedMassDistribution().g);
    EXPECT_EQ(a.volumeQuadrature().weight, b.volumeQuadrature().weight);
    EXPECT_EQ(a.volumeQuadrature().offCenter, b.volumeQuadrature().offCenter);
    EXPECT_EQ(a.volumeQuadrature().secondMoments, b.volumeQuadrature().secondMoments);
    ASSERT_EQ(a.unitPotentials().rows(), b.unitPotentials().rows());
    EXPECT_EQ(a.unitPotentials(), b.unitPotentials());
    expectSameSurface(a, b);
    expectSameTables(a, b);
}

} // namespace test
