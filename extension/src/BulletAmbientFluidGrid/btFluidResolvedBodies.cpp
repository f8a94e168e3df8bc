// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluidGrid/btFluidResolvedBodies.h"

#include "AmbientFluid/Forces/BuoyancyForce.h"
#include "AmbientFluid/Math/SpatialInertia.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidStateStream.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace
{
constexpr double kFewestCells = 60.0;  ///< that a body fills: about five cells across a ball

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("btFluidGrid: " + why); }

void requireBody(const btRigidBody* body)
{
	if (!body) refuse("the rigid body is null");
	if (!btFluidPose(body->getCenterOfMassTransform()).isFinite() || !btFluidIsFinite(body->getLinearVelocity()) ||
	    !btFluidIsFinite(body->getAngularVelocity()))
		refuse("the rigid body has a pose or velocity that is not finite");
}

/// The cells of a body are solid.
void requireSolid(const ambient::FluidBodyModel& model)
{
	if (model.def().porosity > 0.0) refuse("a porous body is not resolved; its forces act on the grid without this");
}

/// Shape of a body whose inertia the grid gets later, as the rigid body has it then.
ambient::FluidBody shapeOf(std::shared_ptr<const ambient::FluidBodyModel> model, const btTransform& bodyFromMesh)
{
	return {std::move(model), btFluidPose(bodyFromMesh),
	        ambient::SpatialInertia::ofBody(1.0, ambient::Matrix3::Identity())};
}

double volumeOf(const ambient::TriangleMesh& mesh)
{
	double sum = 0.0;
	for (int f = 0; f < mesh.faceCount(); ++f) sum += mesh.areaVector(f).dot(mesh.faceCentroid(f)) / 3.0;
	return sum;
}
}  // namespace

btFluidResolvedBodies::btFluidResolvedBodies(btFluidAction& fluid, ambient::FluidGrid& grid,
                                             btFluidWetMultiBodies::Report report)
	: m_fluid(fluid),
	  m_world(*fluid.getWorld()),
	  m_grid(grid),
	  m_report(std::move(report)),
	  m_forecasts(fluid.getWorld(), m_media, m_report)
{
	m_media.setOwn(fluid.getMedium());
}

btFluidResolvedBodies::~btFluidResolvedBodies()
{
	if (m_projection) m_grid.setProjection(nullptr);
	for (const auto& body : m_bodies)
		if (body->look(m_world) == btFluidResolvedBody::INSIDE) body->release();
}

void btFluidResolvedBodies::requireFits(double radius, double volume) const
{
	const ambient::FluidGridDef& box = m_grid.def();
	if (2.0 * radius > box.size().minCoeff())
		refuse("the body is larger than the box of the grid: it needs one of at least " + std::to_string(2.0 * radius) +
		       " m along each axis");
	const double cells = volume / std::pow(box.spacing, 3);
	if (!(cells >= kFewestCells))
		refuse("the body fills " + std::to_string(cells) + " cells of the grid, too few to be resolved; a spacing of " +
		       std::to_string(std::cbrt(std::max(volume, 0.0) / kFewestCells)) + " m would do");
}

void btFluidResolvedBodies::requireNew(const btRigidBody* body)
{
	for (size_t i = 0; i < m_bodies.size(); ++i)
	{
		if (m_bodies[i]->getRigidBody() != body) continue;
		if (m_bodies[i]->isOf(*body)) refuse("the body is resolved already");
		return forget(i);
	}
}

void btFluidResolvedBodies::add(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
                                const btTransform& bodyFromMesh)
{
	requireBody(body);
	if (!model) refuse("the body has no model");
	requireSolid(*model);
	requireNew(body);
	const ambient::FluidBody wet = shapeOf(model, bodyFromMesh);
	ambient::GridBody inGrid = ambient::makeGridBody(wet, m_grid.def().spacing);
	requireFits(inGrid.radius, model->volume());
	insert(std::make_unique<btFluidResolvedBody>(body, wet, m_grid.def().density, m_grid.surface()), std::move(inGrid));
}

