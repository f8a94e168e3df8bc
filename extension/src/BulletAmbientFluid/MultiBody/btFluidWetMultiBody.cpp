// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidBodyHealth.h"
#include "BulletAmbientFluid/MultiBody/btFluidLedParts.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkWaves.h"
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"
#include "BulletAmbientFluid/Shapes/btFluidScalingWatch.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace
{
/// Collision shape of a link, 0 the base; null: none.
const btCollisionShape* shapeOf(const btMultiBody& multiBody, int link)
{
	const btMultiBodyLinkCollider* const collider =
		link == 0 ? multiBody.getBaseCollider() : multiBody.getLinkCollider(link - 1);
	return collider ? collider->getCollisionShape() : nullptr;
}
}  // namespace

btFluidWetMultiBody::btFluidWetMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links,
                                         std::shared_ptr<const ambient::FluidMedium> medium,
                                         const ambient::ForceSet& forces, double time,
                                         const btFluidMultiBodyOptions& options)
	: m_links(links),
	  m_body(btFluidMultiBodyHost::bodyOf(multiBody, options)),
	  m_host(std::make_unique<btFluidMultiBodyHost>(*multiBody, m_body)),
	  m_led(std::make_unique<btFluidLedParts>(*m_body)),
	  m_medium(std::move(medium)),
	  m_forces(forces),
	  m_tolerance(options.m_tolerance),
	  m_waves(std::make_unique<btFluidLinkWaves>())
{
	ambient::requirePositive(m_tolerance, "btFluidMultiBodyOptions: m_tolerance");
	if (options.m_isSingle) m_forces.setSingle(true);
	if (m_links.size() > size_t(m_body->linkCount()))
		throw std::invalid_argument("btFluidMultiBody: " + std::to_string(m_links.size()) + " models for " +
		                            std::to_string(m_body->linkCount()) + " links, base included");
	m_links.resize(size_t(m_body->linkCount()));
	m_led->look(*multiBody, false);
	if (m_body->hasFixedBase() && !m_led->leadsBase()) m_links[0].m_model = nullptr;  // it does not move
	if (options.m_linkInertia != ambient::LinkInertia::Isolated) solveTogether(options);
	m_state.time = time;
	m_plan.m_velocity.m_rates = m_buffers.m_rates = m_change.m_rates = ambient::JointVector::Zero(m_body->rateCount());
	m_path.m_rates = m_path.m_accelerations = m_buffers.m_rates;
	m_path.m_positions = m_body->zeroPositions();
	m_loads.onLinks.resize(m_links.size());
	m_stillness.resize(m_links.size());
	m_loads.torques = m_buffers.m_rates;
	m_exchange.m_streams.assign(m_links.size(), ambient::Vector3::Zero());
	m_exchange.m_impulses.resize(m_links.size());
	if (options.m_keepsInputs)
	{
		m_exchange.m_inputs.emplace();
		m_exchange.m_inputs->m_loads = m_loads;
		m_exchange.m_inputs->m_impulse.joints = m_buffers.m_rates;
	}
	m_host->look(*m_led);
	m_host->leave();
	m_led->read(m_host->ledInput(), 1.0);  // no pose has changed: the velocities are those in Bullet
	rebuild();
	takeUserChange(true);
	for (int i = 0; i < m_body->linkCount(); ++i) m_scalings.emplace_back(shapeOf(*multiBody, i));
	m_plan.m_end = m_plan.m_free = m_state;
	m_host->hold(btFluidMarkOf(*this));
}

btFluidWetMultiBody::~btFluidWetMultiBody() = default;

btMultiBody* btFluidWetMultiBody::getMultiBody() const { return &m_host->multiBody(); }

int btFluidWetMultiBody::getNumWetLinks() const
{
	return int(std::count_if(m_links.begin(), m_links.end(),
	                         [](const btFluidLinkModel& link) { return link.m_model != nullptr; }));
}

void btFluidWetMultiBody::rebuild()
{
	std::unique_ptr<ambient::LinkFluid> fluid;
	std::vector<ambient::IsolatedLinkFluid::Surface> surfaces;
	for (const btFluidLinkModel& link : m_links) surfaces.push_back({link.m_model, btFluidPose(link.m_linkFromMesh)});
	if (m_posed)
		fluid = std::make_unique<ambient::PosedLinkFluid>(*m_body, surfaces, m_medium, m_forces, m_posed);
	else if (m_together)
		fluid = std::make_unique<ambient::CoupledLinkFluid>(*m_body, surfaces, m_medium, m_forces, m_together);
	else
		fluid = std::make_unique<ambient::IsolatedLinkFluid>(*m_body, surfaces, m_medium, m_forces);
	m_motion = std::make_unique<ambient::ArticulatedMotion>(
		m_body, std::move(fluid), m_motion ? m_motion->gravity() : ambient::Vector3::Zero().eval());
	m_motion->setStreams(m_exchange.m_streams);
	if (m_led->any()) m_motion->lead(m_led->motion());
}

bool btFluidWetMultiBody::isLed() const { return m_led->any(); }

void btFluidWetMultiBody::forgetPast()
{
	m_history = {};
	m_waves->forget();
}

void btFluidWetMultiBody::release() { m_host->release(); }

void btFluidWetMultiBody::takeUserInput(double timeStep)
{
	const bool isOther = m_led->look(m_host->multiBody(), prescribedPath(m_driver.get()) != nullptr);
	if (m_led->any() || isOther)
	{
		m_host->look(*m_led);
		m_led->read(m_host->ledInput(), timeStep);
		m_motion->lead(m_led->motion());
	}
	takeUserChange(isOther);
	if (m_led->any()) m_led->placeAtStart(m_state, timeStep);
}

