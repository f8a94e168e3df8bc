// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "FuzzMesh.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

/// libFuzzer harness: bytes become a mesh, and the promises of checkMesh and repairMesh must hold.

using namespace ambient;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
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
    const TriangleMesh mesh = fuzz::meshOf(fuzz::Bytes(data, size));
    requireHonest(checkMesh(mesh));
    for (MeshRepair repair : {MeshRepair::None, MeshRepair::Safe, MeshRepair::FlipInverted}) {
        const CheckedMesh once = repairMesh(mesh, repair);
        requireHonest(once.report);
        require(once.givenFaces.size() == once.mesh.faces.size());
        for (int f : once.givenFaces)
            require(f >= 0 && f < mesh.faceCount());
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
