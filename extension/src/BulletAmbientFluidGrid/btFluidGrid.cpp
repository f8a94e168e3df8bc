// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluidGrid/btFluidGrid.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidExceptionText.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/Shapes/btFluidScalingWatch.h"
#include "AmbientFluidGrid/GridWater.h"
#include "BulletAmbientFluidGrid/btFluidGridActuator.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBodies.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btQuickprof.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace
{
const ambient::FluidMedium& requireUniform(const btFluidAction& fluid)
{
	const auto& medium = fluid.getMedium();
	if (!medium || medium->divided() || !medium->isUniform())
		throw std::invalid_argument("btFluidGrid: the fluid needs a uniform medium without a surface");
	return *medium;
}

ambient::FluidGridDef boxIn(const btFluidAction& fluid, ambient::FluidGridDef box)
{
	const ambient::MediumSample medium = requireUniform(fluid).sample(box.lowCorner, fluid.getTime());
	box.density = medium.density;
	box.dynamicViscosity = medium.dynamicViscosity;
	return box;
}
}  // namespace

btFluidGrid::btFluidGrid(btFluidAction& fluid, const btFluidGridConstructionInfo& info)
	: m_fluid(fluid),
	  m_fluidLife(fluid.watch()),
	  m_info(info),
	  m_mediumVelocity(requireUniform(fluid).sample(info.m_box.lowCorner, fluid.getTime()).velocity),
	  m_grid(boxIn(fluid, info.m_box)),
	  m_resolved(std::make_unique<btFluidResolvedBodies>(
		  fluid, m_grid, [this](const std::string& line) { report("resolved " + line); }))
{
	if (info.m_interval < 1)
		throw std::invalid_argument("btFluidGrid: the interval is " + std::to_string(info.m_interval) + " steps");
	if (!info.m_flow.empty())
	{
		m_grid.restoreState(info.m_flow);
		m_grid.restoreState(info.m_flow, info.m_box.lowCorner - m_grid.def().lowCorner);
		m_info.m_flow = {};
		m_isResumed = true;
	}
	m_move = std::make_shared<const btFluidAction::btFluidMove>(
		[this](const ambient::Vector3&) -> std::function<void()>
		{
			// The state of the place before, which restoreState() moves.
			return [this, state = saveState()] { restoreState(state); };
		});
	if (m_grid.surface())
	{
		m_water = std::make_unique<ambient::GridWater>(m_grid);
		m_ownMedium = fluid.getMedium();
		fluid.setMedium(m_water->medium());
	}
	fluid.followMoves(m_move);
}

btFluidGrid::~btFluidGrid()
{
	if (m_water && !m_fluidLife.expired() && m_fluid.getMedium() == m_water->medium()) m_fluid.setMedium(m_ownMedium);
}

const btFluidResolved* btFluidGrid::getResolved(const btRigidBody* body) const { return m_resolved->find(body); }

const btFluidResolvedTree* btFluidGrid::getResolved(const btMultiBody* multiBody) const
{
	return m_resolved->find(multiBody);
}

const ambient::ResolvedProjection* btFluidGrid::getProjection() const { return m_resolved->projection(); }

btFluidSolvedBody* btFluidGrid::findSolvedBody(const btRigidBody* body) { return m_resolved->find(body); }

btFluidWetMultiBodies* btFluidGrid::getMultiBodies() { return &m_resolved->forecasts(); }

btFluidMultiBodies& btFluidGrid::getFluidMultiBodies() { return m_resolved->forecasts(); }

const btFluidGridActuator* btFluidGrid::findActuator(std::uint64_t wetNumber, int link) const
{
	for (const std::unique_ptr<btFluidGridBody>& body : m_bodies)
		if (body->wetNumber() == wetNumber) return body->find(link);
	return nullptr;
}

const btFluidGridActuator* btFluidGrid::find(const btRigidBody* body) const
{
	if (m_fluidLife.expired()) return nullptr;
	const btFluidBody* const wet = m_fluid.getFluidBody(body);
	return wet ? findActuator(wet->getNumber(), 0) : nullptr;
}

const btFluidGridActuator* btFluidGrid::find(const btMultiBody* multiBody, int link) const
{
	if (m_fluidLife.expired()) return nullptr;
	const btFluidMultiBody* const wet = m_fluid.getFluidMultiBodies().find(multiBody);
	return wet ? findActuator(wet->getNumber(), link) : nullptr;
}

