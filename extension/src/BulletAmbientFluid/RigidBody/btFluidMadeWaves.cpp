// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidMadeWaves.h"

#include "BulletAmbientFluid/Base/btFluidStateStream.h"

void btFluidMadeWaves::choose(bool byHeave, std::shared_ptr<const ambient::FloatingModel> model)
{
	m_byHeave = byHeave;
	m_radiation = model ? std::make_unique<btFluidRadiation>(std::move(model)) : nullptr;
	m_heave.forget();
}

void btFluidMadeWaves::forget()
{
	m_heave.forget();
	if (m_radiation) m_radiation->forget();
}

void btFluidMadeWaves::forgetSpeed()
{
	m_heave.forgetSpeed();
	if (m_radiation) m_radiation->forgetSpeed();
}

ambient::Wrench btFluidMadeWaves::plan(const btFluidBodyMotion& motion, double timeStep, btFluidBuffers& buffers)
{
	if (m_radiation)
	{
		if (const std::optional<ambient::Wrench> force = m_radiation->plan(motion, timeStep, buffers))
		{
			m_heave.forget();
			return *force;
		}
		m_radiation->forget();
	}
	return m_byHeave ? m_heave.plan(motion, timeStep, buffers) : ambient::Wrench();
}

void btFluidMadeWaves::moveFreely(const ambient::Pose& start, const ambient::Pose& end)
{
	m_heave.moveFreely(start, end);
	if (m_radiation) m_radiation->moveFreely(start, end);
}

void btFluidMadeWaves::moveUnderImpulses(const ambient::Twist& velocity)
{
	m_heave.moveUnderImpulses(velocity);
	if (m_radiation) m_radiation->moveUnderImpulses(velocity);
}

void btFluidMadeWaves::save(btFluidStateWriter& out) const
{
	m_heave.save(out);
	out.write(m_radiation != nullptr);
	if (m_radiation) m_radiation->save(out);
}

void btFluidMadeWaves::load(btFluidStateReader& in, bool apply)
{
	m_heave.load(in, apply);
	if (in.read<bool>() != (m_radiation != nullptr))
		throw std::invalid_argument(in.owner() + ": a body made its waves in another way when it was saved");
	if (m_radiation) m_radiation->load(in, apply);
}
