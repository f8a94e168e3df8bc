// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidShapeDrive.h"

#include "AmbientFluid/Body/DrivenShape.h"
#include "AmbientFluid/Body/ShapeClock.h"
#include "BulletAmbientFluid/Shapes/btFluidSkin.h"
#include "AmbientFluid/Dynamics/ShapeEnergy.h"
#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/Host/btFluidChangingBody.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace
{
/// Beyond these no step can follow a shape.
constexpr double kFastestPlay = 1e6, kLatestPhase = 1e9;
}  // namespace

btFluidShapeDrive::btFluidShapeDrive(btFluidChangingBody& body, std::shared_ptr<ambient::MovingSurface> shape)
	: m_body(body),
	  m_shape(std::move(shape)),
	  m_skin(std::make_unique<btFluidSkin>([of = m_shape.get()](double time, std::vector<ambient::Vector3>& out)
                                           { of->vertices(time, out); },
                                           m_shape->triangles()))
{
}

btFluidShapeDrive::btFluidShapeDrive(btFluidChangingBody& body, std::shared_ptr<ambient::PlayedShape> shape)
	: btFluidShapeDrive(body, std::shared_ptr<ambient::MovingSurface>(shape))
{
	m_played = std::move(shape);
}

btFluidShapeDrive::btFluidShapeDrive(btFluidChangingBody& body, std::shared_ptr<ambient::DrivenShape> shape)
	: btFluidShapeDrive(body, std::shared_ptr<ambient::MovingSurface>(shape))
{
	m_driven = std::move(shape);
}

btFluidShapeDrive::~btFluidShapeDrive() = default;

const ambient::DeformingModel& btFluidShapeDrive::model() const { return played("model").model(); }

const ambient::ShapeClock& btFluidShapeDrive::clock() const { return played("clock").clock(); }

const ambient::AmplitudeModel& btFluidShapeDrive::amplitudeModel() const { return driven("amplitudeModel").model(); }

bool btFluidShapeDrive::isMoving(double time) const { return m_controller || m_shape->isMoving(time); }

std::vector<double> btFluidShapeDrive::saveShape() const { return m_shape->save(); }

void btFluidShapeDrive::restoreShape(const std::vector<double>& state)
{
	m_shape->restore(state);
	m_skin->forget();
}

ambient::PlayedShape& btFluidShapeDrive::played(const char* function) const
{
	if (m_played) return *m_played;
	throw std::invalid_argument(std::string("btFluidShapeDrive::") + function +
	                            ": the body follows amplitudes and plays no sequence");
}

ambient::DrivenShape& btFluidShapeDrive::driven(const char* function) const
{
	if (m_driven) return *m_driven;
	throw std::invalid_argument(std::string("btFluidShapeDrive::") + function +
	                            ": the body plays a sequence and follows no amplitudes");
}

void btFluidShapeDrive::change(const std::function<void()>& function, bool keepsVelocity)
{
	m_body.changeShape(function, keepsVelocity);
	m_skin->forget();
}

void btFluidShapeDrive::setSpeed(btScalar speed, btScalar ramp)
{
	ambient::requireThat(std::abs(speed) <= kFastestPlay,
	                     "btFluidShapeDrive::setSpeed: the speed must be between -1e6 and 1e6", double(speed));
	ambient::requireNotNegative(double(ramp), "btFluidShapeDrive::setSpeed: the ramp [s]");
	ambient::PlayedShape& shape = played("setSpeed");
	const double now = m_body.state().time;
	change([&] { shape.setClock(shape.clock().withSpeed(now, double(speed), double(ramp))); }, false);
}

btScalar btFluidShapeDrive::getSpeed() const
{
	return btScalar(played("getSpeed").clock().speedAt(m_body.state().time));
}

void btFluidShapeDrive::setPhase(btScalar phase)
{
	ambient::requireThat(std::abs(phase) <= kLatestPhase,
	                     "btFluidShapeDrive::setPhase: the phase [s] must be between -1e9 and 1e9", double(phase));
	ambient::PlayedShape& shape = played("setPhase");
	const double now = m_body.state().time;
	change([&] { shape.setClock(shape.clock().withPhase(now, double(phase))); }, true);
}

btScalar btFluidShapeDrive::getPhase() const
{
	const double phase = clock().phaseAt(m_body.state().time), first = model().firstPhase(), period = model().period();
	return btScalar(period > 0.0 ? phase - period * std::floor((phase - first) / period) : phase);
}

void btFluidShapeDrive::requireCoordinates(const char* function, const std::vector<double>& q) const
{
	const ambient::AmplitudeModel& model = driven(function).model();
	if (int(q.size()) != model.size())
		throw std::invalid_argument(std::string("btFluidShapeDrive::") + function + ": " + std::to_string(q.size()) +
		                            " values for " + std::to_string(model.size()) + " coordinates");
	model.requireInRange(q.data());
}