void btFluidGrid::addResolved(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                              const btTransform& bodyFromMesh)
{
	m_resolved->add(body, std::move(model), bodyFromMesh);
	if (m_isResumed) m_resolved->find(body)->resume();
}

void btFluidGrid::addObstacle(btRigidBody* body, const ambient::TriangleMesh& mesh, const btTransform& bodyFromMesh)
{
	m_resolved->add(body, mesh, bodyFromMesh);
}

void btFluidGrid::addResolved(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links)
{
	m_resolved->add(multiBody, links);
}

void btFluidGrid::removeResolved(btRigidBody* body) { m_resolved->remove(body); }

void btFluidGrid::removeResolved(btMultiBody* multiBody) { m_resolved->remove(multiBody); }

bool btFluidGrid::isInGrid(const btRigidBody* body) const
{
	if (const btFluidResolvedBody* resolved = m_resolved->find(body)) return resolved->isInGrid();
	const btFluidGridActuator* const actuator = find(body);
	return actuator && actuator->m_isInGrid;
}

bool btFluidGrid::isInGrid(const btMultiBody* multiBody, int link) const
{
	if (const btFluidResolvedMultiBody* resolved = m_resolved->find(multiBody))
		return link >= 0 && link < resolved->getNumLinks() && resolved->isInGrid(link);
	const btFluidGridActuator* const actuator = find(multiBody, link);
	return actuator && actuator->m_isInGrid;
}

ambient::Vector3 btFluidGrid::getFlow(const btRigidBody* body) const
{
	const btFluidBody* const wet = m_fluidLife.expired() ? nullptr : m_fluid.getFluidBody(body);
	if (!wet) throw std::invalid_argument("btFluidGrid::getFlow: the body is not in the fluid");
	return m_mediumVelocity + wet->getStream();
}

ambient::Vector3 btFluidGrid::getFlow(const btMultiBody* multiBody, int link) const
{
	const btFluidMultiBody* const wet = m_fluidLife.expired() ? nullptr : m_fluid.getFluidMultiBodies().find(multiBody);
	if (!wet || link < 0 || size_t(link) >= wet->getLinkModels().size())
		throw std::invalid_argument("btFluidGrid::getFlow: link " + std::to_string(link) +
		                            " of the multi-body is not in the fluid");
	return m_mediumVelocity + wet->getExchange().m_streams[size_t(link)];
}

ambient::Vector3 btFluidGrid::getForce(const btRigidBody* body) const
{
	const btFluidGridActuator* const actuator = find(body);
	return actuator ? actuator->m_force : ambient::Vector3::Zero();
}

ambient::Vector3 btFluidGrid::getForce(const btMultiBody* multiBody, int link) const
{
	const btFluidGridActuator* const actuator = find(multiBody, link);
	return actuator ? actuator->m_force : ambient::Vector3::Zero();
}

void btFluidGrid::collect()
{
	btFluidMultiBodies& multiBodies = m_fluid.getFluidMultiBodies();
	const size_t rigid = size_t(m_fluid.getNumBodies()), count = rigid + size_t(multiBodies.size());
	const auto wetNumberOf = [&](size_t i)
	{ return i < rigid ? m_fluid.getFluidBody(int(i)).getNumber() : multiBodies.at(int(i - rigid)).getNumber(); };
	bool isSame = m_bodies.size() == count;
	for (size_t i = 0; isSame && i < count; ++i) isSame = m_bodies[i]->wetNumber() == wetNumberOf(i);
	if (isSame) return;
	std::vector<std::unique_ptr<btFluidGridBody>> list(count);
	for (size_t i = 0; i < count; ++i)
	{
		if (i < rigid)
			list[i] = std::make_unique<btFluidGridRigidBody>(m_fluid, m_fluid.getFluidBody(int(i)), int(i));
		else
			list[i] = std::make_unique<btFluidGridMultiBody>(multiBodies.at(int(i - rigid)), int(i - rigid));
		for (const std::unique_ptr<btFluidGridBody>& old : m_bodies)
			if (old->wetNumber() == list[i]->wetNumber()) list[i]->m_parts = old->m_parts;
	}
	m_bodies = std::move(list);
}