void btFluidResolvedBodies::add(btRigidBody* body, const ambient::TriangleMesh& mesh, const btTransform& bodyFromMesh)
{
	requireBody(body);
	if (!body->isStaticOrKinematicObject()) refuse("an obstacle is static or kinematic; the body is not");
	requireNew(body);
	const ambient::FluidBody dry = shapeOf(nullptr, bodyFromMesh);
	ambient::GridBody inGrid;
	inGrid.distance = ambient::meshDistance(mesh, dry.bodyFromMesh, m_grid.def().spacing);
	for (const ambient::Vector3& vertex : mesh.vertices)
		inGrid.radius = std::max(inGrid.radius, (dry.bodyFromMesh * vertex).norm());
	inGrid.mass = 1.0;
	const double cells = volumeOf(mesh) / std::pow(m_grid.def().spacing, 3);
	if (!(cells > 1.0))
		refuse("the obstacle fills " + std::to_string(cells) + " cells of the grid; its mesh is to be closed");
	insert(std::make_unique<btFluidResolvedBody>(body, dry, m_grid.def().density, m_grid.surface()), std::move(inGrid));
}

void btFluidResolvedBodies::add(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links)
{
	if (!multiBody) refuse("the multi-body is null");
	if (m_grid.surface()) refuse("a grid with a surface takes no multi-bodies");
	if (find(multiBody)) refuse("the multi-body is resolved already");
	if (m_fluid.getFluidMultiBodies().find(multiBody))
		refuse("the multi-body is in the fluid; a multi-body has one mode");
	for (const btFluidLinkModel& link : links)
		if (link.m_model) requireSolid(*link.m_model);
	ambient::ForceSet buoyancy;  // the other forces come from the grid
	buoyancy.add(std::make_shared<ambient::BuoyancyForce>());
	btFluidMultiBodyOptions options;
	options.m_keepsInputs = true;
	m_forecasts.add(multiBody, links, buoyancy, m_fluid.getTime(), options);
	try
	{
		auto resolved = std::make_unique<btFluidResolvedMultiBody>(*m_forecasts.find(multiBody), m_grid.def().density,
		                                                           m_grid.def().spacing);
		for (size_t i = 0; i < links.size(); ++i)
			if (links[i].m_model) requireFits(resolved->shapes()[i].radius, links[i].m_model->volume());
		m_multiBodies.push_back(std::move(resolved));
	}
	catch (...)
	{
		m_forecasts.remove(multiBody);
		throw;
	}
	remake();
}

void btFluidResolvedBodies::remove(const btMultiBody* multiBody)
{
	const auto found = std::find_if(m_multiBodies.begin(), m_multiBodies.end(),
	                                [&](const auto& body) { return body->getMultiBody() == multiBody; });
	if (found == m_multiBodies.end()) return;
	m_multiBodies.erase(found);
	m_forecasts.remove(multiBody);
	remake();
}

btFluidResolvedMultiBody* btFluidResolvedBodies::find(const btMultiBody* multiBody) const
{
	for (const auto& resolved : m_multiBodies)
		if (resolved->getMultiBody() == multiBody && resolved->isForecastBy(m_forecasts.find(multiBody)))
			return resolved.get();
	return nullptr;
}

template <class Function>
void btFluidResolvedBodies::forEachMultiBody(const Function& function)
{
	size_t first = m_bodies.size();
	for (const auto& multiBody : m_multiBodies)
	{
		function(*multiBody, &m_projection->bodies()[first]);
		first += size_t(multiBody->getNumLinks());
	}
}

void btFluidResolvedBodies::insert(std::unique_ptr<btFluidResolvedBody> body, ambient::GridBody inGrid)
{
	inGrid.isAbsent = true;
	m_bodies.push_back(std::move(body));
	m_shapes.push_back(std::move(inGrid));
	m_isReported.push_back(0);
	remake();
}

void btFluidResolvedBodies::remove(const btRigidBody* body)
{
	for (size_t i = 0; i < m_bodies.size(); ++i)
	{
		if (m_bodies[i]->getRigidBody() != body) continue;
		if (!m_bodies[i]->isOf(*body)) return forget(i);
		m_bodies[i]->release();
		return erase(i);
	}
}

void btFluidResolvedBodies::forget(size_t body)
{
	m_report("body " + std::to_string(body) +
	         " was deleted while the grid resolved it, and another one has taken its place in memory: call "
	         "removeResolved() before deleting a body");
	erase(body);
}

void btFluidResolvedBodies::erase(size_t body)
{
	m_bodies.erase(m_bodies.begin() + std::ptrdiff_t(body));
	m_shapes.erase(m_shapes.begin() + std::ptrdiff_t(body));
	m_isReported.erase(m_isReported.begin() + std::ptrdiff_t(body));
	remake();
}

void btFluidResolvedBodies::look()
{
	for (size_t i = 0; i < m_bodies.size();)
	{
		if (m_bodies[i]->look(m_world) == btFluidResolvedBody::REPLACED)
			forget(i);
		else
			++i;
	}
}

