// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidHostScheduler.h"

#include "AmbientFluid/Math/ParallelLoop.h"

#include <LinearMath/btThreads.h>

namespace
{
/// The tasks of a loop as Bullet's schedulers take them.
struct LoopTasks : btIParallelForBody
{
	LoopTasks(ambient::LoopTask task, void* data) : m_task(task), m_data(data) {}
	void forLoop(int begin, int end) const override
	{
		for (int i = begin; i < end; ++i) m_task(m_data, i);
	}
	ambient::LoopTask m_task;
	void* m_data;
};

int threadsOfScheduler()
{
	const btITaskScheduler* scheduler = btGetTaskScheduler();
	// Bullet's schedulers are for one thread of the program, and for one loop at a time.
	return scheduler && btIsMainThread() && !btThreadsAreRunning() ? scheduler->getNumThreads() : 1;
}

void runByScheduler(int count, ambient::LoopTask task, void* data)
{
	btGetTaskScheduler()->parallelFor(0, count, 1, LoopTasks(task, data));
}
}  // namespace

void btFluidUseTaskScheduler()
{
	static const ambient::HostScheduler scheduler = {&threadsOfScheduler, &runByScheduler};
	ambient::setHostScheduler(&scheduler);
}
