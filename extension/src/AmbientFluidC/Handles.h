// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidC/AmbientMultiBodyC.h"

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Media/FluidMedium.h"

#include <cstdint>
#include <memory>
#include <type_traits>

/// \file
/// Handles of the C interface. A handle is a number in place of a pointer and is never used twice; a table maps it to
/// its object. Objects share their parts: handles may be destroyed in any order. A handle of another kind, or a
/// destroyed one, causes an error and no crash. Not installed.

namespace ambient {
struct HostedBody;
}

namespace ambient::c {

using FreeBody = HostedBody; ///< a body without a physics engine
struct OwnWorld;
struct WorldFluid;
struct WetMultiBody;
struct MountedThruster;
struct OwnRigidBody;
struct FluidRegion;
struct FluidCoupling;
struct MooredLine;

enum class HandleKind : std::uint8_t {
    Medium,
    Model,
    Shape,
    Body,
    World,
    Fluid,
    MultiBody,
    Thruster,
    RigidBody,
    Region,
    Coupling,
    Mooring
};

/// The object behind a kind of handle.
template <HandleKind kKindOf, class ObjectOf>
struct HandleTraits {
    static constexpr HandleKind kKind = kKindOf;
    using Object = ObjectOf;
};
template <class Handle>
struct Behind;
template <>
struct Behind<ambient_medium> : HandleTraits<HandleKind::Medium, const FluidMedium> {};
template <>
struct Behind<ambient_model> : HandleTraits<HandleKind::Model, const FluidBodyModel> {};
template <>
struct Behind<ambient_shape> : HandleTraits<HandleKind::Shape, const DeformingModel> {};
template <>
struct Behind<ambient_body> : HandleTraits<HandleKind::Body, FreeBody> {};
template <>
struct Behind<ambient_world> : HandleTraits<HandleKind::World, OwnWorld> {};
template <>
struct Behind<ambient_fluid> : HandleTraits<HandleKind::Fluid, WorldFluid> {};
template <>
struct Behind<ambient_multi_body> : HandleTraits<HandleKind::MultiBody, WetMultiBody> {};
template <>
struct Behind<ambient_thruster> : HandleTraits<HandleKind::Thruster, MountedThruster> {};
template <>
struct Behind<ambient_rigid_body> : HandleTraits<HandleKind::RigidBody, OwnRigidBody> {};
template <>
struct Behind<ambient_region> : HandleTraits<HandleKind::Region, FluidRegion> {};
template <>
struct Behind<ambient_coupling> : HandleTraits<HandleKind::Coupling, FluidCoupling> {};
template <>
struct Behind<ambient_mooring> : HandleTraits<HandleKind::Mooring, MooredLine> {};

/// The object behind a handle, without a kind.
using AnyObject = std::shared_ptr<const void>;

/// Puts an object into the table. \throws std::length_error if there are too many
void* enter(HandleKind kind, AnyObject object);
/// Looks a handle up. Do not call during enter() or leave() of this handle.
/// \throws std::invalid_argument naming an argument other than a live handle of this kind
const AnyObject& lookUp(const void* handle, HandleKind kind, const char* argument);
/// Takes a handle out of the table. \throws std::invalid_argument as lookUp()
AnyObject leave(const void* handle, HandleKind kind, const char* argument);
/// \throws std::invalid_argument if the caller's address is null or a live handle
void requireAddress(const void* address, const char* argument);

/// The object behind a handle, to be kept.
template <class Handle, class Object = typename Behind<std::remove_const_t<Handle>>::Object>
std::shared_ptr<Object> sharedOf(Handle* handle, const char* argument) {
    const AnyObject& found = lookUp(handle, Behind<std::remove_const_t<Handle>>::kKind, argument);
    return std::static_pointer_cast<Object>(std::const_pointer_cast<void>(found));
}

/// The object behind a handle, to be kept; null for a null handle.
template <class Handle>
auto sharedOrNull(Handle* handle, const char* argument) -> decltype(sharedOf(handle, argument)) {
    return handle ? sharedOf(handle, argument) : nullptr;
}

/// The object behind a handle, for this call; constant behind a constant handle.
template <class Handle>
auto& objectOf(Handle* handle, const char* argument) {
    using Kept = typename Behind<std::remove_const_t<Handle>>::Object;
    using Object = std::conditional_t<std::is_const_v<Handle>, const Kept, Kept>;
    const AnyObject& found = lookUp(handle, Behind<std::remove_const_t<Handle>>::kKind, argument);
    return *static_cast<Object*>(const_cast<void*>(found.get()));
}

/// A new handle of an object.
template <class Handle>
Handle* handleOf(std::shared_ptr<typename Behind<Handle>::Object> object) {
    return static_cast<Handle*>(enter(Behind<Handle>::kKind, std::move(object)));
}

/// Ends a handle; the object lives on while others use it.
template <class Handle>
std::shared_ptr<typename Behind<Handle>::Object> leftBy(Handle* handle, const char* argument) {
    const AnyObject left = leave(handle, Behind<Handle>::kKind, argument);
    return std::static_pointer_cast<typename Behind<Handle>::Object>(std::const_pointer_cast<void>(left));
}

} // namespace ambient::c
