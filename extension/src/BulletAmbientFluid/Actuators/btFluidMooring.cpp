// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMooring.h"

#include "BulletAmbientFluid/Actuators/btFluidPulledPoint.h"
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

constexpr std::uint32_t kMooringState = 0x4d4f4f32;  // "MOO2"
}  // namespace

btFluidMooring::btFluidMooring(const btFluidAction& fluid, const btFluidCarrier& first, const Vector3& onFirst,
                               const btFluidCarrier& second, const Vector3& onSecond,
                               std::unique_ptr<ambient::MooringLine> line, double seabed)
	: m_fluid(fluid),
	  m_fluidLife(fluid.watch()),
	  m_sides{{first, onFirst, Vector3::Zero()}, {second, onSecond, Vector3::Zero()}},
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
	btFluidPulledPoint points[2] = {{m_sides[0].m_carrier, m_sides[0].m_place, m_fluid},
	                                {m_sides[1].m_carrier, m_sides[1].m_place, m_fluid}};
	std::array<ambient::MooringEnd, 2> ends;
	for (int i = 0; i < 2; ++i)
	{
		if (!m_sides[i].m_carrier.isThere()) return;
		points[i].foresee(m_sides[i].m_force, double(timeStep));
		ambient::MooringEnd& end = ends[size_t(i)];
		end.position = points[i].position() - place.origin;
		end.velocity = points[i].velocity();
		end.inverseMass = points[i].inverseMass();
		if (!end.position.allFinite() || !end.velocity.allFinite() || !end.inverseMass.allFinite()) return;
	}
	const std::array<Vector3, 2> forces = m_line->advance(double(timeStep), ends, place);
	if (!forces[0].allFinite() || !forces[1].allFinite()) return;  // numbers beyond all measure pull nothing
	for (int i = 0; i < 2; ++i)
	{
		m_sides[i].m_force = forces[size_t(i)];
		points[i].pull(forces[size_t(i)]);
	}
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
	for (const Side& side : m_sides) out.write(side.m_force.data(), 3);
	return btFluidEndState(out);
}

void btFluidMooring::restoreState(const std::vector<unsigned char>& state)
{
	btFluidStateReader in = btFluidOpenState(state, kMooringState, "btFluidMooring::restoreState");
	const auto count = in.read<std::uint64_t>();
	if (count * sizeof(double) > state.size()) throw std::invalid_argument(in.owner() + ": the state is cut off");
	std::vector<double> numbers(size_t(count), 0.0);
	in.read(numbers.data(), int(numbers.size()));
	Vector3 forces[2];
	for (Vector3& force : forces) in.read(force.data(), 3);
	btFluidCloseState(in);
	m_line->setState(numbers);
	for (int i = 0; i < 2; ++i) m_sides[i].m_force = forces[i];
}
