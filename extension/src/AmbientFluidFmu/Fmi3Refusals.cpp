// SPDX-License-Identifier: Zlib
// The functions of FMI 3.0 for types of variables, kinds of units and capabilities that modelDescription.xml does not
// name. The standard has importing programs not call them, but some look for all of them before they begin.
#include "AmbientFluidFmu/Fmi3.h"

namespace {

constexpr const char *kNoDependencies = "the unit gives no dependencies", *kNoEvents = "the unit has no events",
                     *kNoDerivatives = "the unit gives no derivatives", *kNoClocks = "the unit has no clocks",
                     *kNoStructure = "the unit has no structural parameters",
                     *kCoSimulation = "the unit is for co-simulation only";

} // namespace

using References = const fmi3ValueReference*;

#define REFUSED(function, parameters, why)                                                                             \
    FMI3_FUNCTION fmi3Status function parameters {                                                                     \
        return ambient::refused(instance, __func__, why);                                                              \
    }
// Reading and setting variables of a type that there are none of.
#define NO_VARIABLES(type)                                                                                             \
    FMI3_FUNCTION fmi3Status fmi3Get##type(fmi3Instance instance, References, size_t count, fmi3##type*, size_t) {     \
        return ambient::noVariables(instance, __func__, count);                                                        \
    }                                                                                                                  \
    FMI3_FUNCTION fmi3Status fmi3Set##type(fmi3Instance instance, References, size_t count, const fmi3##type*,         \
                                           size_t) {                                                                   \
        return ambient::noVariables(instance, __func__, count);                                                        \
    }

FMI3_FUNCTION fmi3Instance fmi3InstantiateModelExchange(fmi3String, fmi3String token, fmi3String resourcePath,
                                                        fmi3Boolean, fmi3Boolean, fmi3InstanceEnvironment environment,
                                                        fmi3LogMessageCallback logMessage) {
    return ambient::instantiate(fmi3Log(environment, logMessage), __func__, kCoSimulation, token, resourcePath);
}

FMI3_FUNCTION fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String token, fmi3String resourcePath,
                                                             fmi3Boolean, fmi3Boolean,
                                                             fmi3InstanceEnvironment environment,
                                                             fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback,
                                                             fmi3LockPreemptionCallback, fmi3UnlockPreemptionCallback) {
    return ambient::instantiate(fmi3Log(environment, logMessage), __func__, kCoSimulation, token, resourcePath);
}

NO_VARIABLES(Float32)
NO_VARIABLES(Int8)
NO_VARIABLES(UInt8)
NO_VARIABLES(Int16)
NO_VARIABLES(UInt16)
NO_VARIABLES(Int32)
NO_VARIABLES(UInt32)
NO_VARIABLES(Int64)
NO_VARIABLES(UInt64)
NO_VARIABLES(Boolean)
NO_VARIABLES(String)

FMI3_FUNCTION fmi3Status fmi3GetBinary(fmi3Instance instance, References, size_t count, size_t*, fmi3Binary*, size_t) {
    return ambient::noVariables(instance, __func__, count);
}
FMI3_FUNCTION fmi3Status fmi3SetBinary(fmi3Instance instance, References, size_t count, const size_t*,
                                       const fmi3Binary*, size_t) {
    return ambient::noVariables(instance, __func__, count);
}
FMI3_FUNCTION fmi3Status fmi3GetClock(fmi3Instance instance, References, size_t count, fmi3Clock*) {
    return ambient::noVariables(instance, __func__, count);
}
FMI3_FUNCTION fmi3Status fmi3SetClock(fmi3Instance instance, References, size_t count, const fmi3Clock*) {
    return ambient::noVariables(instance, __func__, count);
}

REFUSED(fmi3GetNumberOfVariableDependencies, (fmi3Instance instance, fmi3ValueReference, size_t*), kNoDependencies)
REFUSED(fmi3GetVariableDependencies,
        (fmi3Instance instance, fmi3ValueReference, size_t*, fmi3ValueReference*, size_t*, fmi3DependencyKind*, size_t),
        kNoDependencies)
