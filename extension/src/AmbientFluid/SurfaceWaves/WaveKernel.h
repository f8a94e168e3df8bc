// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/WaveGreen.h"

#include <complex>
#include <memory>

namespace ambient {

/// A Green function without the parts that FreeSurfaceSystem integrates in closed form: 1/r, +-1/r' to the mirror image
/// above the surface, and of the derivative by the depth of the source also 2 K / r' where a free surface has K =
/// w^2/g.
class WaveKernel {
  public:
    /// Value, and derivatives by the horizontal distance and by the height of the source, over scale() and its square.
    struct Part {
        std::complex<double> value, alongDistance, alongDepth;
    };

    virtual ~WaveKernel() = default;
    /// \param distance horizontal [m], above 0 unless both points are far below the surface
    /// \param z height of the point, not positive [m] \param sourceZ that of the source
    virtual Part at(double distance, double z, double sourceZ) const = 0;
    /// A number per length [1/m].
    virtual double scale() const { return 1.0; }
    /// Distance of a point and a source whose heights have this sum, at which the kernel grows; without `distance` [m].
    virtual double least(double sumOfHeights) const { return -sumOfHeights; }
};

/// k W of deep water (WaveGreen), k = K.
class DeepKernel : public WaveKernel {
  public:
    explicit DeepKernel(double k) : m_k(k), m_green(WaveGreen::instance()) {}
    Part at(double distance, double z, double sourceZ) const override {
        const WavePart wave = m_green.at(m_k * distance, m_k * (sourceZ + z));
        return {{wave.real, wave.imag}, {wave.realSlope, wave.imagSlope}, {wave.real, wave.imag}};
    }
    double scale() const override { return m_k; }

  private:
    double m_k;
    const WaveGreen& m_green;
};

/// The kernel of a free surface. \param k w^2/g [1/m] \param depth of the water [m], infinity: deep
std::unique_ptr<WaveKernel> makeWaveKernel(double k, double depth);
/// The kernel of very quick motion, phi = 0 on the surface; null in deep water, where it has no such part.
std::unique_ptr<WaveKernel> makeQuickKernel(double depth);

} // namespace ambient
