// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

#include <array>
#include <vector>

namespace ambient {

/// Continues the velocity of the water into the air, four layers of faces deep, so that the surface and the fluxes near
/// it have a velocity on both sides.
///
/// A face takes from its neighbours nearer the water, by the squares of their differences of distance, as soon as those
/// that are known hold most of the weight. Three layers are linear with a limiter, the last is constant: with fewer
/// linear layers there is a kink within the reach of the fluxes, and steep waves gain energy. At bodies it is the plain
/// mean of the neighbours: linear values blow up there. Given velocities of walls are no water and are not taken.
class SurfaceExtension {
  public:
    explicit SurfaceExtension(const FluidGridDef& def);

    /// Finds faces of the water and where the others take from.
    /// \param distance of the surface, with borders \param weights share of fluid of each face
    void place(const GridField& distance, const GridVelocity& weights);
    /// Sets a quantity on the faces in the air: zero beyond the last layer. Faces within bodies stay.
    void extend(GridVelocity& velocity) const;

  private:
    static constexpr char kGiven = -1;  ///< on a side of the box, or within a body
    static constexpr char kUnknown = 0; ///< in the air, not yet or never reached
    static constexpr char kWater = 1;   ///< layers are the numbers above it

    /// A face and one neighbour that it takes from.
    struct Source {
        std::ptrdiff_t near, next, last; ///< on a line; next and last: `near` if the value is constant
        double weight;
    };
    /// A face in the air.
    struct Target {
        std::ptrdiff_t face;
        std::size_t end; ///< of its sources
    };
    struct Candidate {
        std::ptrdiff_t face;
        std::array<int, 3> index;
    };

    std::ptrdiff_t neighbour(int component, std::ptrdiff_t face, const std::array<int, 3>& index, int axis,
                             int by) const;
    void classify(int component, const GridField& distance, const GridField& weights);
    bool isAtBody(int component, const Candidate& face, const GridField& weights) const;
    /// Adds the sources of a face. \returns false if too few neighbours are known
    bool addSources(int component, const Candidate& face, bool isLinear, const GridField& distance,
                    const GridField& weights);
    bool addMean(int component, const Candidate& face);

    FluidGridDef m_def;
    GridLayout m_layout;
    std::array<std::vector<char>, 3> m_layers;
    std::array<std::vector<Target>, 3> m_targets;
    std::array<std::vector<Source>, 3> m_sources;
    std::array<std::vector<std::ptrdiff_t>, 3> m_beyond;
    std::vector<Candidate> m_candidates;
    std::vector<std::ptrdiff_t> m_reached;
};

} // namespace ambient
