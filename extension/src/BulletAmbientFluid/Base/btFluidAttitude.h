// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_ATTITUDE_H
#define BT_FLUID_ATTITUDE_H

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <utility>

/// Number of a direction along a curve through all directions: those with close numbers are close to each other. The
/// curve is Hilbert's in a square of 64 by 64 cells, onto which an octahedron is unfolded. \param v not zero
inline int btFluidAttitude(const Eigen::Vector3d& v)
{
	constexpr int kSide = 64;
	const double size = std::abs(v.x()) + std::abs(v.y()) + std::abs(v.z());
	if (!(size > 0.0)) return 0;
	double a = v.x() / size, b = v.y() / size;
	if (v.z() < 0.0)
	{
		const double outer = 1.0 - std::abs(b);
		b = std::copysign(1.0 - std::abs(a), b);
		a = std::copysign(outer, a);
	}
	const auto cellOf = [](double at) { return std::clamp(int((at + 1.0) * (0.5 * kSide)), 0, kSide - 1); };
	int x = cellOf(a), y = cellOf(b), number = 0;
	for (int side = kSide / 2; side > 0; side /= 2)
	{
		const int right = (x & side) != 0, top = (y & side) != 0;
		number += side * side * ((3 * right) ^ top);
		if (top) continue;
		if (right)
		{
			x = kSide - 1 - x;
			y = kSide - 1 - y;
		}
		std::swap(x, y);
	}
	return number;
}

#endif  // BT_FLUID_ATTITUDE_H
