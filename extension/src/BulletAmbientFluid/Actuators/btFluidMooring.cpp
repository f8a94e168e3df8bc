// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMooring.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <LinearMath/btIDebugDraw.h>

#include <cmath>

namespace
{
using ambient::Vector3;

constexpr std::uint32_t kMooringState = 0x4d4f4f31;  // "MOO1"

/// The inverse mass of a point in all directions, from that along six of them.
ambient::Matrix3 inverseMassAt(const btFluidCarrier& carrier, const Vector3& point)
{
	ambient::Matrix3 w;
	const auto along = [&](const Vector3& direction) { return carrier.inverseMassAt(point, direction); };
	for (int i = 0; i < 3; ++i) w(i, i) = along(Vector3::Unit(i));
	for (int i = 0; i < 3; ++i)
		for (int j = i + 1; j < 3; ++j)
			w(i, j) = w(j, i) = along((Vector3::Unit(i) + Vector3::Unit(j)).normalized()) - 0.5 * (w(i, i) + w(j, j));
	return w;
}
}  // namespace

btFluidMooring::btFluidMooring(const btFluidAction& fluid, const btFluidCarrier& first, const Vector3& onFirst,
                               const btFluidCarrier& second, const Vector3& onSecond,
                               std::unique_ptr<ambient::MooringLine> line, double seabed)
	: m_fluid(fluid),
	  m_fluidLife(fluid.watch()),
	  m_sides{{first, onFirst}, {second, onSecond}},
	  m_line(std::move(line)),
	  m_seabed(seabed)
{
	ambient::requireFinite(onFirst, "btFluidMooring: place on the first body");
	ambient::requireFinite(onSecond, "btFluidMooring: place on the second body");
	ambient::requireThat(!std::isnan(seabed) && seabed < std::numeric_limits<double>::infinity(),
	                     "btFluidMooring: the seabed must be a height, or minus infinity", seabed);
	for (Side& side : m_sides)
		if (side.m_carrier.isWorld()) side.m_place -= fluid.getOrigin();
	ambient::MooringPlace place;
	place.gravity = btFluidVector(fluid.getWorld()->getGravity());
	m_seabed -= fluid.getOrigin().dot(place.up());
}

btFluidMooring::btFluidMooring(const btFluidAction& fluid, const btFluidCarrier& first, const Vector3& onFirst,
                               const btFluidCarrier& second, const Vector3& onSecond,
                               const ambient::CatenaryLineDef& def, double seabed)
	: btFluidMooring(fluid, first, onFirst, second, onSecond, ambient::MooringLine::make(def), seabed)
{
}

btFluidMooring::btFluidMooring(const btFluidAction& fluid, const btFluidCarrier& first, const Vector3& onFirst,
                               const btFluidCarrier& second, const Vector3& onSecond, const ambient::CableDef& def,
                               double seabed)
	: btFluidMooring(fluid, first, onFirst, second, onSecond, ambient::MooringLine::make(def), seabed)
{
}

void btFluidMooring::apply(btScalar timeStep)
{
	if (m_fluidLife.expired()) return;
	ambient::requireNotNegative(double(timeStep), "btFluidMooring::apply: the duration [s]");
	if (!(timeStep > 0)) return;
	ambient::MooringPlace place;
	place.medium = m_fluid.getMedium().get();
	place.origin = m_fluid.getOrigin();
	place.time = m_fluid.getTime();
	place.gravity = btFluidVector(m_fluid.getWorld()->getGravity());
	place.seabed = m_seabed;
	std::array<ambient::MooringEnd, 2> ends;
	Vector3 arms[2];
	for (int i = 0; i < 2; ++i)
	{
		const btFluidCarrier& carrier = m_sides[i].m_carrier;
		const btFluidCarrier::State state = carrier.read(m_fluid);
		if (!carrier.isThere()) return;
		arms[i] = state.m_worldFromBody.orientation * m_sides[i].m_place;
		const Vector3 point = state.m_worldFromBody.position + arms[i];
		ambient::MooringEnd& end = ends[size_t(i)];
		end.position = point - place.origin;
		end.velocity = state.m_velocity.linear + state.m_velocity.angular.cross(arms[i]);
		end.inverseMass = inverseMassAt(carrier, point);
		if (!end.position.allFinite() || !end.velocity.allFinite() || !end.inverseMass.allFinite()) return;
	}
	const std::array<Vector3, 2> forces = m_line->advance(double(timeStep), ends, place);
	if (!forces[0].allFinite() || !forces[1].allFinite()) return;  // numbers beyond all measure pull nothing
	for (int i = 0; i < 2; ++i) m_sides[i].m_carrier.apply({arms[i].cross(forces[size_t(i)]), forces[size_t(i)]});
}

std::vector<Vector3> btFluidMooring::getPoints() const
{
	std::vector<Vector3> points = m_line->points();
	if (m_fluidLife.expired()) return points;
	for (Vector3& point : points) point += m_fluid.getOrigin();
	return points;
}

void btFluidMooring::debugDraw(btIDebugDraw& drawer) const
{
	const std::vector<Vector3> points = getPoints();
	for (size_t i = 1; i < points.size(); ++i)
		drawer.drawLine(btFluidVector(points[i - 1]), btFluidVector(points[i]),
		                btVector3(btScalar(0.9), btScalar(0.7), btScalar(0.2)));
}

std::vector<unsigned char> btFluidMooring::saveState() const
{
	btFluidStateWriter out;
	btFluidBeginState(out, kMooringState);
	const std::vector<double> numbers = m_line->state();
	out.write(std::uint64_t(numbers.size()));
	out.write(numbers.data(), int(numbers.size()));
	return btFluidEndState(out);
}

void btFluidMooring::restoreState(const std::vector<unsigned char>& state)
{
	btFluidStateReader in = btFluidOpenState(state, kMooringState, "btFluidMooring::restoreState");
	const auto count = in.read<std::uint64_t>();
	if (count * sizeof(double) > state.size()) throw std::invalid_argument(in.owner() + ": the state is cut off");
	std::vector<double> numbers(size_t(count), 0.0);
	in.read(numbers.data(), int(numbers.size()));
	btFluidCloseState(in);
	m_line->setState(numbers);
}
