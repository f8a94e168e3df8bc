// SPDX-License-Identifier: Zlib
// The functions of FMI 2.0 for co-simulation. No exception leaves them: errors go to the logger.
#include "AmbientFluidFmu/Fmi2.h"

using ambient::guarded;
using ambient::noVariables;
using ambient::refused;
using ambient::requirePointers;
using ambient::UnitInstance;

FMI2_FUNCTION const char* fmi2GetTypesPlatform() {
    return "default";
}

FMI2_FUNCTION const char* fmi2GetVersion() {
    return "2.0";
}

FMI2_FUNCTION fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean, size_t, const fmi2String*) {
    return fmi2Status::Ok; // there are warnings and errors only
}

FMI2_FUNCTION fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type type, fmi2String guid,
                                            fmi2String resourceLocation, const fmi2CallbackFunctions* functions,
                                            fmi2Boolean, fmi2Boolean) try {
    const fmi2CallbackFunctions callbacks = functions ? *functions : fmi2CallbackFunctions{};
    const std::string name = instanceName ? instanceName : "";
    const auto log = [callbacks, name](fmi2Status status, const char* category, const char* message) {
        if (callbacks.logger)
            callbacks.logger(callbacks.componentEnvironment, name.c_str(), status, category, "%s", message);
    };
    return ambient::instantiate(log, __func__,
                                type == fmi2CoSimulation ? nullptr : "the unit is for co-simulation only", guid,
                                resourceLocation);
} catch (...) { // no memory
    return nullptr;
}

FMI2_FUNCTION void fmi2FreeInstance(fmi2Component instance) {
    delete static_cast<ambient::UnitHandle*>(instance);
}

FMI2_FUNCTION fmi2Status fmi2SetupExperiment(fmi2Component instance, fmi2Boolean, fmi2Real, fmi2Real startTime,
                                             fmi2Boolean, fmi2Real) {
    return guarded(instance, __func__, [&](UnitInstance& unit) { unit.setUp(startTime); });
}

FMI2_FUNCTION fmi2Status fmi2EnterInitializationMode(fmi2Component instance) {
    return guarded(instance, __func__, [](UnitInstance& unit) { unit.enterInitialization(); });
}

FMI2_FUNCTION fmi2Status fmi2ExitInitializationMode(fmi2Component instance) {
    return guarded(instance, __func__, [](UnitInstance& unit) { unit.exitInitialization(); });
}

FMI2_FUNCTION fmi2Status fmi2Terminate(fmi2Component instance) {
    return guarded(instance, __func__, [](UnitInstance& unit) { unit.terminate(); });
}

FMI2_FUNCTION fmi2Status fmi2Reset(fmi2Component instance) {
    return guarded(instance, __func__, [](UnitInstance& unit) { unit.reset(); });
}

FMI2_FUNCTION fmi2Status fmi2GetReal(fmi2Component instance, const fmi2ValueReference* references, size_t count,
                                     fmi2Real* values) {
    return ambient::getNumbers(instance, __func__, references, count, values, count);
}

FMI2_FUNCTION fmi2Status fmi2SetReal(fmi2Component instance, const fmi2ValueReference* references, size_t count,
                                     const fmi2Real* values) {
    return ambient::setNumbers(instance, __func__, references, count, values, count);
}

FMI2_FUNCTION fmi2Status fmi2GetInteger(fmi2Component instance, const fmi2ValueReference*, size_t count, fmi2Integer*) {
    return noVariables(instance, __func__, count);
}
FMI2_FUNCTION fmi2Status fmi2GetBoolean(fmi2Component instance, const fmi2ValueReference*, size_t count, fmi2Boolean*) {
    return noVariables(instance, __func__, count);
}
FMI2_FUNCTION fmi2Status fmi2GetString(fmi2Component instance, const fmi2ValueReference*, size_t count, fmi2String*) {
    return noVariables(instance, __func__, count);
}
FMI2_FUNCTION fmi2Status fmi2SetInteger(fmi2Component instance, const fmi2ValueReference*, size_t count,
                                        const fmi2Integer*) {
    return noVariables(instance, __func__, count);
}
FMI2_FUNCTION fmi2Status fmi2SetBoolean(fmi2Component instance, const fmi2ValueReference*, size_t count,
                                        const fmi2Boolean*) {
    return noVariables(instance, __func__, count);
}
FMI2_FUNCTION fmi2Status fmi2SetString(fmi2Component instance, const fmi2ValueReference*, size_t count,
                                       const fmi2String*) {
    return noVariables(instance, __func__, count);
}

