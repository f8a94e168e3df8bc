// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidEffectiveMass.h"

namespace
{
/// Largest t in [0, upper] with fits(t), given fits(0) up to rounding; fits must be monotonous.
template <class Predicate>
double bisect(double upper, Predicate&& fits)
{
	if (fits(upper)) return upper;
	double lower = 0.0;
	for (int i = 0; i < 50; ++i)
	{
		const double middle = 0.5 * (lower + upper);
		(fits(middle) ? lower : upper) = middle;
	}
	return lower;
}
}  // namespace

btFluidEffectiveMass btFluidComputeEffectiveMass(const ambient::SpatialInertia& total, double bareMass,
                                                 const ambient::Vector3& bareInertia, double length)
{
	const double scale = total.matrix().bottomRightCorner<3, 3>().trace();
	const auto fits = [&](double mass, double inertiaFactor)
	{
		ambient::Matrix6 rest = total.matrix();
		rest.diagonal() -=
			(ambient::Vector6() << inertiaFactor * bareInertia, ambient::Vector3::Constant(mass)).finished();
		return ambient::SpatialInertia(rest).smallestEigenvalue(length) >= -1e-9 * scale;
	};
	const double addedMass = bisect(scale, [&](double m) { return fits(bareMass + m, 1.0); });
	const double mass = bareMass + addedMass;
	const double maxFactor = total.matrix().topLeftCorner<3, 3>().trace() / bareInertia.minCoeff();
	const double factor = 1.0 + bisect(maxFactor, [&](double f) { return fits(mass, 1.0 + f); });
	return {mass, factor * bareInertia};
}
