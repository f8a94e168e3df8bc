// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Host/btFluidReaction.h"

#include "AmbientFluid/Math/SpatialPair.h"

#include <algorithm>
#include <cmath>

ambient::Wrench btFluidReaction::expected(double duration, const ambient::Matrix6& inverseInertia,
                                          const ambient::Quaternion& worldFromBody) const
{
	constexpr double kLargestMotion = 0.05;
	const double slowness = std::clamp(2.0 - m_motion / kLargestMotion, 0.0, 1.0);
	if (m_count < 2 || !(slowness > 0.0)) return {};
	const auto size = [&](const ambient::Momentum& impulse)
	{
		const ambient::SpatialPair inBody = rotated(worldFromBody.conjugate(), ambient::SpatialPair::of(impulse));
		return std::sqrt(dot(inBody, inverseInertia * inBody));
	};
	const double largest = std::max(size(m_newest), size(m_previous));
	if (!(largest > 0.0)) return {};
	const double steadiness = std::clamp(2.0 * (1.0 - size(m_newest - m_previous) / largest), 0.0, 1.0);
	const ambient::Momentum sum = m_newest + m_previous;
	const double factor = steadiness * slowness * 0.5 / duration;
	return {factor * sum.angular, factor * sum.linear};
}
