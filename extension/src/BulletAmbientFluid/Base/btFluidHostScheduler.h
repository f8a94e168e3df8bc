// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_HOST_SCHEDULER_H
#define BT_FLUID_HOST_SCHEDULER_H

/// Lets the loops of a step use the scheduler of btSetTaskScheduler(), if there is one with several threads
/// (ambient::setHostScheduler). Further calls have no effect.
void btFluidUseTaskScheduler();

#endif  // BT_FLUID_HOST_SCHEDULER_H
