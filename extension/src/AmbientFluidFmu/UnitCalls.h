// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidFmu/UnitInstance.h"

#include <exception>
#include <functional>
#include <memory>
#include <string>

namespace ambient {

/// \file
/// The work behind the functions of FMI that both versions have, with other names and types. An instance is a pointer
/// to a UnitHandle, and a state one to its bytes. No exception leaves these functions: errors go to the log of the
/// importing program.

/// Statuses as both versions number them.
enum class UnitStatus { Ok, Warning, Discard, Error, Fatal };

/// An instance of a unit, as an importing program holds it.
class UnitHandle {
  public:
    using Log = std::function<void(UnitStatus, const char* category, const char* message)>;

    explicit UnitHandle(Log log) : m_log(std::move(log)) {}
    /// Makes the unit. \param guid GUID or token of the unit \param resources URI or path of its resources
    /// \throws std::invalid_argument if one of them is null, std::exception as UnitInstance
    void open(const char* guid, const char* resources);
    void log(UnitStatus status, const std::string& message) const noexcept;
    UnitInstance& unit() const { return *m_unit; }

  private:
    Log m_log;
    std::unique_ptr<UnitInstance> m_unit;
};

/// Runs `work` on the unit, and reports exceptions.
template <class Work>
UnitStatus guarded(void* instance, const char* function, Work&& work) noexcept {
    const auto* const handle = static_cast<UnitHandle*>(instance);
    if (!handle) return UnitStatus::Error;
    try {
        work(handle->unit());
        return UnitStatus::Ok;
    } catch (const std::exception& error) {
        handle->log(UnitStatus::Error, std::string(function) + ": " + error.what());
    } catch (...) {
        handle->log(UnitStatus::Error, std::string(function) + ": an unknown error");
    }
    return UnitStatus::Error;
}

/// \return a new UnitHandle, or null after an error in the log \param refusal null, or why there can be no instance
void* instantiate(UnitHandle::Log log, const char* function, const char* refusal, const char* guid,
                  const char* resources) noexcept;

/// A function that units do not have. \param why no such call is right
UnitStatus refused(void* instance, const char* function, const char* why) noexcept;
/// A function for variables of other types than real numbers, of which there are none.
UnitStatus noVariables(void* instance, const char* function, std::size_t count) noexcept;

/// \throws std::invalid_argument if `count` is not 0 and an array is null
void requirePointers(const void* a, const void* b, std::size_t count);

UnitStatus getNumbers(void* instance, const char* function, const unsigned* references, std::size_t count,
                      double* values, std::size_t valueCount) noexcept;
UnitStatus setNumbers(void* instance, const char* function, const unsigned* references, std::size_t count,
                      const double* values, std::size_t valueCount) noexcept;

/// \name States
/// @{
/// \param state place of a state, which is written anew, or of null
UnitStatus getState(void* instance, const char* function, void** state) noexcept;
UnitStatus setState(void* instance, const char* function, void* state) noexcept;
UnitStatus freeState(void* instance, const char* function, void** state) noexcept;
UnitStatus sizeOfState(void* instance, const char* function, void* state, std::size_t* size) noexcept;
UnitStatus bytesOfState(void* instance, const char* function, void* state, void* bytes, std::size_t size) noexcept;
/// \param state as of getState()
UnitStatus stateOfBytes(void* instance, const char* function, const void* bytes, std::size_t size,
                        void** state) noexcept;
/// @}

} // namespace ambient
