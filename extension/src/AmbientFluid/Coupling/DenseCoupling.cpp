// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/DenseCoupling.h"

#include "AmbientFluid/Coupling/SheetPairs.h"
#include "AmbientFluid/Math/SymmetricEigen.h"

#include <stdexcept>
#include <string>

namespace ambient {

/// A body or an image of one, and its part of the system.
struct DenseCoupling::Placed {
    PlacedSheet sheet;
    int first;             ///< row of its first vertex
    Vector3 about;         ///< world [m]
    SixColumns load;       ///< B of world twists about `about`
    Matrix aloneAddedMass; ///< load^T W_ii^-1 load
};

namespace {

/// B of world twists about `about`.
SixColumns worldLoad(const CurrentSheet& sheet, const Pose& worldFromSheet, const Vector3& about) {
    // A world twist is, in the axes of the sheet and about its centre, (R^T w, R^T (v + w x (centre - about))).
    const Matrix3 turn = worldFromSheet.orientation.toRotationMatrix().transpose();
    Matrix6 map = Matrix6::Zero();
    map.topLeftCorner<3, 3>() = map.bottomRightCorner<3, 3>() = turn;
    map.bottomLeftCorner<3, 3>() = -turn * skew(worldFromSheet.position - about);
    return sheet.load * map;
}

PairKernel kernelOf(DenseCoupling::Kernel kernel) {
    return kernel == DenseCoupling::Kernel::Regularised ? PairKernel::Points : PairKernel::Panels;
}

FaceCurrents currentsOf(const PlacedSheet& placed, const Eigen::VectorXd& layer) {
    const CurrentColumns columns = placed.sheet->currents(layer);
    FaceCurrents inSheet(3, placed.sheet->mesh.faceCount());
    for (int axis = 0; axis < 3; ++axis)
        inSheet.row(axis) = columns.axis[axis].col(0).transpose();
    return placed.turn * inSheet;
}

} // namespace

DenseCoupling::DenseCoupling(const std::vector<TriangleMesh>& meshes, Kernel kernel, double squaredEpsilon)
    : m_kernel(kernel), m_squaredEpsilon(squaredEpsilon) {
    for (const TriangleMesh& mesh : meshes)
        m_sheets.push_back(std::make_unique<CurrentSheet>(mesh));
}

DenseCoupling::~DenseCoupling() = default;

void DenseCoupling::place(const std::vector<DenseBody>& bodies, const std::vector<Reflection>& images) {
    if (bodies.empty()) throw std::invalid_argument("coupling: there is no body");
    std::vector<Placed> placed, mirrored;
    int first = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const DenseBody& body = bodies[i];
        if (body.mesh < 0 || body.mesh >= static_cast<int>(m_sheets.size()) || !body.worldFromMesh.isFinite() ||
            !body.about.allFinite())
            throw std::invalid_argument("coupling: body " + std::to_string(i) +
                                        ": its mesh is unknown or its place is not finite");
        const CurrentSheet& sheet = *m_sheets[body.mesh];
        const Pose worldFromSheet{body.worldFromMesh.orientation, body.worldFromMesh * sheet.centre};
        const Vector3 about = body.worldFromMesh * body.about;
        const SixColumns load = worldLoad(sheet, worldFromSheet, about);
        placed.push_back({PlacedSheet(sheet, worldFromSheet, Reflection(), m_squaredEpsilon), first, about, load,
                          load.transpose() * sheet.solve(load)});
        for (const Reflection& image : images)
            mirrored.push_back({PlacedSheet(sheet, worldFromSheet, image, m_squaredEpsilon), first, about, {}, {}});
        first += sheet.mesh.vertexCount();
    }
    m_bodies = std::move(placed);
    m_images = std::move(mirrored);
    m_matrix.setZero(first, first);
    assemble();
}

