// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/WaveKernel.h"
#include "AmbientFluid/SurfaceWaves/WetPanels.h"

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace ambient {

class ClassSystems;

/// Boundary integral equations of the water around a floating body that moves in its six motions.
///
/// Unknowns: the potential phi on each panel of the hull, and a source strength sigma on each panel of the lid, the
/// waterplane inside of the hull, which removes the irregular frequencies [Lee1996]. G is the Green function of a
/// WaveKernel, k = w^2/g, g_j the normal velocity of a unit motion, rotations about the origin first; at the panels'
/// centroids
///     hull:   2 pi phi - Int_hull phi dG/dn - k Int_lid sigma G = -Int_hull g G
///     lid:  -4 pi sigma - Int_hull phi dG/dn - k Int_lid sigma G = -Int_hull g G.
/// 1/r and 1/r' are integrated in closed form, once for all k. In dG/dn the part 2 k n_z / r' is closed too; the rest
/// is taken at the centroids, near panels in 16 parts. Mirror planes divide the system into parts that are even or odd.
class FreeSurfaceSystem {
  public:
    /// Potentials of the six unit motions on the panels given: of an image, multiply by parity().
    using Potentials = Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 6>;

    explicit FreeSurfaceSystem(const WetPanels& panels);

    /// Potentials at a frequency. Several may be computed at the same time. \param k w^2/g, above 0 [1/m]
    /// \param depth of the water [m]; infinity: deep
    Potentials solve(double k, double depth) const;
    /// Of very slow motion in deep water: the surface is a lid, G = 1/r + 1/r'.
    Potentials solveSlow() const { return solveLimit(1.0, nullptr); }
    /// Of very quick motion: phi = 0 on the surface, G = 1/r - 1/r' and the images at the bed.
    Potentials solveQuick(double depth) const { return solveLimit(-1.0, makeQuickKernel(depth).get()); }

    const WetPanels& panels() const { return m_panels; }
    /// Normal velocities of the unit motions, a row per panel.
    const Eigen::Matrix<double, Eigen::Dynamic, 6>& flux() const { return m_flux; }
    /// Reflections in the planes of symmetry, the identity first.
    const std::vector<Vector3>& images() const { return m_images; }
    /// 1 or -1: potential of a motion at the image of a panel over that at the panel.
    double parity(int motion, std::size_t image) const;
    /// Int phi_i n_j dA over the whole hull.
    Eigen::Matrix<std::complex<double>, 6, 6> fluxIntegrals(const Potentials& potentials) const;

  private:
    /// A panel's parts for the wave part of G.
    struct Parts {
        std::array<Vector3, 16> places; ///< centroids
        double radius;                  ///< within which a part counts as a disc: mean of ln r over it
    };
    /// The system of the motions of one symmetry.
    struct SymmetryClass {
        std::vector<int> motions;
        std::vector<double> signs;                                       ///< of each image
        Eigen::MatrixXd doubleLayer, imageDoubleLayer, imageSingleLayer; ///< points x hull panels, dA integrals
        Eigen::MatrixXd lidSingleLayer;                                  ///< points x lid panels, of 1/r + 1/r'
        Eigen::MatrixXd load, imageLoad;                                 ///< points x motions, Int g/r and Int g/r'
    };
    struct WaveSums;

    const Panel& panel(int i) const;
    void findClasses();
    void integrate();
    WaveSums waveSums(int point, int source, const WaveKernel& kernel, std::size_t image) const;
    void addHullColumn(int j, double k, const WaveKernel& kernel, ClassSystems& systems) const;
    void addLidColumn(int j, double k, const WaveKernel& kernel, ClassSystems& systems) const;
    /// Adds a real kernel to a system of the hull alone.
    void addKernel(const WaveKernel& kernel, const SymmetryClass& one, Eigen::MatrixXd& matrix,
                   Eigen::MatrixXd& load) const;
    /// \param kernel beside sign / r'; null: none
    Potentials solveLimit(double sign, const WaveKernel* kernel) const;

    const WetPanels& m_panels;
    int m_hull, m_points; ///< panels of the hull, and of hull and lid
    Eigen::Matrix<double, Eigen::Dynamic, 6> m_flux;
    std::vector<Vector3> m_images;
    std::vector<Parts> m_parts;
    std::vector<SymmetryClass> m_classes;
};

} // namespace ambient
