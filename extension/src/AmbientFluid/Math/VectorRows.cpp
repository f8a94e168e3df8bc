// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/VectorRows.h"

#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>

namespace ambient {
namespace {

struct Turn {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const Matrix3& turn, const Vector3& minus, const VectorRows& from,
                                          VectorRows& to, int count) {
        using Real = typename Lanes<L>::Real;
        double row[3][3], less[3];
        for (int i = 0; i < 3; ++i) {
            less[i] = minus.data()[i];
            for (int k = 0; k < 3; ++k)
                row[i][k] = turn.data()[3 * k + i];
        }
        for (int point = 0; point < count; point += L) {
            Real v[3];
            for (int k = 0; k < 3; ++k)
                v[k] = load<Real>(from.of[static_cast<std::size_t>(k)].data() + point) - less[k];
            for (int i = 0; i < 3; ++i)
                store<Real>(to.of[static_cast<std::size_t>(i)].data() + point,
                            row[i][0] * v[0] + row[i][1] * v[1] + row[i][2] * v[2]);
        }
    }
};

} // namespace

void VectorRows::resizeRow(std::vector<double>& row, int count) {
    row.resize(static_cast<std::size_t>(paddedSize(count)));
    std::fill(row.begin() + count, row.end(), 0.0);
}

void turnRows(const Matrix3& turn, const Vector3& minus, const VectorRows& from, VectorRows& to, int count) {
    runVectorised<Turn>(turn, minus, from, to, count);
}

} // namespace ambient
