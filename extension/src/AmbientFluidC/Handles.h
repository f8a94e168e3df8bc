// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidC/AmbientFluidC.h"

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/HostedStep.h"
#include "AmbientFluid/Media/FluidMedium.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

/// \file
/// Shared code of the C interface's sources. Not installed.

struct ambient_medium {
    std::shared_ptr<const ambient::FluidMedium> medium;
};

struct ambient_model {
    std::shared_ptr<const ambient::FluidBodyModel> model;
};

struct ambient_shape {
    std::shared_ptr<const ambient::DeformingModel> model;
};

struct ambient_body {
    ambient::KirchhoffMotion equations;
    ambient::FluidBodyState state;
    ambient::IntegratorOptions integrator;
    ambient::HostedStep hosted; ///< between ambient_body_begin_step and ambient_body_end_step
};

namespace ambient::c {

/// Stores the message of the current exception for ambient_last_error().
ambient_status statusOfException() noexcept;

/// Runs `work` and converts its exceptions to a status.
template <class Work>
ambient_status guarded(Work&& work) noexcept {
    try {
        work();
        return AMBIENT_OK;
    } catch (...) {
        return statusOfException();
    }
}

/// Dereferences a pointer argument. \throws std::invalid_argument naming a null argument
template <class T>
T& required(T* pointer, const char* name) {
    if (!pointer) throw std::invalid_argument(std::string(name) + " is null");
    return *pointer;
}

/// Checks struct_size. No struct has been extended so far; a version that adds fields must accept the shorter structs
/// too.
inline void requireSize(std::size_t given, std::size_t known, const char* name) {
    if (given != known)
        throw std::invalid_argument(std::string(name) + ": struct_size is " + std::to_string(given) +
                                    ", this library expects " + std::to_string(known) +
                                    ": set struct_size to sizeof and use the header of this version");
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

/// The faces that triangles name. \throws std::invalid_argument naming a triangle with an unknown vertex
std::vector<TriangleMesh::Face> facesOf(const uint32_t* triangles, std::size_t triangleCount, std::size_t vertexCount);

/// Converts options of a model; null: the defaults. \throws std::invalid_argument if they are not those of this library
FluidBodyDef defOf(const ambient_model_options* options);

/// Converts a pose; the orientation is normalised. \param name of the argument, for errors
/// \throws std::invalid_argument if a number is not finite or the orientation is zero
Pose poseOf(const double position[3], const double orientation[4], const char* name);

/// Writes pose, velocity and time of a state.
void copyTo(ambient_body_state& to, const KirchhoffMotion& equations, const FluidBodyState& from);

/// Options of one step of a body. \throws std::invalid_argument if the duration or the wrench is wrong
IntegratorOptions optionsOf(const ambient_body& body, double duration, const double wrench[6]);

/// Converts a readout. \param forces the force set of `from`
ambient_readout readoutOf(const FluidReadout& from, const ForceSet& forces);

} // namespace ambient::c
