// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/FreeSurfaceSystem.h"

#include "AmbientFluid/Math/ComplexLu.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include <Eigen/LU>

#include <cmath>
#include <map>
#include <stdexcept>

namespace ambient {
namespace {

using Complex = std::complex<double>;

/// Sign of the unit motions at a mirror image, rotations first: velocities turn around their component across the
/// plane, rotations around those in the plane.
constexpr double kMotionParity[2][6] = {{1.0, -1.0, -1.0, -1.0, 1.0, 1.0}, {-1.0, 1.0, -1.0, 1.0, -1.0, 1.0}};

} // namespace

/// The matrices and right sides of all classes at one wave number.
class ClassSystems {
  public:
    ClassSystems(std::size_t classes, int size) {
        for (std::size_t c = 0; c < classes; ++c)
            m_matrices.emplace_back(size);
        m_loads.resize(classes);
    }
    ComplexLu& matrix(std::size_t c) { return m_matrices[c]; }
    Eigen::MatrixXcd& load(std::size_t c) { return m_loads[c]; }

  private:
    std::vector<ComplexLu> m_matrices;
    std::vector<Eigen::MatrixXcd> m_loads;
};

/// Integrals of a kernel over a panel.
struct FreeSurfaceSystem::WaveSums {
    Complex single; ///< of its value
    Complex normal; ///< of its derivative along the normal
};

FreeSurfaceSystem::FreeSurfaceSystem(const WetPanels& panels)
    : m_panels(panels), m_hull(static_cast<int>(panels.hull().size())),
      m_points(m_hull + static_cast<int>(panels.lid().size())), m_flux(m_hull, 6) {
    for (int i = 0; i < m_hull; ++i)
        m_flux.row(i) = unitMotionNormalVelocity(panel(i).centroid, panel(i).normal).transpose();
    for (int i = 0; i < m_points; ++i) {
        Parts parts;
        const Panel& whole = panel(i);
        std::size_t count = 0;
        // Of four rows, those that point along the panel and those that point against it.
        for (int a = 0; a < 4; ++a)
            for (int b = 0; a + b < 4; ++b)
                for (int turned = 0; turned < (a + b < 3 ? 2 : 1); ++turned) {
                    const double s = (a + (1.0 + turned) / 3.0) / 4.0, t = (b + (1.0 + turned) / 3.0) / 4.0;
                    parts.places[count++] = whole.at({1.0 - s - t, s, t});
                }
        parts.radius = std::sqrt(whole.area / (16.0 * kPi)) * 0.60653065971263342; // times e^(-1/2)
        m_parts.push_back(parts);
    }
    findClasses();
    integrate();
}

const Panel& FreeSurfaceSystem::panel(int i) const {
    return i < m_hull ? m_panels.hull()[static_cast<std::size_t>(i)]
                      : m_panels.lid()[static_cast<std::size_t>(i - m_hull)];
}

double FreeSurfaceSystem::parity(int motion, std::size_t image) const {
    double sign = 1.0;
    for (int axis = 0; axis < 2; ++axis)
        if (m_images[image][axis] < 0.0) sign *= kMotionParity[axis][motion];
    return sign;
}

void FreeSurfaceSystem::findClasses() {
    m_images = {Vector3::Ones()};
    for (int axis = 0; axis < 2; ++axis)
        if (m_panels.mirrored()[static_cast<std::size_t>(axis)])
            for (std::size_t i = 0, count = m_images.size(); i < count; ++i) {
                m_images.push_back(m_images[i]);
                m_images.back()[axis] = -1.0;
            }
    std::map<std::vector<double>, std::vector<int>> bySigns;
    for (int motion = 0; motion < 6; ++motion) {
        std::vector<double> signs;
        for (std::size_t image = 0; image < m_images.size(); ++image)
            signs.push_back(parity(motion, image));
        bySigns[signs].push_back(motion);
    }
    for (const auto& [signs, motions] : bySigns) {
        SymmetryClass one;
        one.motions = motions;
        one.signs = signs;
        m_classes.push_back(std::move(one));
    }
}

void FreeSurfaceSystem::integrate() {
    for (SymmetryClass& one : m_classes) {
        one.doubleLayer = one.imageDoubleLayer = one.imageSingleLayer = Eigen::MatrixXd::Zero(m_points, m_hull);
        one.lidSingleLayer = Eigen::MatrixXd::Zero(m_points, m_points - m_hull);
    }
    std::vector<Eigen::MatrixXd> single(m_classes.size(), Eigen::MatrixXd::Zero(m_points, m_hull));
#pragma omp parallel
    {
        PanelPoints points;
#pragma omp for schedule(dynamic, 4)
        for (int j = 0; j < m_points; ++j) {
            points.clear();
            for (const Vector3& image : m_images)
                for (int i = 0; i < m_points; ++i) {
                    const Vector3 p = image.cwiseProduct(panel(i).centroid);
                    points.add(p);
                    if (j < m_hull) points.add({p.x(), p.y(), -p.z()});
                }
            points.integrate(panel(j));
            int at = 0;
            for (std::size_t image = 0; image < m_images.size(); ++image)
                for (int i = 0; i < m_points; ++i) {
                    PanelIntegrals direct = points.at(at++);
                    if (image == 0 && i == j) direct.solidAngle = 0.0; // the principal value
                    const PanelIntegrals mirrored = j < m_hull ? points.at(at++) : direct;
                    for (std::size_t c = 0; c < m_classes.size(); ++c) {
                        SymmetryClass& one = m_classes[c];
                        const double sign = one.signs[image];
                        if (j >= m_hull) {
                            one.lidSingleLayer(i, j - m_hull) += 2.0 * sign * direct.singleLayer;
                            continue;
                        }
                        one.doubleLayer(i, j) += sign * direct.solidAngle;
                        one.imageDoubleLayer(i, j) += sign * mirrored.solidAngle;
                        one.imageSingleLayer(i, j) += sign * mirrored.singleLayer;
                        single[c](i, j) += sign * direct.singleLayer;
                    }
                }
        }
    }
    for (std::size_t c = 0; c < m_classes.size(); ++c) {
        SymmetryClass& one = m_classes[c];
        Eigen::MatrixXd flux(m_hull, static_cast<Eigen::Index>(one.motions.size()));
        for (std::size_t m = 0; m < one.motions.size(); ++m)
            flux.col(static_cast<Eigen::Index>(m)) = m_flux.col(one.motions[m]);
        one.load = single[c] * flux;
        one.imageLoad = one.imageSingleLayer * flux;
    }
}

FreeSurfaceSystem::WaveSums FreeSurfaceSystem::waveSums(int point, int source, const WaveKernel& kernel,
                                                        std::size_t image) const {
    const Vector3 x = m_images[image].cwiseProduct(panel(point).centroid);
    const Panel& from = panel(source);
    const Parts& parts = m_parts[static_cast<std::size_t>(source)];
    const Vector3 toMirror(from.centroid.x() - x.x(), from.centroid.y() - x.y(), from.centroid.z() + x.z());
    const double across = toMirror.head<2>().squaredNorm(), least = kernel.least(toMirror.z());
    const bool isNear = across + least * least < 9.0 * from.radius * from.radius;
    const int count = isNear ? 16 : 1;
    WaveSums sums{0.0, 0.0};
    for (int q = 0; q < count; ++q) {
        const Vector3& y = isNear ? parts.places[static_cast<std::size_t>(q)] : from.centroid;
        const double dx = y.x() - x.x(), dy = y.y() - x.y(), depth = y.z() + x.z();
        double distance = std::sqrt(dx * dx + dy * dy);
        const double along = distance > 0.0 ? (from.normal.x() * dx + from.normal.y() * dy) / distance : 0.0;
        const double closest = kernel.least(depth);
        if (distance * distance + closest * closest < parts.radius * parts.radius) distance = parts.radius;
        const WaveKernel::Part part = kernel.at(distance, x.z(), y.z());
        sums.single += part.value;
        sums.normal += along * part.alongDistance + from.normal.z() * part.alongDepth;
    }
    const double weight = kernel.scale() * from.area / count;
    sums.single *= weight;
    sums.normal *= kernel.scale() * weight;
    return sums;
}

/// The parts of a hull panel's column in the order of the equation: -Int dG/dn, and on the right -Int g G.
void FreeSurfaceSystem::addHullColumn(int j, double k, const WaveKernel& kernel, ClassSystems& systems) const {
    for (std::size_t c = 0; c < m_classes.size(); ++c) {
        const SymmetryClass& one = m_classes[c];
        double *real = systems.matrix(c).real(j), *imag = systems.matrix(c).imag(j);
        const double fromImage = 2.0 * k * panel(j).normal.z();
        for (int i = 0; i < m_points; ++i) {
            real[i] = -one.doubleLayer(i, j) - one.imageDoubleLayer(i, j) - fromImage * one.imageSingleLayer(i, j);
            imag[i] = 0.0;
        }
        real[j] += 2.0 * kPi;
    }
    for (std::size_t image = 0; image < m_images.size(); ++image)
        for (int i = 0; i < m_points; ++i) {
            const WaveSums sums = waveSums(i, j, kernel, image);
            for (std::size_t c = 0; c < m_classes.size(); ++c) {
                const SymmetryClass& one = m_classes[c];
                const double sign = one.signs[image];
                systems.matrix(c).real(j)[i] -= sign * sums.normal.real();
                systems.matrix(c).imag(j)[i] -= sign * sums.normal.imag();
                for (std::size_t m = 0; m < one.motions.size(); ++m)
                    systems.load(c)(i, static_cast<Eigen::Index>(m)) -= sign * m_flux(j, one.motions[m]) * sums.single;
            }
        }
}

void FreeSurfaceSystem::addLidColumn(int j, double k, const WaveKernel& kernel, ClassSystems& systems) const {
    for (std::size_t c = 0; c < m_classes.size(); ++c) {
        const SymmetryClass& one = m_classes[c];
        for (int i = 0; i < m_points; ++i) {
            systems.matrix(c).real(j)[i] = -k * one.lidSingleLayer(i, j - m_hull);
            systems.matrix(c).imag(j)[i] = 0.0;
        }
        systems.matrix(c).real(j)[j] -= 4.0 * kPi;
    }
    for (std::size_t image = 0; image < m_images.size(); ++image)
        for (int i = 0; i < m_points; ++i) {
            const Complex single = k * waveSums(i, j, kernel, image).single;
            for (std::size_t c = 0; c < m_classes.size(); ++c) {
                systems.matrix(c).real(j)[i] -= m_classes[c].signs[image] * single.real();
                systems.matrix(c).imag(j)[i] -= m_classes[c].signs[image] * single.imag();
            }
        }
}

FreeSurfaceSystem::Potentials FreeSurfaceSystem::solve(double k, double depth) const {
    const std::unique_ptr<WaveKernel> kernel = makeWaveKernel(k, depth);
    ClassSystems systems(m_classes.size(), m_points);
    for (std::size_t c = 0; c < m_classes.size(); ++c)
        systems.load(c) = (-m_classes[c].load - m_classes[c].imageLoad).cast<Complex>();
    for (int j = 0; j < m_points; ++j)
        j < m_hull ? addHullColumn(j, k, *kernel, systems) : addLidColumn(j, k, *kernel, systems);
    Potentials potentials(m_hull, 6);
    for (std::size_t c = 0; c < m_classes.size(); ++c) {
        if (!systems.matrix(c).factor()) throw std::runtime_error("waves: the system of the panels is singular");
        const Eigen::MatrixXcd found = systems.matrix(c).solve(systems.load(c));
        for (std::size_t m = 0; m < m_classes[c].motions.size(); ++m)
            potentials.col(m_classes[c].motions[m]) = found.col(static_cast<Eigen::Index>(m)).head(m_hull);
    }
    return potentials;
}

void FreeSurfaceSystem::addKernel(const WaveKernel& kernel, const SymmetryClass& one, Eigen::MatrixXd& matrix,
                                  Eigen::MatrixXd& load) const {
    for (std::size_t image = 0; image < m_images.size(); ++image)
        for (int j = 0; j < m_hull; ++j)
            for (int i = 0; i < m_hull; ++i) {
                const WaveSums sums = waveSums(i, j, kernel, image);
                matrix(i, j) -= one.signs[image] * sums.normal.real();
                for (std::size_t m = 0; m < one.motions.size(); ++m)
                    load(i, static_cast<Eigen::Index>(m)) -=
                        one.signs[image] * m_flux(j, one.motions[m]) * sums.single.real();
            }
}

FreeSurfaceSystem::Potentials FreeSurfaceSystem::solveLimit(double sign, const WaveKernel* kernel) const {
    Potentials potentials(m_hull, 6);
    for (const SymmetryClass& one : m_classes) {
        Eigen::MatrixXd matrix = -one.doubleLayer.topRows(m_hull) - sign * one.imageDoubleLayer.topRows(m_hull);
        matrix.diagonal().array() += 2.0 * kPi;
        Eigen::MatrixXd load = -one.load.topRows(m_hull) - sign * one.imageLoad.topRows(m_hull);
        if (kernel) addKernel(*kernel, one, matrix, load);
        const Eigen::MatrixXd found = matrix.partialPivLu().solve(load);
        for (std::size_t m = 0; m < one.motions.size(); ++m)
            potentials.col(one.motions[m]) = found.col(static_cast<Eigen::Index>(m)).cast<Complex>();
    }
    return potentials;
}

Eigen::Matrix<Complex, 6, 6> FreeSurfaceSystem::fluxIntegrals(const Potentials& potentials) const {
    Eigen::Matrix<Complex, 6, 6> integrals = Eigen::Matrix<Complex, 6, 6>::Zero();
    for (const SymmetryClass& one : m_classes)
        for (const int i : one.motions)
            for (const int j : one.motions)
                for (int f = 0; f < m_hull; ++f)
                    integrals(i, j) += potentials(f, i) * m_flux(f, j) * panel(f).area;
    return integrals * static_cast<double>(m_images.size());
}

} // namespace ambient
