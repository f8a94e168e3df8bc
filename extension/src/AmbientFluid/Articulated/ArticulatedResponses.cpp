// SPDX-License-Identifier: Zlib
// Responses of a tree to several impulses at once.
#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>

namespace ambient {

/// The sweeps of respond() for L impulses at a time.
struct ArticulatedDynamics::ResponseSweep {
    template <int L>
    static AMBIENT_ALWAYS_INLINE void run(const ArticulatedDynamics& tree, const double* impulses, int last,
                                          double* changes, double* buffer) {
        using Real = typename Lanes<L>::Real;
        for (int at = 0; at < kLanes; at += L) {
            inward<Real>(tree.m_links, impulses + at, last, buffer + at);
            baseChange<Real>(tree, impulses + at, buffer + at, changes + at);
            outward<Real>(tree.m_links, buffer + at, changes + at);
        }
    }

    // The buffer has per link the force on it, later its motion, and the residuals of its joint.
    static constexpr int kResidual = 6, kPerLink = 9;

    template <class Real>
    static AMBIENT_ALWAYS_INLINE Real at(const double* buffer, int number) {
        return load<Real>(buffer + kLanes * number);
    }

    /// Adds to three numbers the product of a matrix of 3 rows and columns, or of its transpose, with a vector.
    template <bool kTransposed, class Real>
    static AMBIENT_ALWAYS_INLINE void addTurned(const double* matrix, const Real (&v)[3], Real* to) {
        constexpr int kStep = kTransposed ? 1 : 3; // matrices lie in columns
        AMBIENT_UNROLL
        for (int r = 0; r < 3; ++r) {
            const double* const m = kTransposed ? matrix + 3 * r : matrix + r;
            to[r] += m[0] * v[0] + m[kStep] * v[1] + m[2 * kStep] * v[2];
        }
    }

    template <class Real>
    static AMBIENT_ALWAYS_INLINE Real dot(const double* a, const Real (&b)[6]) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
    }

    template <class Real>
    static AMBIENT_ALWAYS_INLINE void addScaled(const double* a, const Real& factor, Real (&to)[6]) {
        AMBIENT_UNROLL
        for (int k = 0; k < 6; ++k)
            to[k] += a[k] * factor;
    }

    /// D^-1 times three numbers.
    template <class Real>
    static AMBIENT_ALWAYS_INLINE Real ofAxis(const LinkData& link, int k, const Real (&v)[3]) {
        const double* const d = link.factors.perAxes.data();
        Real sum = d[k] * v[0];
        for (int j = 1; j < link.axes.count; ++j)
            sum += d[3 * j + k] * v[j];
        return sum;
    }

    template <class Real>
    static AMBIENT_ALWAYS_INLINE void inward(const std::vector<LinkData>& links, const double* impulses, int last,
                                             double* buffer) {
        const int count = static_cast<int>(links.size());
        for (int i = 0; i < kPerLink * count; ++i)
            store(buffer + kLanes * i, Real{});
        for (int i = last; i > 0; --i) {
            const LinkData& link = links[static_cast<std::size_t>(i)];
            double *const own = buffer + kLanes * kPerLink * i, *const parent =
                                                                    buffer + kLanes * kPerLink * link.parent;
            Real force[6], residual[3];
            for (int k = 0; k < 6; ++k)
                force[k] = at<Real>(own, k);
            for (int k = 0; k < link.axes.count; ++k) {
                residual[k] = at<Real>(impulses, 6 + link.firstRate + k) - dot(link.axes.columns[k].data(), force);
                store(own + kLanes * (kResidual + k), residual[k]);
            }
            for (int k = 0; k < link.axes.count; ++k)
                addScaled(link.factors.inertiaAxes[k].data(), ofAxis(link, k, residual), force);
            const double* const r = link.fromParent.data();
            const Real f[3] = {force[3], force[4], force[5]};
            const Real t[3] = {force[0] + (r[1] * f[2] - r[2] * f[1]), force[1] + (r[2] * f[0] - r[0] * f[2]),
                               force[2] + (r[0] * f[1] - r[1] * f[0])};
            Real sum[6];
            for (int k = 0; k < 6; ++k)
                sum[k] = at<Real>(parent, k);
            addTurned<true>(link.childFromParent.data(), t, sum);
            addTurned<true>(link.childFromParent.data(), f, sum + 3);
            for (int k = 0; k < 6; ++k)
                store(parent + kLanes * k, sum[k]);
        }
    }

