// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/GerstnerWaves.h"

#include "AmbientFluid/Media/FastSine.h"
#include "AmbientFluid/Media/Requirements.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr int kBlock = 32;

/// Where water comes from, X, and how far it is from there, with the derivatives of the place by X.
struct Displacement {
    double X[kBlock], Y[kBlock];
    double dx[kBlock], dy[kBlock], jxx[kBlock], jxy[kBlock], jyy[kBlock];
};

/// Adds up all waves at the first `count` origins.
struct AddDisplacements {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<WaveSet::Prepared>& waves, double time, int count,
                                          Displacement& d) {
        using Real = typename Lanes<L>::Real;
        for (int i = 0; i < count; i += L) {
            const Real X = load<Real>(d.X + i), Y = load<Real>(d.Y + i);
            Real dx = {}, dy = {}, jxx = splat<Real>(1.0), jxy = {}, jyy = splat<Real>(1.0);
            for (const WaveSet::Prepared& wave : waves) {
                const double kx = wave.kx, ky = wave.ky, orbit = wave.amplitude * wave.orbit;
                const double qx = orbit * wave.ex, qy = orbit * wave.ey;
                Real s, c;
                sineCosine<L>(kx * X + ky * Y + (wave.phase - wave.frequency * time), s, c);
                dx -= qx * s;
                dy -= qy * s;
                jxx -= (qx * kx) * c;
                jxy -= (qx * ky) * c;
                jyy -= (qy * ky) * c;
            }
            store<Real>(d.dx + i, dx);
            store<Real>(d.dy + i, dy);
            store<Real>(d.jxx + i, jxx);
            store<Real>(d.jxy + i, jxy);
            store<Real>(d.jyy + i, jyy);
        }
    }
};

void displace(const std::vector<WaveSet::Prepared>& waves, double time, int count, Displacement& d) {
    std::fill(d.X + count, d.X + paddedSize(count), 0.0);
    std::fill(d.Y + count, d.Y + paddedSize(count), 0.0);
    runVectorised<AddDisplacements>(waves, time, count, d);
}

/// What the surface is at X besides its place: elevation, slopes by X of elevation and displacement, velocity,
/// acceleration.
struct Motion {
    double h[kBlock], hx[kBlock], hy[kBlock], jxx[kBlock], jxy[kBlock], jyy[kBlock];
    double u[kBlock], v[kBlock], w[kBlock], ax[kBlock], ay[kBlock], az[kBlock];
};

/// Adds up all waves at the first `count` origins.
struct AddMotions {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<WaveSet::Prepared>& waves, double time, int count,
                                          const Displacement& d, Motion& m) {
        for (int i = 0; i < count; i += L)
            addMotions<L>(waves, time, i, d, m);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void addMotions(const std::vector<WaveSet::Prepared>& waves, double time, int i,
                                                 const Displacement& d, Motion& m) {
        using Real = typename Lanes<L>::Real;
        const Real X = load<Real>(d.X + i), Y = load<Real>(d.Y + i);
        Real h = {}, hx = {}, hy = {}, jxx = {}, jxy = {}, jyy = {};
        Real u = {}, v = {}, w = {}, ax = {}, ay = {}, az = {};
        for (const WaveSet::Prepared& wave : waves) {
            const double kx = wave.kx, ky = wave.ky, frequency = wave.frequency, a = wave.amplitude;
            const double qx = a * wave.orbit * wave.ex, qy = a * wave.orbit * wave.ey;
            Real s, c;
            sineCosine<L>(kx * X + ky * Y + (wave.phase - frequency * time), s, c);
            h += a * c;
            hx -= (a * kx) * s;
            hy -= (a * ky) * s;
            jxx -= (qx * kx) * c;
            jxy -= (qx * ky) * c;
            jyy -= (qy * ky) * c;
            u += (frequency * qx) * c;
            v += (frequency * qy) * c;
            w += (a * frequency) * s;
            ax += (frequency * qx * frequency) * s;
            ay += (frequency * qy * frequency) * s;
            az -= (a * frequency * frequency) * c;
        }
        const Real* const sums[] = {&h, &hx, &hy, &jxx, &jxy, &jyy, &u, &v, &w, &ax, &ay, &az};
        double* const out[] = {m.h, m.hx, m.hy, m.jxx, m.jxy, m.jyy, m.u, m.v, m.w, m.ax, m.ay, m.az};
        for (int sum = 0; sum < 12; ++sum)
            store<Real>(out[sum] + i, *sums[sum]);
    }
};

} // namespace

/// The places asked for and the search for where their water comes from.
struct GerstnerWaves::Block {
    /// The best X of one point so far, the square of how far its water misses the place, and the step to try from it.
    struct Search {
        double X, Y, stepX, stepY, best;
        bool found;
    };
    double x[kBlock], y[kBlock];
    Displacement d;
    Search search[kBlock];
};

