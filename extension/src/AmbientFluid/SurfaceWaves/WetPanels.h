// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <array>
#include <vector>

namespace ambient {

/// The wet part of a floating body as panels, and its waterplane.
/// Frame of the water: origin in the centroid of the waterplane, z up, the surface at z = 0, axes of the pose given.
/// With planes of symmetry, x = 0 or y = 0, only the panels with x >= 0 or y >= 0 are kept.
class WetPanels {
  public:
    static constexpr int kFewest = 20, kMost = 4000; ///< faces of the wet part that may be asked for

    /// \param mesh closed, cut by the surface \param waterFromMesh places it \param faces about as many panels of the
    ///        whole wet part: finer meshes are reduced first, and faces that are too long are bisected; 0: the wet
    ///        faces as they are if there are 400 to 1600, else the nearer of both numbers
    /// \param longest length of a side [m]; longer ones are bisected if `faces` is 0
    WetPanels(const TriangleMesh& mesh, const Pose& waterFromMesh, int faces, double longest);

    const std::vector<Panel>& hull() const { return m_hull; } ///< of the wet surface, out of the body
    const std::vector<Panel>& lid() const { return m_lid; }   ///< of the waterplane inside of the body, upwards
    /// Whether x = 0 and y = 0 are planes of symmetry.
    const std::array<bool, 2>& mirrored() const { return m_mirrored; }
    /// Number of mirror images, 1, 2 or 4, the panels themselves included.
    int images() const { return (m_mirrored[0] ? 2 : 1) * (m_mirrored[1] ? 2 : 1); }
    int hullFaces() const { return images() * static_cast<int>(m_hull.size()); } ///< of the whole wet surface
    int lidFaces() const { return images() * static_cast<int>(m_lid.size()); }   ///< of the whole lid
    double longestSide() const;                                                  ///< of the panels of the hull [m]

  private:
    struct Line {
        Vector3 from, to;
    };
    using Corners = std::array<Vector3, 3>;

    void findSymmetry(const TriangleMesh& mesh);
    std::vector<Corners> wetPart(const TriangleMesh& mesh, std::vector<Line>* waterline) const;
    void addHull(const std::vector<Corners>& faces, double longest);
    void addLid(const std::vector<Line>& waterline);
    void addLidRow(const std::vector<Line>& waterline, double low, double high, double cell);
    void addLidCells(const std::array<double, 2>& low, const std::array<double, 2>& high, double yLow, double yHigh,
                     double cell);

    std::array<bool, 2> m_mirrored = {false, false};
    std::vector<Panel> m_hull, m_lid;
};

} // namespace ambient
