// SPDX-License-Identifier: Zlib
// The functions of FMI 2.0 for co-simulation. No exception leaves them: errors go to the logger.
#include "AmbientFluidFmu/Fmi2.h"
#include "AmbientFluidFmu/UnitInstance.h"
#include "AmbientFluidFmu/UnitResources.h"

#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using State = std::vector<unsigned char>;

/// An instance of the unit and the functions of its importing program.
struct Component {
    std::string name;
    fmi2CallbackFunctions callbacks;
    std::unique_ptr<ambient::UnitInstance> unit;

    void log(fmi2Status status, const std::string& message) const noexcept {
        if (callbacks.logger)
            callbacks.logger(callbacks.componentEnvironment, name.c_str(), status,
                             status == fmi2Warning ? "logStatusWarning" : "logStatusError", "%s", message.c_str());
    }
};

/// Runs `work` on the unit, and reports exceptions.
template <class Work>
fmi2Status guarded(fmi2Component instance, const char* function, Work&& work) noexcept {
    auto* const component = static_cast<Component*>(instance);
    if (!component) return fmi2Error;
    try {
        work(*component->unit);
        return fmi2OK;
    } catch (const std::exception& error) {
        component->log(fmi2Error, std::string(function) + ": " + error.what());
    } catch (...) {
        component->log(fmi2Error, std::string(function) + ": an unknown error");
    }
    return fmi2Error;
}

fmi2Status refused(fmi2Component instance, const char* function, const char* why) noexcept {
    return guarded(instance, function, [why](ambient::UnitInstance&) { throw std::logic_error(why); });
}

/// Variables of other types: there are none.
fmi2Status noVariables(fmi2Component instance, const char* function, size_t count) noexcept {
    return count == 0 ? fmi2OK : refused(instance, function, "all variables of the unit are real numbers");
}

void requirePointers(const void* a, const void* b, size_t count) {
    if (count > 0 && (!a || !b)) throw std::invalid_argument("an array is null");
}

State& stateAt(fmi2FMUstate* state) {
    if (!state || !*state) throw std::invalid_argument("the state is null");
    return *static_cast<State*>(*state);
}

} // namespace

FMI2_FUNCTION const char* fmi2GetTypesPlatform() {
    return "default";
}

FMI2_FUNCTION const char* fmi2GetVersion() {
    return "2.0";
}

FMI2_FUNCTION fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean, size_t, const fmi2String*) {
    return fmi2OK; // there are warnings and errors only
}

FMI2_FUNCTION fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type type, fmi2String guid,
                                            fmi2String resourceLocation, const fmi2CallbackFunctions* functions,
                                            fmi2Boolean, fmi2Boolean) {
    try {
        auto component = std::make_unique<Component>();
        component->name = instanceName ? instanceName : "";
        component->callbacks = functions ? *functions : fmi2CallbackFunctions{};
        Component* const made = component.get();
        try {
            if (type != fmi2CoSimulation) throw std::invalid_argument("the unit is for co-simulation only");
            if (!guid || !resourceLocation)
                throw std::invalid_argument("the GUID or the place of the resources is null");
            made->unit = std::make_unique<ambient::UnitInstance>(
                ambient::resourceFolder(resourceLocation), guid,
                [made](const std::string& line) { made->log(fmi2Warning, line); });
            return component.release();
        } catch (const std::exception& error) {
            made->log(fmi2Error, std::string("fmi2Instantiate: ") + error.what());
        }
    } catch (...) { // no memory, or an exception of no known kind
    }
    return nullptr;
}

FMI2_FUNCTION void fmi2FreeInstance(fmi2Component instance) {
    delete static_cast<Component*>(instance);
}

FMI2_FUNCTION fmi2Status fmi2SetupExperiment(fmi2Component instance, fmi2Boolean, fmi2Real, fmi2Real startTime,
                                             fmi2Boolean, fmi2Real) {
    return guarded(instance, __func__, [&](ambient::UnitInstance& unit) { unit.setUp(startTime); });
}

FMI2_FUNCTION fmi2Status fmi2EnterInitializationMode(fmi2Component instance) {
    return guarded(instance, __func__, [](ambient::UnitInstance& unit) { unit.enterInitialization(); });
}

FMI2_FUNCTION fmi2Status fmi2ExitInitializationMode(fmi2Component instance) {
    return guarded(instance, __func__, [](ambient::UnitInstance& unit) { unit.exitInitialization(); });
}

FMI2_FUNCTION fmi2Status fmi2Terminate(fmi2Component instance) {
    return guarded(instance, __func__, [](ambient::UnitInstance& unit) { unit.terminate(); });
}

FMI2_FUNCTION fmi2Status fmi2Reset(fmi2Component instance) {
    return guarded(instance, __func__, [](ambient::UnitInstance& unit) { unit.reset(); });
}

FMI2_FUNCTION fmi2Status fmi2GetReal(fmi2Component instance, const fmi2ValueReference* references, size_t count,
                                     fmi2Real* values) {
    return guarded(instance, __func__, [&](ambient::UnitInstance& unit) {
        requirePointers(references, values, count);
        for (size_t i = 0; i < count; ++i)
            values[i] = unit.value(references[i]);
    });
}

