// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ByteStreams.h"
#include "AmbientFluid/Body/FluidBodyModel.h"

namespace ambient {

/// Serialises the expensive results of FluidBodyModel::build().
/// Derived data that is quick to compute is recomputed by the same functions, so that a model that was read is bitwise
/// the one that was built.
class FluidBodyModelBytes {
  public:
    /// Increases whenever build() computes other numbers, or write() writes other bytes, for the same mesh and
    /// definition.
    /// FluidBodyModelCacheTest.cpp detects most such changes.
    static constexpr std::uint32_t kVersion = 13;

    /// Appends the fields of `def` that affect the bytes of a model.
    /// Not included: the separation angle, the factors on the forces and `progress`, which a model only carries.
    static void writeKey(const FluidBodyDef& def, ByteWriter& out);

    /// Appends mesh, report, added mass, potentials and weights: the data that read() needs beside the definition.
    static void write(const FluidBodyModel& model, ByteWriter& out);

    /// Reads a model.
    /// \param def with the key that the bytes were written for
    /// \throws std::runtime_error if the bytes are not a valid model
    static std::shared_ptr<const FluidBodyModel> read(ByteReader& in, const FluidBodyDef& def);

    /// \throws std::invalid_argument naming the field of `def` that is out of range
    static void requireValid(const FluidBodyDef& def) { FluidBodyModel::requireValid(def); }

  private:
    template <class Stream, class Model, class Data>
    static void pass(Stream& stream, Model& model, Data& surface);
};

} // namespace ambient
