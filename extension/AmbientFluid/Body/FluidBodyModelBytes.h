// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ByteStreams.h"
#include "AmbientFluid/Body/FluidBodyModel.h"

namespace ambient {

/// A model as bytes: all that FluidBodyModel::build() takes long for. What follows from it quickly is computed anew, by
/// the same functions, so that a model that was read has the bits of the one that was built.
class FluidBodyModelBytes {
  public:
    /// Goes up whenever build() computes other numbers, or write() writes other bytes, for the same mesh and
    /// definition; FluidBodyModelCacheTest.cpp notices most of such changes.
    static constexpr std::uint32_t kVersion = 3;

    /// Appends what of `def` goes into the bytes of a model; not the angle of separation, the factors on the forces and
    /// `progress`, which a model only carries.
    static void writeKey(const FluidBodyDef& def, ByteWriter& out);

    /// Appends mesh, report, added mass, potentials and weights: what read() needs beside the definition.
    static void write(const FluidBodyModel& model, ByteWriter& out);

    /// \param def with the key that the bytes were written for
    /// \throws std::runtime_error when the bytes are no model
    static std::shared_ptr<const FluidBodyModel> read(ByteReader& in, const FluidBodyDef& def);

    /// \throws std::invalid_argument naming the field of `def` that is out of range
    static void requireValid(const FluidBodyDef& def) { FluidBodyModel::requireValid(def); }

  private:
    template <class Stream, class Model>
    static void pass(Stream& stream, Model& model);
};

} // namespace ambient
