// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BUFFERS_H
#define BT_FLUID_BUFFERS_H

#include "AmbientFluid/Dynamics/Evaluation.h"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

/// Spare buffers of the bodies' steps. Any thread may call it.
class btFluidBufferPool
{
public:
	/// Takes spare buffers, or makes new ones.
	std::unique_ptr<ambient::MotionBuffers> take()
	{
		const std::lock_guard<std::mutex> lock(m_mutex);
		if (m_spares.empty()) return std::make_unique<ambient::MotionBuffers>();
		std::unique_ptr<ambient::MotionBuffers> buffers = std::move(m_spares.back());
		m_spares.pop_back();
		return buffers;
	}
	/// Gives buffers back. \param buffers not null
	void giveBack(std::unique_ptr<ambient::MotionBuffers> buffers)
	{
		const std::lock_guard<std::mutex> lock(m_mutex);
		m_spares.push_back(std::move(buffers));
	}

private:
	std::mutex m_mutex;
	std::vector<std::unique_ptr<ambient::MotionBuffers>> m_spares;
};

/// Buffers of a pool, taken at the first use and given back at the end of this object's life. For one thread.
class btFluidBuffers
{
public:
	/// \param pool outlives this object
	explicit btFluidBuffers(btFluidBufferPool& pool) : m_pool(pool) {}
	~btFluidBuffers()
	{
		if (m_buffers) m_pool.giveBack(std::move(m_buffers));
	}
	btFluidBuffers(const btFluidBuffers&) = delete;
	btFluidBuffers& operator=(const btFluidBuffers&) = delete;

	/// Forgets the evaluations of the last body.
	void clear()
	{
		if (!m_buffers) return;
		m_buffers->now.clear();
		m_buffers->next.clear();
	}
	/// The buffers; their evaluations are cleared at the first use.
	ambient::MotionBuffers& operator*()
	{
		if (m_buffers) return *m_buffers;
		m_buffers = m_pool.take();
		clear();
		return *m_buffers;
	}
	ambient::MotionBuffers* operator->() { return &**this; }  ///< as operator*

private:
	btFluidBufferPool& m_pool;
	std::unique_ptr<ambient::MotionBuffers> m_buffers;
};

#endif  // BT_FLUID_BUFFERS_H
