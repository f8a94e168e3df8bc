// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidEffectiveMass.h"

#include <Eigen/Cholesky>

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
	// Without dimensions, so that the slack means the same for turning and for moving. Asked a hundred times, and at every
	// step of a floating body: a Cholesky factorisation tells the sign at a twentieth of the cost of eigenvalues.
	const ambient::Vector6 unit =
		(ambient::Vector6() << ambient::Vector3::Constant(1.0 / length), ambient::Vector3::Ones()).finished();
	const ambient::Matrix6 scaled = unit.asDiagonal() * total.matrix() * unit.asDiagonal();
	const auto fits = [&](double mass, double inertiaFactor)
	{
		ambient::Matrix6 rest = scaled;
		rest.diagonal() -= (ambient::Vector6() << inertiaFactor / (length * length) * bareInertia,
		                    ambient::Vector3::Constant(mass))
		                       .finished();
		rest.diagonal().array() += 1e-9 * scale;
		return rest.llt().info() == Eigen::Success;
	};
	const double addedMass = bisect(scale, [&](double m) { return fits(bareMass + m, 1.0); });
	const double mass = bareMass + addedMass;
	const double maxFactor = total.matrix().topLeftCorner<3, 3>().trace() / bareInertia.minCoeff();
	const double factor = 1.0 + bisect(maxFactor, [&](double f) { return fits(mass, 1.0 + f); });
	return {mass, factor * bareInertia};
}
