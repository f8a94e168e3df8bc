// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidC/AmbientFluidC.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Media/FluidMedium.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

/// \file
/// What the sources of the C interface share. Not installed.

struct ambient_medium {
    std::shared_ptr<const ambient::FluidMedium> medium;
};

struct ambient_model {
    std::shared_ptr<const ambient::FluidBodyModel> model;
};

namespace ambient::c {

/// Keeps the message of the exception that is being handled for ambient_last_error().
ambient_status statusOfException() noexcept;

/// Runs `work`; nothing that it throws gets out.
template <class Work>
ambient_status guarded(Work&& work) noexcept {
    try {
        work();
        return AMBIENT_OK;
    } catch (...) {
        return statusOfException();
    }
}

/// \throws std::invalid_argument naming the argument
template <class T>
T& required(T* pointer, const char* name) {
    if (!pointer) throw std::invalid_argument(std::string(name) + " is null");
    return *pointer;
}

/// All structs are as they were first; a later version that adds fields is to accept the shorter ones too.
inline void requireSize(std::size_t given, std::size_t known, const char* name) {
    if (given != known)
        throw std::invalid_argument(std::string(name) + ": struct_size is " + std::to_string(given) +
                                    ", this library knows " + std::to_string(known) +
                                    ": set it to sizeof, with the header of this version");
}

inline Vector3 vectorOf(const double* numbers) {
    return numbers ? Vector3(numbers[0], numbers[1], numbers[2]) : Vector3(Vector3::Zero());
}

template <class Tag>
void copyTo(double* numbers, const SpatialVector<Tag>& vector) {
    const Vector6 all = vector.vector();
    std::copy(all.data(), all.data() + 6, numbers);
}

inline void copyTo(double* numbers, const Vector3& vector) {
    std::copy(vector.data(), vector.data() + 3, numbers);
}

/// \param forces the set that `from` was read with
ambient_readout readoutOf(const FluidReadout& from, const ForceSet& forces);

} // namespace ambient::c
