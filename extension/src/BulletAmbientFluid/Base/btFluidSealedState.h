// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SEALED_STATE_H
#define BT_FLUID_SEALED_STATE_H

#include "BulletAmbientFluid/Base/btFluidStateStream.h"

#include <LinearMath/btScalar.h>

#include <algorithm>

/// \file
/// Beginning and end of a saved state: its kind, the precision of btScalar, and a checksum.

/// FNV-1a of the first `count` bytes.
inline std::uint64_t btFluidChecksum(const std::vector<unsigned char>& bytes, size_t count)
{
	std::uint64_t hash = 14695981039346656037u;
	for (size_t i = 0; i < count; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
	return hash;
}

/// Begins a state. \param kind of the object and the version of its format
inline void btFluidBeginState(btFluidStateWriter& out, std::uint32_t kind)
{
	out.write(kind);
	out.write(std::uint32_t(sizeof(btScalar)));
}

/// Ends a state and returns its bytes.
inline std::vector<unsigned char> btFluidEndState(btFluidStateWriter& out)
{
	out.write(btFluidChecksum(out.m_bytes, out.m_bytes.size()));
	return std::move(out.m_bytes);
}

/// A reader behind the beginning of a state. \param owner of error messages, such as "btFluidAction::restoreState"
/// \throws std::invalid_argument if the bytes are damaged or of another kind
inline btFluidStateReader btFluidOpenState(const std::vector<unsigned char>& state, std::uint32_t kind,
                                           const char* owner)
{
	const size_t size = state.size() - std::min(state.size(), sizeof(std::uint64_t));
	std::uint64_t sum = 0;
	if (size > 0) std::memcpy(&sum, state.data() + size, sizeof sum);
	if (size == 0 || sum != btFluidChecksum(state, size))
		throw std::invalid_argument(std::string(owner) + ": these bytes are damaged or not a saved state");
	btFluidStateReader in(state, owner);
	if (in.read<std::uint32_t>() != kind || in.read<std::uint32_t>() != sizeof(btScalar))
		throw std::invalid_argument(std::string(owner) +
		                            ": these bytes are not a state that this version and precision saved");
	return in;
}

/// Checks the end of a state. \throws std::invalid_argument if there are bytes left over
inline void btFluidCloseState(btFluidStateReader& in)
{
	in.read<std::uint64_t>();
	if (!in.atEnd()) throw std::invalid_argument(in.owner() + ": there are bytes after the end of the state");
}

#endif  // BT_FLUID_SEALED_STATE_H