FMI2_FUNCTION fmi2Status fmi2SetReal(fmi2Component instance, const fmi2ValueReference* references, size_t count,
                                     const fmi2Real* values) {
    return guarded(instance, __func__, [&](ambient::UnitInstance& unit) {
        requirePointers(references, values, count);
        for (size_t i = 0; i < count; ++i)
            unit.setValue(references[i], values[i]);
    });
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
    return guarded(instance, __func__, [&](ambient::UnitInstance& unit) {
        if (!state) throw std::invalid_argument("the state is null");
        State saved = unit.saveState();
        if (*state)
            *static_cast<State*>(*state) = std::move(saved);
        else
            *state = new State(std::move(saved));
    });
}

FMI2_FUNCTION fmi2Status fmi2SetFMUstate(fmi2Component instance, fmi2FMUstate state) {
    return guarded(instance, __func__, [&](ambient::UnitInstance& unit) { unit.restoreState(stateAt(&state)); });
}

FMI2_FUNCTION fmi2Status fmi2FreeFMUstate(fmi2Component instance, fmi2FMUstate* state) {
    return guarded(instance, __func__, [&](ambient::UnitInstance&) {
        if (!state) return;
        delete static_cast<State*>(*state);
        *state = nullptr;
    });
}

FMI2_FUNCTION fmi2Status fmi2SerializedFMUstateSize(fmi2Component instance, fmi2FMUstate state, size_t* size) {
    return guarded(instance, __func__, [&](ambient::UnitInstance&) {
        requirePointers(size, size, 1);
        *size = stateAt(&state).size();
    });
}

FMI2_FUNCTION fmi2Status fmi2SerializeFMUstate(fmi2Component instance, fmi2FMUstate state, fmi2Byte* bytes,
                                               size_t size) {
    return guarded(instance, __func__, [&](ambient::UnitInstance&) {
        const State& saved = stateAt(&state);
        requirePointers(bytes, bytes, 1);
        if (size < saved.size()) throw std::invalid_argument("the array is too short for the state");
        std::memcpy(bytes, saved.data(), saved.size());
    });
}

FMI2_FUNCTION fmi2Status fmi2DeSerializeFMUstate(fmi2Component instance, const fmi2Byte* bytes, size_t size,
                                                 fmi2FMUstate* state) {
    return guarded(instance, __func__, [&](ambient::UnitInstance&) {
        requirePointers(bytes, state, 1);
        const auto* const first = reinterpret_cast<const unsigned char*>(bytes);
        if (*state)
            static_cast<State*>(*state)->assign(first, first + size);
        else
            *state = new State(first, first + size);
    });
}

FMI2_FUNCTION fmi2Status fmi2GetDirectionalDerivative(fmi2Component instance, const fmi2ValueReference*, size_t,
                                                      const fmi2ValueReference*, size_t, const fmi2Real*, fmi2Real*) {
    return refused(instance, __func__, "the unit gives no derivatives");
}

FMI2_FUNCTION fmi2Status fmi2SetRealInputDerivatives(fmi2Component instance, const fmi2ValueReference*, size_t count,
                                                     const fmi2Integer*, const fmi2Real*) {
    return count == 0 ? fmi2OK : refused(instance, __func__, "inputs are constant in a step");
}

FMI2_FUNCTION fmi2Status fmi2GetRealOutputDerivatives(fmi2Component instance, const fmi2ValueReference*, size_t count,
                                                      const fmi2Integer*, fmi2Real*) {
    return count == 0 ? fmi2OK : refused(instance, __func__, "the unit gives no derivatives");
}

FMI2_FUNCTION fmi2Status fmi2DoStep(fmi2Component instance, fmi2Real time, fmi2Real size, fmi2Boolean) {
    return guarded(instance, __func__, [&](ambient::UnitInstance& unit) { unit.step(time, size); });
}

FMI2_FUNCTION fmi2Status fmi2CancelStep(fmi2Component instance) {
    return refused(instance, __func__, "steps do not run beside the importing program");
}

FMI2_FUNCTION fmi2Status fmi2GetStatus(fmi2Component instance, fmi2StatusKind, fmi2Status*) {
    return refused(instance, __func__, "no step is pending");
}

FMI2_FUNCTION fmi2Status fmi2GetRealStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Real* value) {
    if (kind != fmi2LastSuccessfulTime) return refused(instance, __func__, "no step is pending");
    return guarded(instance, __func__, [&](ambient::UnitInstance& unit) {
        requirePointers(value, value, 1);
        *value = unit.time();
    });
}

FMI2_FUNCTION fmi2Status fmi2GetIntegerStatus(fmi2Component instance, fmi2StatusKind, fmi2Integer*) {
    return refused(instance, __func__, "no step is pending");
}

FMI2_FUNCTION fmi2Status fmi2GetBooleanStatus(fmi2Component instance, fmi2StatusKind kind, fmi2Boolean* value) {
    if (kind != fmi2Terminated) return refused(instance, __func__, "no step is pending");
    return guarded(instance, __func__, [&](ambient::UnitInstance&) {
        requirePointers(value, value, 1);
        *value = 0;
    });
}

FMI2_FUNCTION fmi2Status fmi2GetStringStatus(fmi2Component instance, fmi2StatusKind, fmi2String*) {
    return refused(instance, __func__, "no step is pending");
}
