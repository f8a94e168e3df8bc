// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidFmu/UnitCalls.h"

#include <stddef.h>
#include <stdint.h>

/// \file
/// The types of the C interface of FMI 3.0 (fmi-standard.org). Names, orders and values are those of the standard.

#define FMI3_FUNCTION extern "C" __attribute__((visibility("default")))

using fmi3Instance = void*;
using fmi3InstanceEnvironment = void*;
using fmi3FMUState = void*;
using fmi3ValueReference = uint32_t;
using fmi3Float32 = float;
using fmi3Float64 = double;
using fmi3Int8 = int8_t;
using fmi3UInt8 = uint8_t;
using fmi3Int16 = int16_t;
using fmi3UInt16 = uint16_t;
using fmi3Int32 = int32_t;
using fmi3UInt32 = uint32_t;
using fmi3Int64 = int64_t;
using fmi3UInt64 = uint64_t;
using fmi3Boolean = bool;
using fmi3String = const char*;
using fmi3Byte = uint8_t;
using fmi3Binary = const fmi3Byte*;
using fmi3Clock = bool;

using fmi3Status = ambient::UnitStatus;
enum fmi3DependencyKind { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent };
enum fmi3IntervalQualifier { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged };

/// Functions of the importing program.
using fmi3LogMessageCallback = void (*)(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);
using fmi3IntermediateUpdateCallback = void (*)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                                fmi3Boolean, fmi3Boolean, fmi3Boolean*, fmi3Float64*);
using fmi3ClockUpdateCallback = void (*)(fmi3InstanceEnvironment);
using fmi3LockPreemptionCallback = void (*)();
using fmi3UnlockPreemptionCallback = void (*)();

/// The log of an importing program, which may have none.
inline ambient::UnitHandle::Log fmi3Log(fmi3InstanceEnvironment environment, fmi3LogMessageCallback write) {
    return [environment, write](fmi3Status status, const char* category, const char* message) {
        if (write) write(environment, status, category, message);
    };
}