GerstnerWaves::GerstnerWaves(const WaveSet& waves) : WaterSurface(waves.water().up), m_waves(waves) {
    requireThat(waves.steepness() < 1.0,
                "GerstnerWaves: crests fold over, the steepness (sum of k a coth(k depth)) must be below 1",
                waves.steepness());
    for (const WaveSet::Prepared& wave : waves.waves())
        m_curvature += wave.amplitude * wave.orbit * wave.k * wave.k;
}

bool GerstnerWaves::advance(Block& block, int i) const {
    Displacement& d = block.d;
    Block::Search& s = block.search[i];
    const double rx = block.x[i] - d.X[i] - d.dx[i], ry = block.y[i] - d.Y[i] - d.dy[i], square = rx * rx + ry * ry;
    const double tolerance = 1e-12 * m_waves.largestCrest() + 1e-15 * (std::abs(block.x[i]) + std::abs(block.y[i]));
    const bool full = square < s.best;
    if (full) {
        const double det = d.jxx[i] * d.jyy[i] - d.jxy[i] * d.jxy[i];
        s.best = square;
        s.X = d.X[i];
        s.Y = d.Y[i];
        s.stepX = (d.jyy[i] * rx - d.jxy[i] * ry) / det;
        s.stepY = (d.jxx[i] * ry - d.jxy[i] * rx) / det;
    } else {
        s.stepX *= 0.5;
        s.stepY *= 0.5;
    }
    d.X[i] = s.X + s.stepX;
    d.Y[i] = s.Y + s.stepY;
    // Taylor: a full step misses by no more than half the curvature times its square, so this needs no further look.
    s.found = full && 0.5 * m_curvature * (s.stepX * s.stepX + s.stepY * s.stepY) <= tolerance;
    return s.found;
}

void GerstnerWaves::findOrigins(Block& block, int count, double time) const {
    Displacement& d = block.d;
    for (int i = 0; i < count; ++i) {
        d.X[i] = block.x[i];
        d.Y[i] = block.y[i];
        block.search[i] = {d.X[i], d.Y[i], 0.0, 0.0, std::numeric_limits<double>::infinity(), false};
    }
    // 60 halvings reach rounding; a point that is not finite ends here too. Found points stay, whatever the others
    // need.
    for (int round = 0, open = count; round < 60 && open > 0; ++round) {
        displace(m_waves.waves(), time, count, d);
        for (int i = 0; i < count; ++i)
            if (!block.search[i].found && advance(block, i)) --open;
    }
}

void GerstnerWaves::sampleMany(const Vector3* pointsInWorld, int count, double time, SurfaceSample* samples) const {
    const Matrix3& axes = m_waves.worldFromWater();
    Block block;
    for (int first = 0; first < count; first += kBlock) {
        const int size = std::min(kBlock, count - first);
        for (int i = 0; i < size; ++i) {
            block.x[i] = axes.col(0).dot(pointsInWorld[first + i]);
            block.y[i] = axes.col(1).dot(pointsInWorld[first + i]);
        }
        findOrigins(block, size, time);
        const Displacement& d = block.d;
        Motion m;
        runVectorised<AddMotions>(m_waves.waves(), time, size, d, m);
        for (int i = 0; i < size; ++i) {
            SurfaceSample& s = samples[first + i];
            // The tangents are (xx, xy, hx) and (xy, yy, hy).
            const double xx = 1.0 + m.jxx[i], xy = m.jxy[i], yy = 1.0 + m.jyy[i];
            const Vector3 normal(xy * m.hy[i] - yy * m.hx[i], xy * m.hx[i] - xx * m.hy[i], xx * yy - xy * xy);
            s.height = m_waves.water().level + m.h[i];
            s.normal = axes * normal.normalized();
            s.velocity = axes * Vector3(m.u[i], m.v[i], m.w[i]);
            s.acceleration = axes * Vector3(m.ax[i], m.ay[i], m.az[i]);
        }
    }
}

Vector3 GerstnerWaves::surfacePoint(const Vector3& stillPointInWorld, double time) const {
    const Matrix3& axes = m_waves.worldFromWater();
    Displacement d;
    Motion m;
    d.X[0] = axes.col(0).dot(stillPointInWorld);
    d.Y[0] = axes.col(1).dot(stillPointInWorld);
    displace(m_waves.waves(), time, 1, d);
    runVectorised<AddMotions>(m_waves.waves(), time, 1, d, m);
    return axes * Vector3(d.X[0] + d.dx[0], d.Y[0] + d.dy[0], m_waves.water().level + m.h[0]);
}

} // namespace ambient
