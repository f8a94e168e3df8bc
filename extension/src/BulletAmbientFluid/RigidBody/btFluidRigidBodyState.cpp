// SPDX-License-Identifier: Zlib
// Saving and restoring a btFluidRigidBody.
#include "AmbientFluid/Body/ShapeModes.h"
#include "BulletAmbientFluid/RigidBody/btFluidRigidBody.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

#include <stdexcept>

using namespace btFluidRecords;

namespace
{
void writeState(btFluidStateWriter& out, const ambient::FluidBodyState& s)
{
	write(out, s.worldFromBody);
	write(out, s.momentum.angular);
	write(out, s.momentum.linear);
	write(out, s.frameVelocity);
	out.write(s.time);
	out.write(s.lastSubstep);
}

void writeHistory(btFluidStateWriter& out, const ambient::LoadHistory& history)
{
	out.write(history.size());
	for (int age = 0; age < history.size(); ++age)
	{
		const ambient::LoadHistory::Entry& entry = history[age];
		out.write(entry.time);
		write(out, entry.load);
		write(out, entry.shed);
		write(out, entry.twist);
		write(out, entry.momentum);
		write(out, entry.mediumVelocity);
		out.write(entry.worldFromBody.coeffs().data(), 4);
		out.write(entry.carried.data(), static_cast<int>(entry.carried.size()));
	}
}

/// What a body among floats keeps.
struct FloatRecord
{
	bool isOfFloats, hasVelocity;
	ambient::Twist velocity;  ///< btFluidBodyMotion::knownVelocity(), if hasVelocity
	ambient::FloatPast past;
};

void writeFloat(btFluidStateWriter& out, const btFluidCrowdMemory& memory, const ambient::Twist* known)
{
	out.write(memory.m_isOfFloats);
	out.write(known != nullptr);
	write(out, known ? *known : ambient::Twist());
	out.write(memory.m_floatBefore.time);
	write(out, memory.m_floatBefore.twist);
	write(out, memory.m_floatBefore.change);
}

FloatRecord readFloat(btFluidStateReader& in)
{
	FloatRecord record;
	record.isOfFloats = in.read<bool>();
	record.hasVelocity = in.read<bool>();
	record.velocity = readSpatialVector<ambient::Twist>(in);
	record.past.time = in.read<double>();
	record.past.twist = readSpatialVector<ambient::Twist>(in);
	record.past.change = readSpatialVector<ambient::Twist>(in);
	return record;
}

ambient::FluidBodyState readState(btFluidStateReader& in)
{
	ambient::FluidBodyState s;
	s.worldFromBody = readPose(in);
	s.momentum.angular = readVector(in);
	s.momentum.linear = readVector(in);
	s.frameVelocity = readVector(in);
	s.time = in.read<double>();
	s.lastSubstep = in.read<double>();
	return s;
}
ambient::LoadHistory readHistory(btFluidStateReader& in)
{
	ambient::LoadHistory::Entry entries[ambient::LoadHistory::kSize];  // newest first
	const int size = in.read<int>();
	if (size < 0 || size > ambient::LoadHistory::kSize)
		throw std::invalid_argument("btFluidAction::restoreState: a body's history has an impossible size");
	for (int age = 0; age < size; ++age)
	{
		ambient::LoadHistory::Entry& entry = entries[age];
		entry.time = in.read<double>();
		entry.load = readSpatialVector<ambient::Wrench>(in);
		entry.shed = readSpatialVector<ambient::Wrench>(in);
		entry.twist = readSpatialVector<ambient::Twist>(in);
		entry.momentum = readSpatialVector<ambient::Momentum>(in);
		entry.mediumVelocity = readVector(in);
		in.read(entry.worldFromBody.coeffs().data(), 4);
		in.read(entry.carried.data(), static_cast<int>(entry.carried.size()));
	}
	ambient::LoadHistory history;
	for (int age = size - 1; age >= 0; --age) history.push(entries[age].time) = entries[age];
	return history;
}
std::vector<double> readShape(btFluidStateReader& in)
{
	constexpr int kMost = 5 + 11 * ambient::kMostShapeCoordinates;
	const int size = in.read<int>();
	if (size < 0 || size > kMost)
		throw std::invalid_argument("btFluidAction::restoreState: a body's shape has an impossible size");
	std::vector<double> shape(static_cast<size_t>(size));
	for (double& value : shape) value = in.read<double>();
	return shape;
}
}  // namespace

void btFluidRigidBody::save(btFluidStateWriter& out, bool withRigidBody) const
{
	const btFluidPlan& plan = m_hosted.plan();
	if (withRigidBody) m_hosted.host().save(out);
	writeState(out, state());
	writeHistory(out, plan.history());
	out.write(plan.timeStep());
	write(out, plan.userWrench());
	const ambient::LockedAxes& locked = motion().lockedAxes();
	out.write(locked.angular, 3);
	out.write(locked.linear, 3);
	out.write(getMode() == BT_FLUID_EXACT);
	out.write(m_dropIn.hasOffset());
	out.write(plan.isHeld());
	out.write(plan.crowd().m_isOfCrowd);
	out.write(plan.crowd().m_before.time);
	write(out, plan.crowd().m_before.along);
	writeFloat(out, plan.crowd(), m_hosted.motion().knownVelocity());
	m_hosted.savePast(out);
	write(out, getStream());
	m_rest.save(out);
	out.write(!m_health.isHealthy());
	out.write(m_health.failure());
	out.write(m_health.isReported());
	out.write(int(m_detail.present()));
	out.write(int(m_detail.wished()));
	out.write(m_detail.isFixed());
	const std::vector<double> shape = m_drive ? m_drive->saveShape() : std::vector<double>();
	out.write(int(shape.size()));
	out.write(shape.data(), int(shape.size()));
}