    template <class Real>
    static AMBIENT_ALWAYS_INLINE void baseChange(const ArticulatedDynamics& tree, const double* impulses,
                                                 double* buffer, double* changes) {
        Real change[6] = {};
        for (int k = 0; k < 6 && !tree.isBaseGiven(); ++k)
            addScaled(tree.m_inverseOfBase.data() + 6 * k, Real(at<Real>(impulses, k) - at<Real>(buffer, k)), change);
        for (int k = 0; k < 6; ++k) {
            store(buffer + kLanes * k, change[k]);
            store(changes + kLanes * k, change[k]);
        }
    }

    template <class Real>
    static AMBIENT_ALWAYS_INLINE void outward(const std::vector<LinkData>& links, double* buffer, double* changes) {
        const int count = static_cast<int>(links.size());
        for (int i = 1; i < count; ++i) {
            const LinkData& link = links[static_cast<std::size_t>(i)];
            double* const own = buffer + kLanes * kPerLink * i;
            const double* const parent = buffer + kLanes * kPerLink * link.parent;
            const Real w[3] = {at<Real>(parent, 0), at<Real>(parent, 1), at<Real>(parent, 2)};
            const Real v[3] = {at<Real>(parent, 3), at<Real>(parent, 4), at<Real>(parent, 5)};
            const double* const r = link.fromParent.data();
            Real motion[6] = {};
            addTurned<false>(link.childFromParent.data(), w, motion);
            motion[3] = motion[1] * r[2] - motion[2] * r[1];
            motion[4] = motion[2] * r[0] - motion[0] * r[2];
            motion[5] = motion[0] * r[1] - motion[1] * r[0];
            addTurned<false>(link.childFromParent.data(), v, motion + 3);
            Real rest[3], rate[3];
            for (int k = 0; k < link.axes.count; ++k)
                rest[k] = at<Real>(own, kResidual + k) - dot(link.factors.inertiaAxes[k].data(), motion);
            for (int k = 0; k < link.axes.count; ++k) {
                rate[k] = ofAxis(link, k, rest);
                store(changes + kLanes * (6 + link.firstRate + k), rate[k]);
            }
            for (int k = 0; k < link.axes.count; ++k)
                addScaled(link.axes.columns[k].data(), rate[k], motion);
            for (int k = 0; k < 6; ++k)
                store(own + kLanes * k, motion[k]);
        }
    }
};

void ArticulatedDynamics::respond(int count, const double* impulses, double* changes) {
    respondFreely(count, impulses, changes);
    for (int l = 0; l < count && m_gears.any(); ++l) {
        Vector6 base;
        for (int k = 0; k < 6; ++k)
            base(k) = changes[kLanes * k + l];
        for (int k = 0; k < m_body->rateCount(); ++k)
            m_jointChange(k) = changes[kLanes * (6 + k) + l];
        m_gears.close(*this, base, m_jointChange);
        for (int k = 0; k < 6; ++k)
            changes[kLanes * k + l] = base(k);
        for (int k = 0; k < m_body->rateCount(); ++k)
            changes[kLanes * (6 + k) + l] = m_jointChange(k);
    }
}

void ArticulatedDynamics::respondFreely(int count, const double* impulses, double* changes) {
    if (m_coupling) {
        const int rates = m_body->rateCount();
        for (int l = 0; l < count; ++l) {
            Vector6 base, baseChange;
            for (int k = 0; k < 6; ++k)
                base(k) = impulses[kLanes * k + l];
            for (int k = 0; k < rates; ++k)
                m_jointBuffer(k) = impulses[kLanes * (6 + k) + l];
            m_jointSpace.respond(*this, base, m_jointBuffer, baseChange, m_jointChange);
            for (int k = 0; k < 6; ++k)
                changes[kLanes * k + l] = baseChange(k);
            for (int k = 0; k < rates; ++k)
                changes[kLanes * (6 + k) + l] = m_jointChange(k);
        }
        return;
    }
    // Behind the last joint with an impulse nothing acts.
    int rate = m_body->rateCount() - 1;
    const auto isZero = [&](int k) {
        const double* const first = impulses + kLanes * (6 + k);
        return std::all_of(first, first + kLanes, [](double value) { return value == 0.0; });
    };
    while (rate >= 0 && isZero(rate))
        --rate;
    int last = m_body->linkCount() - 1;
    while (last > 0 && (at(last).axes.count == 0 || at(last).firstRate > rate))
        --last;
    m_lanes.resize(static_cast<std::size_t>(kLanes * ResponseSweep::kPerLink * m_body->linkCount()));
    runVectorised<ResponseSweep>(static_cast<const ArticulatedDynamics&>(*this), impulses, last, changes,
                                 m_lanes.data());
}

} // namespace ambient