FMI2_FUNCTION fmi2Status fmi2GetFMUstate(fmi2Component instance, fmi2FMUstate* state) {
    return ambient::getState(instance, __func__, state);
}

FMI2_FUNCTION fmi2Status fmi2SetFMUstate(fmi2Component instance, fmi2FMUstate state) {
    return ambient::setState(instance, __func__, state);
}

FMI2_FUNCTION fmi2Status fmi2FreeFMUstate(fmi2Component instance, fmi2FMUstate* state) {
    return ambient::freeState(instance, __func__, state);
}

FMI2_FUNCTION fmi2Status fmi2SerializedFMUstateSize(fmi2Component instance, fmi2FMUstate state, size_t* size) {
    return ambient::sizeOfState(instance, __func__, state, size);
}

FMI2_FUNCTION fmi2Status fmi2SerializeFMUstate(fmi2Component instance, fmi2FMUstate state, fmi2Byte* bytes,
                                               size_t size) {
    return ambient::bytesOfState(instance, __func__, state, bytes, size);
}

FMI2_FUNCTION fmi2Status fmi2DeSerializeFMUstate(fmi2Component instance, const fmi2Byte* bytes, size_t size,
                                                 fmi2FMUstate* state) {
    return ambient::stateOfBytes(instance, __func__, bytes, size, state);
}

FMI2_FUNCTION fmi2Status fmi2GetDirectionalDerivative(fmi2Component instance, const fmi2ValueReference*, size_t,
                                                      const fmi2ValueReference*, size_t, const fmi2Real*, fmi2Real*) {
    return refused(instance, __func__, "the unit gives no derivatives");
}

FMI2_FUNCTION fmi2Status fmi2SetRealInputDerivatives(fmi2Component instance, const fmi2ValueReference*, size_t count,
                                                     const fmi2Integer*, const fmi2Real*) {
    return count == 0 ? fmi2Status::Ok : refused(instance, __func__, "inputs are constant in a step");
}

FMI2_FUNCTION fmi2Status fmi2GetRealOutputDerivatives(fmi2Component instance, const fmi2ValueReference*, size_t count,
                                                      const fmi2Integer*, fmi2Real*) {
    return count == 0 ? fmi2Status::Ok : refused(instance, __func__, "the unit gives no derivatives");
}

FMI2_FUNCTION fmi2Status fmi2DoStep(fmi2Component instance, fmi2Real time, fmi2Real size, fmi2Boolean) {
    return guarded(instance, __func__, [&](UnitInstance& unit) { unit.step(time, size); });
}

FMI2_FUNCTION fmi2Status fmi2CancelStep(fmi2Component instance) {
    return refused(instance, __func__, "steps do not run beside the importing program");
}

FMI2_FUNCTION fmi2Status fmi2GetStatus(fmi2Component instance, fmi2StatusKind, fmi2Status*) {
    return refused(instance, __func__, "no step is pending");
}

FMI2_FUNCTION fmi2Status fmi2GetRealStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Real* value) {
    if (kind != fmi2LastSuccessfulTime) return refused(instance, __func__, "no step is pending");
    return guarded(instance, __func__, [&](UnitInstance& unit) {
        requirePointers(value, value, 1);
        *value = unit.time();
    });
}

FMI2_FUNCTION fmi2Status fmi2GetIntegerStatus(fmi2Component instance, fmi2StatusKind, fmi2Integer*) {
    return refused(instance, __func__, "no step is pending");
}

FMI2_FUNCTION fmi2Status fmi2GetBooleanStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Boolean* value) {
    if (kind != fmi2Terminated) return refused(instance, __func__, "no step is pending");
    return guarded(instance, __func__, [&](UnitInstance&) {
        requirePointers(value, value, 1);
        *value = 0;
    });
}

FMI2_FUNCTION fmi2Status fmi2GetStringStatus(fmi2Component instance, fmi2StatusKind, fmi2String*) {
    return refused(instance, __func__, "no step is pending");
}
