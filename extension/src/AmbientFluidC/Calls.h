// SPDX-License-Identifier: Zlib
#pragma once

#include "Handles.h"

#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/HostedBodies.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>

/// \file
/// Shared code of the C interface's sources: errors, and conversions between its arrays and the library's types. Not
/// installed.

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

/// Ends a handle. Null is no error; an error is left for ambient_last_error().
template <class Handle>
void destroy(Handle* handle, const char* argument) noexcept {
    if (handle) guarded([&] { leftBy(handle, argument); });
}

/// Dereferences a pointer argument. \throws std::invalid_argument naming a null argument
template <class T>
T& required(T* pointer, const char* name) {
    static_assert(sizeof(T) > 0, "of a handle: objectOf()");
    if (!pointer) throw std::invalid_argument(std::string(name) + " is null");
    return *pointer;
}

/// Size of a struct in the first version of the interface. A struct that has grown since has its own.
template <class Struct>
constexpr std::size_t kFirstSize = sizeof(Struct);
template <>
inline constexpr std::size_t kFirstSize<ambient_model_options> = offsetof(ambient_model_options, roughness);

template <>
inline constexpr std::size_t kFirstSize<ambient_multi_body_options> = offsetof(ambient_multi_body_options, tolerance);
template <>
inline constexpr std::size_t kFirstSize<ambient_thruster_options> = offsetof(ambient_thruster_options, dead_band);
template <>
inline constexpr std::size_t kFirstSize<ambient_wave_coefficients> = offsetof(ambient_wave_coefficients, depth);

/// Checks the struct_size of a struct, which may be that of an earlier version.
template <class Struct>
void requireSizeOf(std::size_t given, const char* name) {
    if (given >= kFirstSize<Struct> && given <= sizeof(Struct)) return;
    throw std::invalid_argument(std::string(name) + ": struct_size is " + std::to_string(given) +
                                ", this library expects " + std::to_string(sizeof(Struct)) +
                                ": set struct_size to sizeof and use the header of this version");
}

/// The fields that the caller has given, and the defaults of those that are younger than the caller's header.
template <class Struct>
Struct wholeOf(const Struct& given, const Struct& defaults, const char* name) {
    requireSizeOf<Struct>(given.struct_size, name);
    Struct whole = defaults;
    std::memcpy(&whole, &given, given.struct_size);
    return whole;
}

/// Gives the caller the fields that its header has. \param size its struct_size
template <class Struct>
void giveFields(Struct from, Struct& to, std::size_t size, const char* name) {
    requireSizeOf<Struct>(size, name);
    from.struct_size = static_cast<std::uint32_t>(size);
    std::memcpy(&to, &from, size);
}

inline Vector3 vectorOf(const double* numbers) {
    return numbers ? Vector3(numbers[0], numbers[1], numbers[2]) : Vector3(Vector3::Zero());
}

/// A vector of the caller. \throws std::invalid_argument naming a vector with a non-finite number
inline Vector3 finiteVector(const double* numbers, const char* name) {
    const Vector3 v = vectorOf(numbers);
    requireFinite(v, name);
    return v;
}

/// A 6-vector of the caller; null: zero. \throws std::invalid_argument naming a vector with a non-finite number
template <class Spatial>
Spatial finiteSpatial(const double* numbers, const char* name) {
    if (!numbers) return Spatial();
    requireFinite(numbers, 6, name);
    return Spatial(vectorOf(numbers), vectorOf(numbers + 3));
}

/// A quaternion x, y, z, w of the caller, made unit. \throws std::invalid_argument naming an argument without a
/// rotation
inline Quaternion turnOf(const double* q, const char* name) {
    return requireTurn(Quaternion(q[3], q[0], q[1], q[2]), name);
}

/// A gravity; null: 9.81 m/s^2 along -z. \throws std::invalid_argument if a component is not finite
inline Vector3 gravityOf(const double* gravity) {
    return gravity ? finiteVector(gravity, "gravity") : Vector3(0.0, 0.0, -9.81);
}

/// The inertia of a body, row by row. \throws std::invalid_argument if no body can have this inertia
Matrix3 inertiaOf(const double inertia[9], const char* name);
/// Gives the centre of mass, mesh frame, and the inertia about it of a uniform solid (makeSolidBodyOfMass()).
void copySolid(const FluidBody& solid, double centerOfMass[3], double inertia[9]);

template <class Tag>
void copyTo(double* numbers, const SpatialVector<Tag>& vector) {
    const Vector6 all = vector.vector();
    std::copy(all.data(), all.data() + 6, numbers);
}

inline void copyTo(double* numbers, const Vector3& vector) {
    std::copy(vector.data(), vector.data() + 3, numbers);
}

/// The faces of the caller's triangles. \throws std::invalid_argument naming a triangle with an unknown vertex
std::vector<TriangleMesh::Face> facesOf(const uint32_t* triangles, std::size_t triangleCount, std::size_t vertexCount);

/// Converts options of a model; null: the defaults. \throws std::invalid_argument if they are not those of this library
FluidBodyDef defOf(const ambient_model_options* options);

/// Converts a pose; the orientation is normalised. \throws std::invalid_argument naming the wrong number
Pose poseOf(const double position[3], const double orientation[4]);

/// Velocity of a state. \throws std::invalid_argument naming the non-finite number
Twist twistOf(const ambient_body_state& state);

/// Writes pose, velocity and time of a state.
void copyTo(ambient_body_state& to, const KirchhoffMotion& equations, const FluidBodyState& from);

/// Options of one step of a body. \throws std::invalid_argument if the duration or the wrench is wrong
IntegratorOptions optionsOf(const FreeBody& body, double duration, const double wrench[6]);

/// Converts a readout. \param forces the force set of `from`
ambient_readout readoutOf(const FluidReadout& from, const ForceSet& forces);

} // namespace ambient::c
