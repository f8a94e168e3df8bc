// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/VertexLoops.h"

namespace ambient {
namespace {

template <int L>
AMBIENT_ALWAYS_INLINE void loadVectors(const VectorRows& rows, int at, typename Lanes<L>::Real (&v)[3]) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        v[axis] = load<typename Lanes<L>::Real>(rows.of[axis].data() + at);
}

struct FindDepths {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const SurfaceRows& surface, const PointRows& points, const double* up,
                                          double height, std::vector<double>& depths) {
        using Real = typename Lanes<L>::Real;
        for (int i = 0; i < points.count; i += L) {
            Real r[3];
            loadVectors<L>(points.offset, i, r);
            const Real above = load<Real>(surface.height.data() + i) - height;
            store<Real>(depths.data() + i, above - (up[0] * r[0] + up[1] * r[1] + up[2] * r[2]));
        }
    }
};

struct FindSinking {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const VectorRows& vertices, int count, const SurfaceRows& surface,
                                          const double* up, const MotionInWorld& body, std::vector<double>& sinking) {
        using Real = typename Lanes<L>::Real;
        const double *const turn = body.worldFromMesh.data(), *const spin = body.spin.data();
        for (int i = 0; i < count; i += L) {
            Real inMesh[3], r[3], normal[3], velocity[3], across = {}, upright = {};
            loadVectors<L>(vertices, i, inMesh);
            loadVectors<L>(surface.normal, i, normal);
            loadVectors<L>(surface.velocity, i, velocity);
            for (int k = 0; k < 3; ++k)
                r[k] = turn[k] * inMesh[0] + turn[3 + k] * inMesh[1] + turn[6 + k] * inMesh[2];
            for (int k = 0; k < 3; ++k) {
                const int next = (k + 1) % 3, last = (k + 2) % 3;
                const Real ofBody = body.atCenter.data()[k] + (spin[next] * r[last] - spin[last] * r[next]);
                across += (velocity[k] - ofBody) * normal[k];
                upright += up[k] * normal[k];
            }
            // Padding vertices have no normal.
            const Real none = {};
            store<Real>(sinking.data() + i, upright != none ? Real(across / upright) : none);
        }
    }
};

} // namespace

void findDepths(const SurfaceRows& surface, const PointRows& points, const Vector3& up, std::vector<double>& depths) {
    VectorRows::resizeRow(depths, points.count);
    runVectorised<FindDepths>(surface, points, up.data(), up.dot(points.origin), depths);
}

void findSinking(const FaceTable& table, const SurfaceRows& surface, const Vector3& up, const MotionInWorld& body,
                 std::vector<double>& sinking) {
    VectorRows::resizeRow(sinking, table.vertexCount());
    runVectorised<FindSinking>(table.vertices(), table.vertexCount(), surface, up.data(), body, sinking);
}

} // namespace ambient
