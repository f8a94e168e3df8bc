// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRepair.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

/// libFuzzer harness: bytes become a mesh, and the promises of checkMesh and repairMesh must hold for it.
/// Build: clang++ -std=c++17 -g -O1 -fsanitize=fuzzer,address -I extension -isystem <eigen3> this file and
/// extension/AmbientFluid/Mesh/*.cpp

using namespace ambient;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// Consumes the input; zero when it is used up.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : m_data(data), m_left(size) {}

    template <class T>
    T take() {
        T value{};
        const std::size_t n = std::min(sizeof value, m_left);
        if (n > 0) std::memcpy(&value, m_data, n);
        m_data += n;
        m_left -= n;
        return value;
    }

    bool empty() const { return m_left == 0; }

  private:
    const std::uint8_t* m_data;
    std::size_t m_left;
};

/// Bit 0: raw doubles or small integers for positions. Bit 1: raw or small indices. Bits 2-4: scale, for tiny and huge.
TriangleMesh meshOf(Bytes bytes) {
    const int mode = bytes.take<std::uint8_t>();
    const int vertexCount = bytes.take<std::uint8_t>() % 64;
    const double scale = std::ldexp(1.0, 80 * (mode >> 2 & 7) - 320);
    TriangleMesh mesh;
    for (int v = 0; v < vertexCount; ++v) {
        Vector3 p;
        for (int k = 0; k < 3; ++k)
            p[k] = mode & 1 ? bytes.take<double>() : scale * bytes.take<std::int8_t>();
        mesh.vertices.push_back(p);
    }
    while (!bytes.empty()) {
        TriangleMesh::Face face;
        for (int& v : face)
            v = mode & 2 ? bytes.take<std::int32_t>() : bytes.take<std::uint8_t>() % (vertexCount + 1);
        mesh.faces.push_back(face);
    }
    return mesh;
}

bool sameMesh(const TriangleMesh& a, const TriangleMesh& b) {
    return a.faces == b.faces && a.vertices.size() == b.vertices.size() &&
           (a.vertices.empty() ||
            std::memcmp(a.vertices.data(), b.vertices.data(), a.vertices.size() * sizeof(Vector3)) == 0);
}

void requireHonest(const MeshReport& r) {
    require(std::isfinite(r.volume) && std::isfinite(r.area) && r.centroid.allFinite());
    require(r.boundsMin.allFinite() && r.boundsMax.allFinite());
    for (const MeshIssue& i : r.issues)
        require(i.message.rfind(i.where + ": ", 0) == 0);
    if (!r.usable()) return;
    require(r.volume > 0.0 && r.area > 0.0 && r.faceCount >= 4);
    require(r.closed && r.oriented && r.manifold && r.outward);
    require(r.eulerCharacteristic <= 2 * r.componentCount && r.eulerCharacteristic % 2 == 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const TriangleMesh mesh = meshOf(Bytes(data, size));
    requireHonest(checkMesh(mesh));
    for (MeshRepair repair : {MeshRepair::None, MeshRepair::Safe, MeshRepair::FlipInverted}) {
        const CheckedMesh once = repairMesh(mesh, repair);
        requireHonest(once.report);
        const CheckedMesh twice = repairMesh(once.mesh, repair);
        require(sameMesh(once.mesh, twice.mesh));
        require(twice.report.repairs.empty());
        try {
            requireUsableMesh(mesh, repair);
            require(once.report.usable());
        } catch (const MeshError& e) {
            require(!once.report.usable() && e.what() == once.report.issues.front().message);
        }
    }
    return 0;
}