void btFluidResolvedBodies::remake()
{
	if (m_bodies.empty() && m_multiBodies.empty())
	{
		m_grid.setProjection(nullptr);
		m_projection.reset();
		return;
	}
	if (!m_projection) m_projection = std::make_unique<ambient::ResolvedProjection>(m_grid.def());
	std::vector<ambient::GridBody> bodies = m_shapes;
	std::vector<ambient::GridGroup> groups;
	for (const auto& multiBody : m_multiBodies)
	{
		groups.push_back({int(bodies.size()), multiBody->joints()});
		bodies.insert(bodies.end(), multiBody->shapes().begin(), multiBody->shapes().end());
	}
	m_projection->setBodies(std::move(bodies), std::move(groups));
	m_grid.setProjection(m_projection.get());
}

btFluidResolvedBody* btFluidResolvedBodies::find(const btRigidBody* body) const
{
	for (const auto& resolved : m_bodies)
		if (resolved->getRigidBody() == body) return resolved.get();
	return nullptr;
}

bool btFluidResolvedBodies::takesFailure(int index)
{
	char& isReported = m_isReported[size_t(index)];
	if (isReported || at(index).failure().empty()) return false;
	isReported = 1;
	return true;
}

bool btFluidResolvedBodies::collect(double timeStep)
{
	// A solve writes back both velocities, and the transform with split impulse; each write increments the revision.
	const int solverRevisions = m_world.getSolverInfo().m_splitImpulse ? 3 : 2;
	bool isExact = true;
	for (const auto& body : m_bodies) isExact = body->collect(timeStep, solverRevisions) && isExact;
	m_forecasts.step(timeStep, btFluidResolvedBody::kLeastSpeed);
	for (const auto& multiBody : m_multiBodies) multiBody->collect(timeStep);
	return isExact;
}

void btFluidResolvedBodies::give(double duration, int steps)
{
	if (!m_projection) return;
	for (size_t i = 0; i < m_bodies.size(); ++i) m_bodies[i]->give(m_projection->bodies()[i], m_grid, duration, steps);
	forEachMultiBody([&](btFluidResolvedMultiBody& multiBody, ambient::GridBody* links)
	                 { multiBody.give(links, m_grid, duration); });
	m_projection->place();
}

void btFluidResolvedBodies::take(double duration, int steps, bool isFinite)
{
	for (size_t i = 0; i < m_bodies.size(); ++i) m_bodies[i]->take(m_projection->bodies()[i], duration, isFinite);
	forEachMultiBody([&](btFluidResolvedMultiBody& multiBody, const ambient::GridBody* links)
	                 { multiBody.take(links, duration, steps, isFinite); });
}

void btFluidResolvedBodies::publish(double timeStep)
{
	for (const auto& body : m_bodies) body->publish(timeStep);
	for (const auto& multiBody : m_multiBodies) multiBody->publish(timeStep);
}

void btFluidResolvedBodies::save(btFluidStateWriter& out) const
{
	out.write(std::uint32_t(m_bodies.size()));
	for (const auto& body : m_bodies)
	{
		const bool isPresent = body->look(m_world) == btFluidResolvedBody::INSIDE;
		out.write(isPresent);
		body->save(out, isPresent);
	}
	m_forecasts.save(out);
	for (const auto& multiBody : m_multiBodies) multiBody->save(out);
}

void btFluidResolvedBodies::load(btFluidStateReader& in, bool apply)
{
	const std::uint32_t count = in.read<std::uint32_t>();
	if (count != m_bodies.size())
		throw std::invalid_argument("btFluidGrid::restoreState: the state has " + std::to_string(count) +
		                            " resolved bodies, the grid has " + std::to_string(m_bodies.size()));
	for (size_t i = 0; i < m_bodies.size(); ++i)
	{
		const bool isPresent = in.read<bool>();
		if (isPresent != (m_bodies[i]->look(m_world) == btFluidResolvedBody::INSIDE))
			throw std::invalid_argument("btFluidGrid::restoreState: resolved body " + std::to_string(i) +
			                            " has entered or left the world since");
		m_bodies[i]->load(in, isPresent, apply);
		if (apply) m_isReported[i] = m_bodies[i]->failure().empty() ? 0 : 1;
	}
	m_forecasts.load(in, apply);
	for (const auto& multiBody : m_multiBodies) multiBody->load(in, apply);
}