bool btFluidGrid::place(btFluidGridActuator& actuator, const btFluidGridBody& body, int part)
{
	const ambient::FluidGridDef& box = m_grid.def();
	const ambient::Vector3& center = actuator.m_center;
	const double width = ambient::blobWidth(actuator.m_diameter, box.spacing);
	const bool isInside = box.contains(center);
	const bool isPlaced = isInside && !m_grid.surface() && actuator.m_blob.place(box, center, width);
	if (actuator.m_isReported || !isInside) return isPlaced;
	const std::string name = body.name(part) + " is " + std::to_string(actuator.m_diameter) + " m wide, ";
	actuator.m_isReported = true;
	if (m_grid.surface())
		report(name + "and in the fluid: it is not part of a grid with a surface, which takes resolved bodies only");
	else if (!isPlaced)
		report(name + "too large for the grid, and not part of it: it needs a box of at least " +
		       std::to_string(6.0 * width + 3.0 * box.spacing) + " m and a spacing of at least " +
		       std::to_string(actuator.m_diameter / 30.0) + " m");
	else if (actuator.m_diameter < box.spacing)
		report(name + "less than a cell: its wake is spread over " + std::to_string(2.0 * box.spacing) +
		       " m; a spacing of " + std::to_string(0.5 * actuator.m_diameter) + " m would show it");
	return isPlaced;
}

void btFluidGrid::followBody()
{
	if (m_grid.surface()) return;
	const btFluidBody* const wet = m_followed ? m_fluid.getFluidBody(m_followed) : nullptr;
	const btFluidResolvedBody* const resolved = m_followed ? m_resolved->find(m_followed) : nullptr;
	const btFluidMultiBody* multiBody =
		m_followedMultiBody ? m_fluid.getFluidMultiBodies().find(m_followedMultiBody) : nullptr;
	if (m_followedMultiBody && !multiBody) multiBody = m_resolved->forecasts().find(m_followedMultiBody);
	ambient::Vector3 place;
	if (multiBody && multiBody->isHealthy())
		place = multiBody->state().worldFromBase.position;
	else if (wet && wet->isHealthy())
		place = wet->state().worldFromBody.position;
	else if (resolved && resolved->isPresent() && resolved->failure().empty())
		place = btFluidVector(m_followed->getCenterOfMassPosition());
	else
		return;
	const ambient::FluidGridDef& box = m_grid.def();
	const ambient::Vector3 center = 0.5 * (box.lowCorner + box.highCorner());
	std::array<int, 3> cells = {0, 0, 0};
	for (int axis = 0; axis < 3; ++axis)
	{
		const double distance = (place[axis] - center[axis]) / box.spacing;
		if (box.side(axis, false).kind == ambient::GridSideKind::Periodic || !(std::abs(distance) < 1e6)) continue;
		if (std::abs(distance) > 1.0) cells[size_t(axis)] = int(std::round(distance));
	}
	if (cells != std::array<int, 3>{0, 0, 0}) m_grid.shift(cells);
}

void btFluidGrid::giveImpulse(const btFluidGridActuator& actuator)
{
	m_grid.addForce(actuator.m_blob, -actuator.m_force);
	// The spread force acts at the mean of the blob.
	const ambient::Vector3 mean = actuator.m_center + actuator.m_blob.offset(m_grid.def().spacing);
	const ambient::Vector3 arm = actuator.m_centerOfMass - mean;
	const ambient::Vector3 torque = actuator.m_angularImpulse / m_elapsed + arm.cross(actuator.m_force);
	if (torque.allFinite()) m_grid.addTorque(actuator.m_blob, -torque);
}

void btFluidGrid::stepGrid()
{
	followBody();
	for (const std::unique_ptr<btFluidGridBody>& body : m_bodies)
	{
		const bool isPresent = body->isPresent();
		if (isPresent) body->locate();
		for (size_t i = 0; i < body->m_parts.size(); ++i)
		{
			btFluidGridActuator& actuator = body->m_parts[i];
			actuator.m_isInGrid = isPresent && place(actuator, *body, int(i));
			actuator.m_force.setZero();
			if (actuator.m_isInGrid && actuator.m_impulse.allFinite())
			{
				actuator.m_force = actuator.m_impulse / m_elapsed;
				giveImpulse(actuator);
			}
			actuator.m_impulse.setZero();
			actuator.m_angularImpulse.setZero();
		}
	}
	m_isResumed = false;
	m_resolved->give(m_elapsed, m_steps);
	const bool isFinite = m_grid.step(m_elapsed).finite;
	if (!isFinite) report("the flow stopped being finite; it starts anew");
	m_resolved->take(m_elapsed, m_steps, isFinite);
	if (m_water) m_water->update(m_grid);
	m_elapsed = 0.0;
	m_steps = 0;
}

