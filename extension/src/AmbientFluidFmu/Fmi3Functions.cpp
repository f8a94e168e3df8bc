// SPDX-License-Identifier: Zlib
// The functions of FMI 3.0 that a co-simulation unit has. Fmi3Refusals.cpp has the others.
#include "AmbientFluidFmu/Fmi3.h"

using ambient::guarded;
using ambient::UnitInstance;

FMI3_FUNCTION const char* fmi3GetVersion() {
    return "3.0";
}

FMI3_FUNCTION fmi3Status fmi3SetDebugLogging(fmi3Instance, fmi3Boolean, size_t, const fmi3String*) {
    return fmi3Status::Ok; // there are warnings and errors only
}

FMI3_FUNCTION fmi3Instance fmi3InstantiateCoSimulation(fmi3String, fmi3String token, fmi3String resourcePath,
                                                       fmi3Boolean, fmi3Boolean, fmi3Boolean eventModeUsed, fmi3Boolean,
                                                       const fmi3ValueReference*, size_t intermediateVariables,
                                                       fmi3InstanceEnvironment environment,
                                                       fmi3LogMessageCallback logMessage,
                                                       fmi3IntermediateUpdateCallback) {
    const char* refusal = nullptr;
    if (intermediateVariables > 0) refusal = "the unit has no intermediate variables";
    if (eventModeUsed) refusal = "the unit has no event mode";
    return ambient::instantiate(fmi3Log(environment, logMessage), __func__, refusal, token, resourcePath);
}

FMI3_FUNCTION void fmi3FreeInstance(fmi3Instance instance) {
    delete static_cast<ambient::UnitHandle*>(instance);
}

FMI3_FUNCTION fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean, fmi3Float64,
                                                     fmi3Float64 startTime, fmi3Boolean, fmi3Float64) {
    return guarded(instance, __func__, [&](UnitInstance& unit) {
        unit.setUp(startTime);
        unit.enterInitialization();
    });
}

FMI3_FUNCTION fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
    return guarded(instance, __func__, [](UnitInstance& unit) { unit.exitInitialization(); });
}

FMI3_FUNCTION fmi3Status fmi3Terminate(fmi3Instance instance) {
    return guarded(instance, __func__, [](UnitInstance& unit) { unit.terminate(); });
}

FMI3_FUNCTION fmi3Status fmi3Reset(fmi3Instance instance) {
    return guarded(instance, __func__, [](UnitInstance& unit) { unit.reset(); });
}

FMI3_FUNCTION fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference* references, size_t count,
                                        fmi3Float64* values, size_t valueCount) {
    return ambient::getNumbers(instance, __func__, references, count, values, valueCount);
}

FMI3_FUNCTION fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference* references, size_t count,
                                        const fmi3Float64* values, size_t valueCount) {
    return ambient::setNumbers(instance, __func__, references, count, values, valueCount);
}

FMI3_FUNCTION fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* state) {
    return ambient::getState(instance, __func__, state);
}

FMI3_FUNCTION fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
    return ambient::setState(instance, __func__, state);
}

FMI3_FUNCTION fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* state) {
    return ambient::freeState(instance, __func__, state);
}

FMI3_FUNCTION fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t* size) {
    return ambient::sizeOfState(instance, __func__, state, size);
}

FMI3_FUNCTION fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte* bytes,
                                               size_t size) {
    return ambient::bytesOfState(instance, __func__, state, bytes, size);
}

FMI3_FUNCTION fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte* bytes, size_t size,
                                                 fmi3FMUState* state) {
    return ambient::stateOfBytes(instance, __func__, bytes, size, state);
}

FMI3_FUNCTION fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 size, fmi3Boolean,
                                    fmi3Boolean* eventHandlingNeeded, fmi3Boolean* terminateSimulation,
                                    fmi3Boolean* earlyReturn, fmi3Float64* lastSuccessfulTime) {
    return guarded(instance, __func__, [&](UnitInstance& unit) {
        for (fmi3Boolean* flag : {eventHandlingNeeded, terminateSimulation, earlyReturn})
            if (flag) *flag = false;
        if (lastSuccessfulTime) *lastSuccessfulTime = unit.time();
        unit.step(time, size);
        if (lastSuccessfulTime) *lastSuccessfulTime = unit.time();
    });
}
