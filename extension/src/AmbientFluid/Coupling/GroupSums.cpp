// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/GroupSums.h"

#include "AmbientFluid/Coupling/CouplingTables.h"
#include "AmbientFluid/Math/ParallelLoop.h"

#include <cmath>

namespace ambient {
namespace {

template <class Number>
using AxisRows = std::array<std::vector<Number>, 3>;

/// The points of one tier of a body or an image, with the currents of the present amplitudes.
template <class Number>
struct PlacedTier {
    CurrentPoints<Number> points;
    AxisRows<Number> current;
    bool isUsed = false;

    void place(const CurrentPoints<Number>& from, const Pose& worldFromMesh, const Vector3& centre,
               const Reflection& image) {
        const Matrix3 turn = worldFromMesh.orientation.toRotationMatrix();
        points.place(from, image.turn * turn, image * (worldFromMesh * centre), image.ofCurrents() * turn);
        isUsed = true;
    }

    void setAmplitudes(const double* amplitudes) {
        for (int axis = 0; axis < 3; ++axis)
            current[axis].assign(points.x[axis].size(), Number(0));
        using Column = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
        const Column ofModes = Eigen::Map<const Eigen::VectorXd>(amplitudes, points.modes).cast<Number>();
        for (int p = 0; p < points.count; ++p)
            for (int axis = 0; axis < 3; ++axis) {
                const Number* row =
                    points.currents.data() + static_cast<std::ptrdiff_t>(p) * points.rowLength() + axis * points.modes;
                current[axis][p] = Eigen::Map<const Column>(row, points.modes).dot(ofModes);
            }
    }

    Vector3 flowAt(const Vector3& point) const {
        Vector3 flow = Vector3::Zero();
        for (int h = 0; h < points.count; ++h) {
            const Vector3 d = point - Vector3(points.x[0][h], points.x[1][h], points.x[2][h]);
            const double inverse2 = 1.0 / (d.squaredNorm() + static_cast<double>(points.epsilon2[h]));
            const Vector3 j(current[0][h], current[1][h], current[2][h]);
            flow += inverse2 * std::sqrt(inverse2) * d.cross(j);
        }
        return flow / (4.0 * kPi);
    }
};

template <class Number>
class GroupSumsOf final : public GroupSums {
  public:
    void place(const std::vector<CoupledBody>& bodies, const std::vector<Reflection>& images,
               const std::vector<CoupledPair>& pairs) override {
        m_count = static_cast<int>(bodies.size());
        m_places.resize(bodies.size() * (1 + images.size()));
        for (Place& place : m_places)
            for (PlacedTier<Number>& tier : place)
                tier.isUsed = false;
        const auto use = [&](int body, int image, const CoupledPair& pair) {
            const CoupledBody& of = bodies[body];
            for (int tier = 0; tier < CouplingShape::kTiers; ++tier) {
                PlacedTier<Number>& placed = m_places[at(body, image)][tier];
                if (!pair.shares[tier].isNone() && !placed.isUsed)
                    placed.place(of.shape->tables().template of<Number>(tier), of.worldFromMesh, of.shape->centre(),
                                 image < 0 ? Reflection() : images[image]);
            }
        };
        for (const CoupledPair& pair : pairs) {
            use(pair.a, -1, pair);
            use(pair.b, pair.image, pair);
        }
    }

    void computeBlocks(const std::vector<CoupledPair>& pairs) override {
        m_blocks.resize(pairs.size());
        const int slots = prepareSlots();
        m_blockLoop.run(static_cast<int>(pairs.size()), slots,
                        [&](int p, int slot) { computeBlock(pairs[p], m_buffers[slot], m_blocks[p]); });
    }

    const std::vector<Eigen::MatrixXd>& blocks() const override { return m_blocks; }

    void setAmplitudes(const Eigen::VectorXd& amplitudes, const std::vector<int>& first) override {
        for (int place = 0; place < static_cast<int>(m_places.size()); ++place)
            for (PlacedTier<Number>& tier : m_places[place])
                if (tier.isUsed) tier.setAmplitudes(amplitudes.data() + first[place % m_count]);
    }

    void addForces(const std::vector<CoupledPair>& pairs, std::vector<PairResult>& results) override {
        results.resize(pairs.size());
        const int slots = prepareSlots();
        m_forceLoop.run(static_cast<int>(pairs.size()), slots,
                        [&](int p, int slot) { results[p] = forceOf(pairs[p], m_buffers[slot]); });
    }

    Vector3 flowOf(int body, int image, const Vector3& point) const override {
        for (const PlacedTier<Number>& tier : m_places[at(body, image)])
            if (tier.isUsed) return tier.flowAt(point);
        return Vector3::Zero();
    }

  private:
    int at(int body, int image) const { return body + (image + 1) * m_count; }

    int prepareSlots() {
        const int slots = ParallelLoop::slots();
        if (static_cast<int>(m_buffers.size()) < slots) m_buffers.resize(slots);
        return slots;
    }

    void computeBlock(const CoupledPair& pair, KernelBuffers<Number>& buffers, Eigen::MatrixXd& block) const {
        int nearest = 0; // of the pair's tiers; it has the most modes
        while (pair.shares[nearest].isNone())
            ++nearest;
        block.setZero(m_places[at(pair.a, -1)][nearest].points.modes,
                      m_places[at(pair.b, pair.image)][nearest].points.modes);
        for (int tier = 0; tier < CouplingShape::kTiers; ++tier) {
            if (pair.shares[tier].value == 0.0) continue;
            const CurrentPoints<Number>&ofA = m_places[at(pair.a, -1)][tier].points,
                  &ofB = m_places[at(pair.b, pair.image)][tier].points;
            addPairBlock<Number>(ofA, ofB, pair.middle, pair.shares[tier].value, buffers,
                                 block.topLeftCorner(ofA.modes, ofB.modes));
        }
    }

    PairResult forceOf(const CoupledPair& pair, KernelBuffers<Number>& buffers) const {
        Vector3 force = Vector3::Zero(), torque = Vector3::Zero(), blend = Vector3::Zero();
        for (int tier = 0; tier < CouplingShape::kTiers; ++tier) {
            if (pair.shares[tier].isNone()) continue;
            const PlacedTier<Number>&ofA = m_places[at(pair.a, -1)][tier],
                  &ofB = m_places[at(pair.b, pair.image)][tier];
            const PairForce sum =
                pairForce<Number>(ofA.points, ofB.points, ofA.current, ofB.current, pair.middle, buffers);
            force += pair.shares[tier].value * sum.force;
            torque += pair.shares[tier].value * sum.torque;
            blend -= pair.shares[tier].slope * sum.energy * pair.ratioGradient;
        }
        return {force + blend, torque + (pair.centreA - pair.middle).cross(blend)};
    }

    using Place = std::array<PlacedTier<Number>, CouplingShape::kTiers>;

    int m_count = 0;
    std::vector<Place> m_places; ///< bodies, then the bodies in the first image, and so on
    std::vector<Eigen::MatrixXd> m_blocks;
    std::vector<KernelBuffers<Number>> m_buffers; ///< one a slot of the loops
    ParallelLoop m_blockLoop, m_forceLoop;
};

} // namespace

std::unique_ptr<GroupSums> GroupSums::make(CouplingPrecision precision) {
    if (precision == CouplingPrecision::Double) return std::make_unique<GroupSumsOf<double>>();
    return std::make_unique<GroupSumsOf<float>>();
}

} // namespace ambient
