// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/GroupSums.h"

#include "AmbientFluid/Coupling/CouplingTables.h"

#include <cmath>
#include <type_traits>

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
        m_near.resize(bodies.size() * (1 + images.size()));
        m_far.resize(m_near.size());
        for (std::size_t i = 0; i < m_near.size(); ++i)
            m_near[i].isUsed = m_far[i].isUsed = false;
        const auto use = [&](int body, int image, const CoupledPair& pair) {
            const CoupledBody& of = bodies[body];
            const Reflection reflection = image < 0 ? Reflection() : images[image];
            const CouplingTables& tables = of.shape->tables();
            constexpr bool isDouble = std::is_same_v<Number, double>;
            PlacedTier<Number>&near = m_near[at(body, image)], &far = m_far[at(body, image)];
            if constexpr (isDouble) {
                if (pair.near != 0.0 && !near.isUsed)
                    near.place(tables.faces, of.worldFromMesh, of.shape->centre(), reflection);
                if (pair.far != 0.0 && !far.isUsed)
                    far.place(tables.clusters, of.worldFromMesh, of.shape->centre(), reflection);
            } else {
                if (pair.near != 0.0 && !near.isUsed)
                    near.place(tables.singleFaces, of.worldFromMesh, of.shape->centre(), reflection);
                if (pair.far != 0.0 && !far.isUsed)
                    far.place(tables.singleClusters, of.worldFromMesh, of.shape->centre(), reflection);
            }
        };
        for (const CoupledPair& pair : pairs) {
            use(pair.a, -1, pair);
            use(pair.b, pair.image, pair);
        }
    }

    void computeBlocks(const std::vector<CoupledPair>& pairs, const std::vector<int>& first) override {
        const int count = static_cast<int>(pairs.size());
        m_blocks.resize(pairs.size());
#pragma omp parallel if (count > 2)
        {
            KernelBuffers<Number> buffers;
#pragma omp for schedule(dynamic, 1)
            for (int p = 0; p < count; ++p) {
                const CoupledPair& pair = pairs[p];
                Eigen::MatrixXd& block = m_blocks[p];
                block.setZero(first[pair.a + 1] - first[pair.a], first[pair.b + 1] - first[pair.b]);
                const int a = at(pair.a, -1), b = at(pair.b, pair.image);
                if (pair.near != 0.0)
                    addPairBlock<Number>(m_near[a].points, m_near[b].points, pair.middle, pair.near, buffers, block);
                if (pair.far != 0.0)
                    addPairBlock<Number>(m_far[a].points, m_far[b].points, pair.middle, pair.far, buffers,
                                         block.topLeftCorner(m_far[a].points.modes, m_far[b].points.modes));
            }
        }
    }

    const std::vector<Eigen::MatrixXd>& blocks() const override {
        return m_blocks;
    }

    void setAmplitudes(const Eigen::VectorXd& amplitudes, const std::vector<int>& first) override {
        for (int place = 0; place < static_cast<int>(m_near.size()); ++place) {
            const double* const ofBody = amplitudes.data() + first[place % m_count];
            if (m_near[place].isUsed) m_near[place].setAmplitudes(ofBody);
            if (m_far[place].isUsed) m_far[place].setAmplitudes(ofBody);
        }
    }

    void addForces(const std::vector<CoupledPair>& pairs, std::vector<PairResult>& results) override {
        const int count = static_cast<int>(pairs.size());
        results.resize(pairs.size());
#pragma omp parallel if (count > 2)
        {
            KernelBuffers<Number> buffers;
#pragma omp for schedule(dynamic, 1)
            for (int p = 0; p < count; ++p)
                results[p] = forceOf(pairs[p], buffers);
        }
    }

    Vector3 flowOf(int body, int image, const Vector3& point) const override {
        const int place = at(body, image);
        if (m_near[place].isUsed) return m_near[place].flowAt(point);
        return m_far[place].isUsed ? m_far[place].flowAt(point) : Vector3(Vector3::Zero());
    }

  private:
    int at(int body, int image) const {
        return body + (image + 1) * m_count;
    }

    PairResult forceOf(const CoupledPair& pair, KernelBuffers<Number>& buffers) const {
        const int a = at(pair.a, -1), b = at(pair.b, pair.image);
        Vector3 force = Vector3::Zero(), torque = Vector3::Zero(), blend = Vector3::Zero();
        const auto add = [&](const PlacedTier<Number>& ofA, const PlacedTier<Number>& ofB, double share, double slope) {
            if (share == 0.0 && slope == 0.0) return;
            const PairForce sum =
                pairForce<Number>(ofA.points, ofB.points, ofA.current, ofB.current, pair.middle, buffers);
            force += share * sum.force;
            torque += share * sum.torque;
            blend -= slope * sum.energy * pair.ratioGradient;
        };
        add(m_near[a], m_near[b], pair.near, pair.nearSlope);
        add(m_far[a], m_far[b], pair.far, pair.farSlope);
        return {force + blend, torque + (pair.centreA - pair.middle).cross(blend)};
    }

    int m_count = 0;
    std::vector<PlacedTier<Number>> m_near, m_far; ///< bodies, then the bodies in the first image, and so on
    std::vector<Eigen::MatrixXd> m_blocks;
};

} // namespace

std::unique_ptr<GroupSums> GroupSums::make(CouplingPrecision precision) {
    if (precision == CouplingPrecision::Double) return std::make_unique<GroupSumsOf<double>>();
    return std::make_unique<GroupSumsOf<float>>();
}

} // namespace ambient