void btFluidRigidBody::load(btFluidStateReader& in, bool withRigidBody, bool apply,
                            const std::shared_ptr<const ambient::FluidMedium>& medium)
{
	if (withRigidBody) m_hosted.host().load(in, apply);
	const ambient::FluidBodyState state = readState(in);
	const ambient::LoadHistory history = readHistory(in);
	const double plannedTimeStep = in.read<double>();
	const ambient::Wrench user = readSpatialVector<ambient::Wrench>(in);
	ambient::LockedAxes locked;
	in.read(locked.angular, 3);
	in.read(locked.linear, 3);
	const btFluidSolveMode mode = in.read<bool>() ? BT_FLUID_EXACT : BT_FLUID_DROP_IN;
	const bool hasOffset = in.read<bool>(), wasHeld = in.read<bool>(), wasInCrowd = in.read<bool>();
	ambient::CrowdPast past;
	past.time = in.read<double>();
	past.along = readSpatialVector<ambient::Wrench>(in);
	const FloatRecord afloat = readFloat(in);
	m_hosted.loadPast(in, apply);
	const ambient::Vector3 stream = readVector(in);
	btFluidRest rest = m_rest;
	rest.load(in);
	const bool hasFailed = in.read<bool>();
	const std::string failure = in.readText();
	const bool reported = in.read<bool>();
	const btFluidLevelOfDetail detail = btFluidLevelOfDetail(in.read<int>()),
							   wishedLevelOfDetail = btFluidLevelOfDetail(in.read<int>());
	const bool hasOwnLevelOfDetail = in.read<bool>();
	const std::vector<double> shape = readShape(in);
	if (m_drive && shape.size() != m_drive->saveShape().size())
		throw std::invalid_argument("btFluidAction::restoreState: a body has another shape than when it was saved");
	if (!apply) return;
	if (m_drive) m_drive->restoreShape(shape);
	if (detail != getLevelOfDetail() || wishedLevelOfDetail != detail) prepareLevelOfDetail();
	m_detail.wish(detail);
	if (detail != getLevelOfDetail()) m_hosted.motion().setModel(m_detail.take());
	m_hosted.setIntegrator(integratorAt(detail));
	m_detail.wish(wishedLevelOfDetail);
	m_detail.setFixed(hasOwnLevelOfDetail);
	m_hosted.restoreMode(BT_FLUID_EXACT);  // because the host holds the saved mass properties already
	m_hosted.motion().setLockedAxes(locked);
	m_hosted.motion().setStream(stream);
	if (afloat.hasVelocity)
		m_hosted.motion().setState(state, afloat.velocity);
	else
		m_hosted.motion().setState(state);
	const bool isPlanned = withRigidBody && plannedTimeStep > 0.0;
	btFluidBuffers buffers(m_settings.m_buffers);
	m_hosted.rebuild(medium, state.worldFromBody, isPlanned, buffers);
	m_hosted.motion().keepVelocity(buffers);
	m_hosted.restoreMode(mode);
	m_dropIn.setOffset(hasOffset);
	m_hosted.plan().setHeld(wasHeld);
	if (m_drive) m_drive->moveCollisionShapes();
	m_hosted.plan().setHistory(history);
	m_rest = rest;
	m_health.restore(hasFailed, failure, reported);
	m_exact.clear();
	if (!isPlanned) return;
	// The restored members determine the saved plan to the bit.
	m_hosted.plan().crowd().m_after = past;
	m_hosted.plan().crowd().m_floatAfter = afloat.past;
	contain([&] { restorePlan(plannedTimeStep, user, wasInCrowd || afloat.isOfFloats, buffers); });
}

void btFluidRigidBody::restorePlan(double timeStep, const ambient::Wrench& userWrench, bool isOfCrowd,
                                   btFluidBuffers& buffers)
{
	const btFluidCrowdKind kind = crowdKind();
	if (isOfCrowd && kind.m_points)
	{
		const auto crowd = std::make_unique<ambient::CrowdStep>();
		crowd->clear(kind.m_points, timeStep);
		restorePlanOfCrowd(timeStep, userWrench, buffers, *crowd);
	}
	else if (isOfCrowd && kind.m_hull)
	{
		const auto crowd = std::make_unique<ambient::CrowdFloats>();
		crowd->clear(kind.m_hull, kind.m_medium, timeStep);
		restorePlanOfCrowd(timeStep, userWrench, buffers, *crowd);
	}
	else
		m_hosted.makePlan(timeStep, userWrench, buffers);
}

template <class Crowd>
void btFluidRigidBody::restorePlanOfCrowd(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers,
                                          Crowd& crowd)
{
	if (!m_hosted.startPlan(timeStep, userWrench, buffers, crowd))
		return m_hosted.makePlan(timeStep, userWrench, buffers);
	crowd.run();
	m_hosted.finishPlan(timeStep, crowd, 0, buffers);
}
