// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveScattering.h"

#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <cmath>

namespace ambient {

std::vector<double> WaveScattering::headings() {
    std::vector<double> all;
    for (int i = 0; i < kHeadings; ++i)
        all.push_back(2.0 * kPi * i / kHeadings);
    return all;
}

WaveScattering::WaveScattering(const WaveRadiation& radiation, const RadiationFilter& filter,
                               const std::function<Complex6(const WaveRow&, double)>& waterMotion) {
    for (const WaveRow& row : radiation.rows) {
        if (row.excitation.size() != static_cast<std::size_t>(kHeadings)) return;
        using Square = Eigen::Matrix<std::complex<double>, 6, 6>;
        Square answer = filter.impedance(row.frequency).conjugate();
        answer -= std::complex<double>(0.0, row.frequency) * radiation.addedMassAtInfinity.cast<std::complex<double>>();
        m_roots.push_back(std::sqrt(row.waveNumber));
        for (const WaveExcitation& wave : row.excitation)
            m_entries.push_back(wave.diffraction - answer * waterMotion(row, wave.heading));
    }
}

Complex6 WaveScattering::at(double k, double heading) const {
    if (isEmpty()) return Complex6::Zero();
    const double root = std::sqrt(k), turn = heading / (2.0 * kPi) * kHeadings;
    const double whole = std::floor(turn), across = turn - whole;
    const int first = ((static_cast<int>(whole) % kHeadings) + kHeadings) % kHeadings, next = (first + 1) % kHeadings;
    const auto rowAt = [&](std::size_t row) -> Complex6 {
        const Complex6* const entries = &m_entries[row * static_cast<std::size_t>(kHeadings)];
        return (1.0 - across) * entries[first] + across * entries[next];
    };
    const auto above = std::lower_bound(m_roots.begin(), m_roots.end(), root);
    const std::size_t row = static_cast<std::size_t>(above - m_roots.begin());
    if (row == 0) return (root / m_roots[0]) * (root / m_roots[0]) * rowAt(0);
    if (row == m_roots.size()) return (m_roots.back() / root) * (m_roots.back() / root) * rowAt(row - 1);
    const double along = (root - m_roots[row - 1]) / (m_roots[row] - m_roots[row - 1]);
    return (1.0 - along) * rowAt(row - 1) + along * rowAt(row);
}

} // namespace ambient
