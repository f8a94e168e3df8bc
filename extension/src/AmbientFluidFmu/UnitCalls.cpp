// SPDX-License-Identifier: Zlib
#include "AmbientFluidFmu/UnitCalls.h"

#include "AmbientFluidFmu/UnitResources.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace ambient {
namespace {

using State = std::vector<unsigned char>;

void requireNumbers(const void* references, std::size_t count, const void* values, std::size_t valueCount) {
    requirePointers(references, values, count);
    if (count != valueCount)
        throw std::invalid_argument(std::to_string(count) + " variables, but " + std::to_string(valueCount) +
                                    " values");
}

State& stateAt(void* state) {
    if (!state) throw std::invalid_argument("the state is null");
    return *static_cast<State*>(state);
}

void putState(void** state, State bytes) {
    if (*state)
        stateAt(*state) = std::move(bytes);
    else
        *state = new State(std::move(bytes));
}

} // namespace

void UnitHandle::open(const char* guid, const char* resources) {
    if (!guid) throw std::invalid_argument("the GUID or token of the unit is null");
    if (!resources) throw std::invalid_argument("the place of the resources is null");
    m_unit = std::make_unique<UnitInstance>(resourceFolder(resources), guid,
                                            [this](const std::string& line) { log(UnitStatus::Warning, line); });
}

void UnitHandle::log(UnitStatus status, const std::string& message) const noexcept {
    m_log(status, status == UnitStatus::Warning ? "logStatusWarning" : "logStatusError", message.c_str());
}

void* instantiate(UnitHandle::Log log, const char* function, const char* refusal, const char* guid,
                  const char* resources) noexcept {
    try {
        auto handle = std::make_unique<UnitHandle>(std::move(log));
        try {
            if (refusal) throw std::invalid_argument(refusal);
            handle->open(guid, resources);
            return handle.release();
        } catch (const std::exception& error) {
            handle->log(UnitStatus::Error, std::string(function) + ": " + error.what());
        }
    } catch (...) { // no memory, or an exception of no known kind
    }
    return nullptr;
}

UnitStatus refused(void* instance, const char* function, const char* why) noexcept {
    return guarded(instance, function, [why](UnitInstance&) { throw std::logic_error(why); });
}

UnitStatus noVariables(void* instance, const char* function, std::size_t count) noexcept {
    return count == 0 ? UnitStatus::Ok : refused(instance, function, "all variables of the unit are real numbers");
}

void requirePointers(const void* a, const void* b, std::size_t count) {
    if (count > 0 && (!a || !b)) throw std::invalid_argument("an array is null");
}

UnitStatus getNumbers(void* instance, const char* function, const unsigned* references, std::size_t count,
                      double* values, std::size_t valueCount) noexcept {
    return guarded(instance, function, [&](UnitInstance& unit) {
        requireNumbers(references, count, values, valueCount);
        std::vector<double> all;
        for (std::size_t i = 0; i < count; ++i)
            all.push_back(unit.value(references[i]));
        std::copy(all.begin(), all.end(), values); // after all errors: a failed call changes nothing
    });
}

UnitStatus setNumbers(void* instance, const char* function, const unsigned* references, std::size_t count,
                      const double* values, std::size_t valueCount) noexcept {
    return guarded(instance, function, [&](UnitInstance& unit) {
        requireNumbers(references, count, values, valueCount);
        unit.setValues(references, values, count);
    });
}

UnitStatus getState(void* instance, const char* function, void** state) noexcept {
    return guarded(instance, function, [&](UnitInstance& unit) {
        if (!state) throw std::invalid_argument("the state is null");
        putState(state, unit.saveState());
    });
}

UnitStatus setState(void* instance, const char* function, void* state) noexcept {
    return guarded(instance, function, [&](UnitInstance& unit) { unit.restoreState(stateAt(state)); });
}

UnitStatus freeState(void* instance, const char* function, void** state) noexcept {
    return guarded(instance, function, [&](UnitInstance&) {
        if (!state) return;
        delete static_cast<State*>(*state);
        *state = nullptr;
    });
}

UnitStatus sizeOfState(void* instance, const char* function, void* state, std::size_t* size) noexcept {
    return guarded(instance, function, [&](UnitInstance&) {
        requirePointers(size, size, 1);
        *size = stateAt(state).size();
    });
}

UnitStatus bytesOfState(void* instance, const char* function, void* state, void* bytes, std::size_t size) noexcept {
    return guarded(instance, function, [&](UnitInstance&) {
        const State& saved = stateAt(state);
        requirePointers(bytes, bytes, 1);
        if (size < saved.size()) throw std::invalid_argument("the array is too short for the state");
        std::memcpy(bytes, saved.data(), saved.size());
    });
}

UnitStatus stateOfBytes(void* instance, const char* function, const void* bytes, std::size_t size,
                        void** state) noexcept {
    return guarded(instance, function, [&](UnitInstance&) {
        requirePointers(bytes, state, 1);
        if (size == 0) throw std::invalid_argument("there are no bytes of a state");
        const auto* const first = static_cast<const unsigned char*>(bytes);
        putState(state, State(first, first + size));
    });
}

} // namespace ambient