ambient::Vector3 btFluidGrid::flowAt(const btFluidGridActuator& actuator) const
{
	const ambient::FluidGridDef& box = m_grid.def();
	if (!actuator.m_isInGrid) return box.velocity;
	const ambient::Vector3 felt = m_grid.meanVelocity(actuator.m_blob);
	if (!m_info.m_givesBackOwnWake) return felt;
	const double width = ambient::blobWidth(actuator.m_diameter, box.spacing);
	ambient::Vector3 own =
		ambient::ownDisturbance(actuator.m_speed, width, box.density, box.dynamicViscosity) * actuator.m_force;
	// Linear theory holds no longer where a body would have stopped the flow around it.
	if (own.norm() > actuator.m_speed) own *= actuator.m_speed / own.norm();
	return felt + own;
}

ambient::Vector3 btFluidGrid::accelerationAt(const btFluidGridActuator& actuator) const
{
	if (!actuator.m_isInGrid || !m_info.m_feelsAcceleration) return ambient::Vector3::Zero();
	// Pressure of the others and of the flow; the pressure by the actuator's own force is part of its added mass.
	const double width = ambient::blobWidth(actuator.m_diameter, m_grid.def().spacing);
	const ambient::Vector3 gradient =
		m_grid.meanPressureGradient(actuator.m_blob) - ambient::ownPressureGradient(-actuator.m_force, width);
	return -gradient / m_grid.def().density;
}

void btFluidGrid::setStreams(double duration)
{
	if (m_water) return;  // the medium has the flow
	for (const std::unique_ptr<btFluidGridBody>& body : m_bodies)
	{
		for (btFluidGridActuator& actuator : body->m_parts)
		{
			actuator.m_stream = flowAt(actuator) - m_mediumVelocity;
			actuator.m_acceleration = accelerationAt(actuator);
		}
		body->giveFlow(duration, m_mediumVelocity);
	}
}

void btFluidGrid::collectResolved(double timeStep)
{
	m_resolved->look();
	if (!m_resolved->collect(timeStep) && !m_hasWarnedOfSolver)
	{
		m_hasWarnedOfSolver = true;
		report(
			"contacts of resolved bodies have an effective mass; solver.addBodies(grid), of a btFluidConstraintSolver, "
			"gives "
			"them the 6x6");
	}
	for (int i = 0; i < m_resolved->size(); ++i)
	{
		if (m_resolved->takesScaling(i)) report("resolved body " + std::to_string(i) + " " + kBtFluidScaled);
		if (m_resolved->takesFailure(i))
			report("resolved body " + std::to_string(i) + " has left the grid: " + m_resolved->at(i).failure());
	}
}

void btFluidGrid::updateAction(btCollisionWorld*, btScalar timeStep)
{
	BT_PROFILE("btFluidGrid");
	if (m_fluidLife.expired()) return;
	try
	{
		collect();
		for (const std::unique_ptr<btFluidGridBody>& body : m_bodies)
			if (body->isPresent()) body->noteImpulses(double(timeStep), m_mediumVelocity);
		collectResolved(double(timeStep));
		m_elapsed += double(timeStep);
		if (++m_steps >= m_info.m_interval && m_elapsed > 0.0)
		{
			const double duration = m_elapsed;
			stepGrid();
			setStreams(duration);
		}
		m_resolved->publish(double(timeStep));
	}
	catch (...)
	{
		report("the grid was not stepped: " + btFluidExceptionText());
	}
}

void btFluidGrid::report(const std::string& line) const
{
	try
	{
		if (m_info.m_log)
			m_info.m_log(line);
		else
			std::fprintf(stderr, "btFluidGrid: %s\n", line.c_str());
	}
	catch (...)
	{
		std::fprintf(stderr, "btFluidGrid: the log callback threw at: %s\n", line.c_str());
	}
}
