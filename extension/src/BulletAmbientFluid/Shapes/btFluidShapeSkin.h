// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SHAPE_SKIN_H
#define BT_FLUID_SHAPE_SKIN_H

#include "AmbientFluid/Locomotion/SequenceInterpolation.h"
#include "BulletAmbientFluid/Shapes/btFluidSkin.h"

#include <memory>
#include <utility>

/// The skin of a shape: its faces, else its edges, else its points.
inline std::unique_ptr<btFluidSkin> btFluidMakeSkin(std::shared_ptr<const ambient::InterpolatedShape> shape)
{
	std::vector<std::array<int, 3>> triangles = shape->topology().faces;
	if (triangles.empty())
		for (const auto& edge : shape->topology().edges) triangles.push_back({edge[0], edge[1], edge[1]});
	for (int i = 0; triangles.empty() && i < shape->pointCount(); ++i) triangles.push_back({i, i, i});
	return std::make_unique<btFluidSkin>(
		[shape](double time, std::vector<ambient::Vector3>& out) { shape->points(time, out); }, std::move(triangles));
}

#endif  // BT_FLUID_SHAPE_SKIN_H