void btFluidShapeDrive::setAmplitudes(const std::vector<double>& q)
{
	requireCoordinates("setAmplitudes", q);
	const double now = m_body.state().time;
	if (m_driven->isJump(q, now)) return jumpToAmplitudes(q);
	m_controller = nullptr;
	if (m_driven->hasFunction()) setAmplitudeFunction({});
	m_driven->request(q);
	if (m_driven->isMoving(now) && m_body.isInWorld()) m_body.getRigidBody()->activate();
}

void btFluidShapeDrive::jumpToAmplitudes(const std::vector<double>& q)
{
	requireCoordinates("jumpToAmplitudes", q);
	m_controller = nullptr;
	change([&] { m_driven->jumpTo(q); }, true);
}

void btFluidShapeDrive::setAmplitudeFunction(std::function<void(double time, double* q, double* rates)> function)
{
	const ambient::AmplitudeModel& model = driven("setAmplitudeFunction").model();
	const double now = m_body.state().time;
	if (function)
	{
		double q[ambient::kMostShapeCoordinates] = {}, rates[ambient::kMostShapeCoordinates] = {};
		function(now, q, rates);
		model.requireInRange(q);
	}
	m_controller = nullptr;
	change([&] { m_driven->setFunction(std::move(function), now); }, false);
}

void btFluidShapeDrive::setAmplitudeController(std::function<void(double time, std::vector<double>& q)> controller)
{
	if (driven("setAmplitudeController").hasFunction()) setAmplitudeFunction({});
	m_controller = std::move(controller);
	m_controlled = getAmplitudes();
	if (m_controller && m_body.isInWorld()) m_body.getRigidBody()->activate();
}

std::vector<double> btFluidShapeDrive::getAmplitudes() const
{
	return driven("getAmplitudes").coordinatesAt(m_body.state().time);
}

void btFluidShapeDrive::callController()
{
	if (!m_controller) return;
	const double now = m_body.state().time;
	double rates[ambient::kMostShapeCoordinates];
	m_driven->coordinates(now, m_controlled.data(), rates);
	m_controller(now, m_controlled);
	const std::vector<ambient::ShapeCoordinate>& coordinates = m_driven->model().coordinates();
	m_controlled.resize(coordinates.size());
	for (size_t k = 0; k < coordinates.size(); ++k)
		if (coordinates[k].period == 0.0)
			m_controlled[k] = std::clamp(m_controlled[k], coordinates[k].least, coordinates[k].most);
	m_driven->model().requireInRange(m_controlled.data());
	m_driven->request(m_controlled);
}

bool btFluidShapeDrive::beginStep(double timeStep)
{
	if (!m_shape->beginStep(m_body.state().time, timeStep)) return false;
	m_skin->forget();
	return true;
}

double btFluidShapeDrive::actuatorPower() const
{
	return ambient::actuatorPower(m_body.motion(), m_body.state(), 1e-5, m_body.userWrench());
}

double btFluidShapeDrive::kineticEnergy() const
{
	return ambient::kineticEnergyOfShape(m_body.motion(), m_body.state());
}

btTransform btFluidShapeDrive::worldFromAuthor() const
{
	const ambient::FluidBodyState& state = m_body.state();
	return btFluidTransform(state.worldFromBody * m_shape->bodyFromAuthor(state.time));
}

void btFluidShapeDrive::vertices(std::vector<btVector3>& out) const
{
	const ambient::FluidBodyState& state = m_body.state();
	std::vector<ambient::Vector3> inBody;
	m_shape->vertices(state.time, inBody);
	out.clear();
	for (const ambient::Vector3& v : inBody) out.push_back(btFluidVector(state.worldFromBody * v));
}

void btFluidShapeDrive::setCollisionHull(btConvexHullShape* hull) { m_skin->setHull(hull, m_body.state().time); }

void btFluidShapeDrive::addCollisionHull(btConvexHullShape* hull, const std::vector<int>& vertices)
{
	m_skin->addHull(hull, vertices, m_body.state().time);
}

void btFluidShapeDrive::addCollisionChild(btCompoundShape* compound, int child, const std::vector<int>& vertices)
{
	m_skin->addChild(compound, child, vertices, m_body.state().time);
}

void btFluidShapeDrive::addCollisionMesh(btGImpactMeshShape* mesh) { m_skin->addMesh(mesh, m_body.state().time); }

void btFluidShapeDrive::moveCollisionShapes() { m_skin->moveShapes(m_body.state().time); }

btVector3 btFluidShapeDrive::surfaceVelocity(const btVector3& pointInBody, btScalar timeStep) const
{
	const double time = m_body.state().time;
	m_skin->setStep(time, time + double(timeStep));
	const ambient::Vector3 way = m_skin->wayAt(btFluidVector(pointInBody));
	return btFluidVector(m_body.state().worldFromBody.orientation * (way / double(timeStep)));
}
