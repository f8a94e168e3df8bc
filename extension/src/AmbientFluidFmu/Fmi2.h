// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidFmu/UnitCalls.h"

#include <stddef.h>

/// \file
/// The part of the C interface of FMI 2.0.4 (fmi-standard.org) that a co-simulation unit implements, with the types of
/// the platform "default". Names, orders and values are those of the standard.

#define FMI2_FUNCTION extern "C" __attribute__((visibility("default")))

using fmi2Component = void*;
using fmi2ComponentEnvironment = void*;
using fmi2FMUstate = void*;
using fmi2ValueReference = unsigned int;
using fmi2Real = double;
using fmi2Integer = int;
using fmi2Boolean = int;
using fmi2String = const char*;
using fmi2Byte = char;

using fmi2Status = ambient::UnitStatus; ///< no call returns fmi2Pending
enum fmi2Type { fmi2ModelExchange, fmi2CoSimulation };
enum fmi2StatusKind { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated };

/// Functions of the importing program.
struct fmi2CallbackFunctions {
    void (*logger)(fmi2ComponentEnvironment, fmi2String instanceName, fmi2Status, fmi2String category,
                   fmi2String message, ...);
    void* (*allocateMemory)(size_t count, size_t size);
    void (*freeMemory)(void*);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
};
