// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/MovedWings.h"

#include <cmath>

namespace ambient {
namespace {

/// Columns: the normal of a face, as long as the root of its area, and two of its sides.
Matrix3 faceFrame(const Vector3& a, const Vector3& b, const Vector3& c) {
    const Vector3 first = b - a, second = c - a, areaVector = 0.5 * first.cross(second);
    Matrix3 frame;
    frame << areaVector / std::sqrt(areaVector.norm()), first, second;
    return frame;
}

} // namespace

MovedWings::MovedWings(const TriangleMesh& rest, const PressureWeights& weights) : m_rest(weights.wings) {
    for (int f : m_rest.faces) {
        m_toFrame.push_back(faceFrame(rest.corner(f, 0), rest.corner(f, 1), rest.corner(f, 2)).inverse());
        m_restArea.push_back(rest.areaVector(f).norm());
    }
}

void MovedWings::moveTo(const FaceTable& table, const double* points, WingCells& cells) const {
    const auto corner = [&](int f, int k) { return Eigen::Map<const Vector3>(points + 3 * table.corner(k)[f]); };
    const double* const area = table.row(FaceTable::Area);
    const double* const x = table.row(FaceTable::CentroidX);
    const double* const y = table.row(FaceTable::CentroidY);
    const double* const z = table.row(FaceTable::CentroidZ);
    for (int cell = 0; cell < m_rest.count; ++cell) {
        const std::size_t c = static_cast<std::size_t>(cell);
        Matrix3 change = Matrix3::Zero();
        Vector3 point = Vector3::Zero();
        double shares = 0.0, growth = 0.0;
        for (int i = m_rest.places[c].firstFace; i < m_rest.places[c + 1].firstFace; ++i) {
            const std::size_t at = static_cast<std::size_t>(i);
            const int f = m_rest.faces[at];
            const double share = m_rest.faceShare[at];
            change += share * faceFrame(corner(f, 0), corner(f, 1), corner(f, 2)) * m_toFrame[at];
            point += share * Vector3(x[f], y[f], z[f]);
            growth += share * area[f] / m_restArea[at];
            shares += share;
        }
        const auto set = [&](int row, const Vector3& v) {
            for (int k = 0; k < 3; ++k)
                cells.of[static_cast<std::size_t>(row + k)][c] = v[k];
        };
        set(WingCells::PointX, point / shares);
        for (int row : {WingCells::NormalX, WingCells::ChordX, WingCells::SpanX, WingCells::WakeX}) {
            const Vector3 before = m_rest.vector(row, cell), turned = change * before;
            set(row, before.norm() / turned.norm() * turned);
        }
        const auto stretch = [&](int row, int along) {
            cells.of[static_cast<std::size_t>(row)][c] =
                (change * m_rest.vector(along, cell)).norm() / shares * m_rest.of[static_cast<std::size_t>(row)][c];
        };
        stretch(WingCells::BehindC, WingCells::ChordX);
        stretch(WingCells::BehindS, WingCells::SpanX);
        for (int row : {WingCells::Half, WingCells::LeeFlat})
            cells.of[static_cast<std::size_t>(row)][c] = growth / shares * m_rest.of[static_cast<std::size_t>(row)][c];
    }
}

} // namespace ambient