void DenseCoupling::assemble() {
    const PairKernel kernel = kernelOf(m_kernel);
    const auto addBlock = [&](const Placed& a, const Placed& b) {
        const Matrix block = energyOf(a.sheet, b.sheet, meanPotentials(a.sheet, b.sheet, kernel));
        m_matrix.block(a.first, b.first, block.rows(), block.cols()) += block;
    };
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            addBlock(m_bodies[i], m_bodies[j]); // only the lower triangle is read
        for (const Placed& image : m_images)
            if (image.first <= m_bodies[i].first) addBlock(m_bodies[i], image);
        const Matrix& self = m_bodies[i].sheet.sheet->self;
        m_matrix.block(m_bodies[i].first, m_bodies[i].first, self.rows(), self.cols()) += self;
    }
    const Eigen::MatrixXd full = m_matrix.selfadjointView<Eigen::Lower>();
    m_matrix = full;
    const Eigen::LLT<Matrix> cholesky(m_matrix);
    if (cholesky.info() != Eigen::Success)
        throw std::invalid_argument("coupling: the energy is not positive: bodies overlap each other or a wall");
    const int count = 6 * static_cast<int>(m_bodies.size());
    Matrix loads = Matrix::Zero(m_matrix.rows(), count);
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        loads.block(m_bodies[i].first, 6 * static_cast<int>(i), m_bodies[i].load.rows(), 6) = m_bodies[i].load;
    m_layers = cholesky.solve(loads);
    m_addedMass = loads.transpose() * m_layers;
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        m_addedMass.block<6, 6>(6 * static_cast<int>(i), 6 * static_cast<int>(i)) -= m_bodies[i].aloneAddedMass;
    m_addedMass = (0.5 * (m_addedMass + m_addedMass.transpose())).eval();
}

Eigen::MatrixXd DenseCoupling::layersOf(const std::vector<Twist>& twists) const {
    if (twists.size() != m_bodies.size())
        throw std::invalid_argument("coupling: " + std::to_string(twists.size()) + " twists for " +
                                    std::to_string(m_bodies.size()) + " bodies");
    Eigen::VectorXd stacked(6 * twists.size());
    for (std::size_t i = 0; i < twists.size(); ++i)
        stacked.segment<6>(6 * static_cast<int>(i)) = twists[i].vector();
    return m_layers * stacked;
}

std::vector<Wrench> DenseCoupling::gradient(const std::vector<Twist>& twists) const {
    const PairKernel kernel = kernelOf(m_kernel);
    const Eigen::VectorXd layers = layersOf(twists);
    const auto currents = [&](const Placed& placed) {
        return currentsOf(placed.sheet, layers.segment(placed.first, placed.sheet.sheet->mesh.vertexCount()));
    };
    std::vector<FaceCurrents> ofBody;
    for (const Placed& body : m_bodies)
        ofBody.push_back(currents(body));
    std::vector<Wrench> result(m_bodies.size());
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Vector3 &atI = m_bodies[i].about, &atJ = m_bodies[j].about;
            const Wrench onI = pairWrench(m_bodies[i].sheet, m_bodies[j].sheet, ofBody[i], ofBody[j], atI, kernel);
            result[i] += onI;
            result[j] += Wrench(-onI.angular - (atI - atJ).cross(onI.linear), -onI.linear);
        }
    for (const Placed& image : m_images) {
        const FaceCurrents ofImage = currents(image);
        for (std::size_t i = 0; i < m_bodies.size(); ++i)
            result[i] += pairWrench(m_bodies[i].sheet, image.sheet, ofBody[i], ofImage, m_bodies[i].about, kernel);
    }
    return result;
}

Vector3 DenseCoupling::flowAt(const Vector3& point, const std::vector<Twist>& twists) const {
    const Eigen::VectorXd layers = layersOf(twists);
    Vector3 flow = Vector3::Zero();
    const auto addFlowOf = [&](const Placed& placed) {
        const FaceCurrents currents =
            currentsOf(placed.sheet, layers.segment(placed.first, placed.sheet.sheet->mesh.vertexCount()));
        const PlacedSheet::Points& points = placed.sheet.medium;
        for (int h = 0; h < currents.cols(); ++h) {
            Vector3 field = Vector3::Zero(); // mean of (point - x)/r^3
            for (int k = 0; k < points.perFace; ++k) {
                const Vector3 d = point - points.position[h * points.perFace + k];
                const double r2 = d.squaredNorm();
                field += points.weight[k] / (r2 * std::sqrt(r2)) * d;
            }
            flow += field.cross(Vector3(currents.col(h))) / (4.0 * kPi);
        }
    };
    for (const Placed& body : m_bodies)
        addFlowOf(body);
    for (const Placed& image : m_images)
        addFlowOf(image);
    return flow;
}

double DenseCoupling::smallestEigenvalue() const {
    Matrix scaled = m_matrix;
    for (const Placed& body : m_bodies) {
        const Matrix& self = body.sheet.sheet->self;
        const Eigen::LLT<Matrix> factor(self);
        const int n = static_cast<int>(self.rows());
        auto rows = scaled.middleRows(body.first, n);
        rows = factor.matrixL().solve(Matrix(rows)).eval();
        auto columns = scaled.middleCols(body.first, n);
        columns = factor.matrixL().solve(Matrix(columns.transpose())).transpose().eval();
    }
    return symmetricEigenvalues(scaled)(0);
}

} // namespace ambient