void btFluidWetMultiBody::takeUserChange(bool isOther)
{
	const btFluidMultiBodyHost::Change seen = m_host->look(*m_led);
	const btFluidMultiBodyHost::Change change = isOther ? btFluidMultiBodyHost::POSE : seen;
	if (change == btFluidMultiBodyHost::POSE) m_waves->forget();
	if (change == btFluidMultiBodyHost::VELOCITIES) m_waves->forgetSpeed();
	if (change == btFluidMultiBodyHost::POSE)
		m_state = m_motion->makeState(m_host->basePose(), m_host->positions(), m_host->baseTwist(), m_host->rates(),
		                              m_state.time);
	else if (change == btFluidMultiBodyHost::VELOCITIES)
	{
		std::optional<ambient::ArticulatedState> before;
		if (m_exchange.m_inputs) before = m_state;
		m_motion->setVelocity(m_state, m_host->baseTwist(), m_host->rates());
		if (before) m_exchange.m_inputs->addImpulse(*before, m_state);
	}
	if (m_exchange.m_inputs && change == btFluidMultiBodyHost::POSE) m_exchange.m_inputs->m_isReplaced = true;
}

void btFluidWetMultiBody::setMotion(const ambient::Pose& worldFromBase, const ambient::JointVector& positions,
                                    const ambient::Twist& baseTwist, const ambient::JointVector& rates)
{
	if (!isHealthy() || !isInWorld()) return;
	contain(
		[&]
		{
			m_waves->forget();
			m_state.worldFromBase = worldFromBase;
			m_state.positions = positions;
			m_body->followGears(m_state.positions);
			m_motion->setVelocity(m_state, baseTwist, rates);
			if (!m_state.isFinite()) throw std::runtime_error("its state stopped being finite");
			m_host->write(m_state, baseTwist, rates, *m_led);
			// Velocities follow from the momenta from now on, to the bit as after restoring.
			m_motion->setStreams(m_exchange.m_streams);
		});
	m_host->leave();
}

void btFluidWetMultiBody::setFlow(const std::vector<ambient::Vector3>& streams,
                                  const std::vector<ambient::Wrench>& impulses)
{
	if (streams.size() != m_links.size() || impulses.size() != m_links.size())
		throw std::invalid_argument("btFluidMultiBody::setFlow: " + std::to_string(streams.size()) + " streams and " +
		                            std::to_string(impulses.size()) + " impulses for " +
		                            std::to_string(m_links.size()) + " links");
	for (size_t i = 0; i < m_links.size(); ++i)
		if (!streams[i].allFinite() || !impulses[i].isFinite())
			throw std::invalid_argument("btFluidMultiBody::setFlow: the flow at link " + std::to_string(i) +
			                            " is not finite");
	const bool isSame = streams == m_exchange.m_streams;
	m_exchange.m_streams = streams;
	m_exchange.m_impulses = impulses;
	if (!isHealthy() || isSame) return;
	if (!isInWorld()) return m_motion->setStreams(m_exchange.m_streams);
	contain(
		[&]
		{
			takeUserChange();
			m_motion->evaluate(m_state, false);
			const ambient::Twist base = m_motion->twistInWorld(0);
			m_buffers.m_rates = m_motion->dynamics().rates();
			m_motion->setStreams(m_exchange.m_streams);
			m_motion->setVelocity(m_state, base, m_buffers.m_rates);
		});
}

void btFluidWetMultiBody::fail(const std::string& why)
{
	m_failure.m_reason = why;
	m_isPlanned = false;
	m_host->multiBody().clearVelocities();
	m_host->letGo();
}

bool btFluidWetMultiBody::takeReport(std::string& line)
{
	for (size_t i = 0; i < m_scalings.size(); ++i)
	{
		if (!m_scalings[i].takeChange(shapeOf(m_host->multiBody(), int(i))) || !m_links[i].m_model) continue;
		line = (i == 0 ? std::string("(base) ") : "(link " + std::to_string(i - 1) + ") ") + kBtFluidScaled;
		return true;
	}
	if (isHealthy() && m_linkBeyondTheory >= 0)
	{
		const int link = std::exchange(m_linkBeyondTheory, -1);
		line = (link == 0 ? std::string("(base) ") : "(link " + std::to_string(link - 1) + ") ") + kBtFluidLargeWaves;
		return true;
	}
	constexpr int kManyDampedSteps = 5;
	if (isHealthy() && m_dampedSteps >= kManyDampedSteps && !std::exchange(m_saidDamped, true))
	{
		line =
			"needs shorter steps: its drag, or its motion, is so fast that they are damped, and its speeds are too "
			"large";
		return true;
	}
	if (isHealthy() && m_failure.m_wasStopped && !std::exchange(m_failure.m_saidStopped, true))
	{
		line = "was put at rest: a load, a target or a speed beyond all measure";
		return true;
	}
	if (isHealthy() || m_failure.m_isReported) return false;
	m_failure.m_isReported = true;
	line = "left the fluid and was stopped: " + m_failure.m_reason;
	return true;
}

void btFluidWetMultiBody::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	if (!isInWorld())
	{
		m_medium = std::move(medium);
		forgetPast();
		if (isHealthy()) contain([this] { rebuild(); });
		return;
	}
	m_host->multiBody().wakeUp();
	if (!isHealthy()) return;
	contain(
		[&]
		{
			m_motion->evaluate(m_state);
			const ambient::Twist base = m_motion->twistInWorld(0);
			const ambient::JointVector rates = m_motion->dynamics().rates();
			m_medium = std::move(medium);
			rebuild();
			forgetPast();
			m_motion->setVelocity(m_state, base, rates);
		});
}