REFUSED(fmi3GetDirectionalDerivative,
        (fmi3Instance instance, References, size_t, References, size_t, const fmi3Float64*, size_t, fmi3Float64*,
         size_t),
        kNoDerivatives)
REFUSED(fmi3GetAdjointDerivative,
        (fmi3Instance instance, References, size_t, References, size_t, const fmi3Float64*, size_t, fmi3Float64*,
         size_t),
        kNoDerivatives)
REFUSED(fmi3GetOutputDerivatives, (fmi3Instance instance, References, size_t, const fmi3Int32*, fmi3Float64*, size_t),
        kNoDerivatives)

REFUSED(fmi3EnterConfigurationMode, (fmi3Instance instance), kNoStructure)
REFUSED(fmi3ExitConfigurationMode, (fmi3Instance instance), kNoStructure)

REFUSED(fmi3EnterEventMode, (fmi3Instance instance), kNoEvents)
REFUSED(fmi3EnterStepMode, (fmi3Instance instance), kNoEvents)
REFUSED(fmi3EvaluateDiscreteStates, (fmi3Instance instance), kNoEvents)
REFUSED(fmi3UpdateDiscreteStates,
        (fmi3Instance instance, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Float64*),
        kNoEvents)

REFUSED(fmi3GetIntervalDecimal, (fmi3Instance instance, References, size_t, fmi3Float64*, fmi3IntervalQualifier*),
        kNoClocks)
REFUSED(fmi3GetIntervalFraction,
        (fmi3Instance instance, References, size_t, fmi3UInt64*, fmi3UInt64*, fmi3IntervalQualifier*), kNoClocks)
REFUSED(fmi3GetShiftDecimal, (fmi3Instance instance, References, size_t, fmi3Float64*), kNoClocks)
REFUSED(fmi3GetShiftFraction, (fmi3Instance instance, References, size_t, fmi3UInt64*, fmi3UInt64*), kNoClocks)
REFUSED(fmi3SetIntervalDecimal, (fmi3Instance instance, References, size_t, const fmi3Float64*), kNoClocks)
REFUSED(fmi3SetIntervalFraction, (fmi3Instance instance, References, size_t, const fmi3UInt64*, const fmi3UInt64*),
        kNoClocks)
REFUSED(fmi3SetShiftDecimal, (fmi3Instance instance, References, size_t, const fmi3Float64*), kNoClocks)
REFUSED(fmi3SetShiftFraction, (fmi3Instance instance, References, size_t, const fmi3UInt64*, const fmi3UInt64*),
        kNoClocks)
REFUSED(fmi3ActivateModelPartition, (fmi3Instance instance, fmi3ValueReference, fmi3Float64), kNoClocks)

REFUSED(fmi3EnterContinuousTimeMode, (fmi3Instance instance), kCoSimulation)
REFUSED(fmi3CompletedIntegratorStep, (fmi3Instance instance, fmi3Boolean, fmi3Boolean*, fmi3Boolean*), kCoSimulation)
REFUSED(fmi3SetTime, (fmi3Instance instance, fmi3Float64), kCoSimulation)
REFUSED(fmi3SetContinuousStates, (fmi3Instance instance, const fmi3Float64*, size_t), kCoSimulation)
REFUSED(fmi3GetContinuousStateDerivatives, (fmi3Instance instance, fmi3Float64*, size_t), kCoSimulation)
REFUSED(fmi3GetEventIndicators, (fmi3Instance instance, fmi3Float64*, size_t), kCoSimulation)
REFUSED(fmi3GetContinuousStates, (fmi3Instance instance, fmi3Float64*, size_t), kCoSimulation)
REFUSED(fmi3GetNominalsOfContinuousStates, (fmi3Instance instance, fmi3Float64*, size_t), kCoSimulation)
REFUSED(fmi3GetNumberOfEventIndicators, (fmi3Instance instance, size_t*), kCoSimulation)
REFUSED(fmi3GetNumberOfContinuousStates, (fmi3Instance instance, size_t*), kCoSimulation)
