// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModelBytes.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "FuzzMesh.h"

#include <cmath>
#include <cstdlib>
#include <limits>

/// libFuzzer harness: bytes become a small mesh, its model and the model's bytes, which are damaged and read again. A
/// model is built or refused, and all of its numbers are finite.

using namespace ambient;

namespace {

constexpr int kMostFaces = 60;

void require(bool holds) {
    if (!holds) std::abort();
}

/// Reads the model's bytes with a few of them changed.
void readDamaged(const FluidBodyModel& model, fuzz::Bytes bytes) {
    ByteWriter out;
    FluidBodyModelBytes::write(model, out);
    for (int changes = 0; changes < 8 && !bytes.empty(); ++changes) {
        const std::size_t place = bytes.take<std::uint16_t>() % out.bytes.size();
        out.bytes[place] = bytes.take<std::uint8_t>();
    }
    if (!bytes.empty()) out.bytes.resize(out.bytes.size() - bytes.take<std::uint8_t>() % 64);
    try {
        ByteReader in(out.bytes.data(), out.bytes.size());
        FluidBodyModelBytes::read(in, model.def());
    } catch (const std::runtime_error&) {
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const int mode = bytes.take<std::uint8_t>();
    const TriangleMesh mesh = fuzz::meshOf(bytes);
    if (mesh.faceCount() > kMostFaces) return 0;
    FluidBodyDef def;
    def.addedMassMethod = mode % 16 == 0 ? AddedMassMethod::Galerkin : AddedMassMethod::Local;
    // Refinement to the usual 5 % takes a minute under the sanitizers for some of these bodies.
    def.discretisation = std::numeric_limits<double>::infinity();
    try {
        const auto model = FluidBodyModel::build(mesh, def);
        require(model->volume() > 0.0 && model->addedMassPerDensity().matrix().allFinite());
        readDamaged(*model, bytes);
    } catch (const std::invalid_argument&) {
    } catch (const std::length_error&) {
    }
    return 0;
}
