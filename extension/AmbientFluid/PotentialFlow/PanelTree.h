// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <vector>

namespace ambient {

/// Panels that lie close together: a range of PanelTree::order.
struct PanelCell {
    int begin = 0, end = 0;           ///< its panels' places
    int parent = -1;                  ///< -1: the root
    int firstChild = 0, children = 0; ///< none: a leaf
    int leaf = -1;                    ///< number of the leaf; -1: not one
    Vector3 centre = Vector3::Zero(); ///< of the box around its panels' corners [m]
    double sourceRadius = 0.0;        ///< of the ball about `centre` that holds the panels' corners [m]
    double targetRadius = 0.0;        ///< the same for their centroids

    /// Panels in it and in its children.
    int count() const { return end - begin; }
    /// Then `leaf` is its number.
    bool isLeaf() const { return children == 0; }
};

/// Octree of the panels by their centroids, and which of its cells see each other as far.
class PanelTree {
  public:
    /// \param leafSize most panels of a leaf, more only where centroids coincide
    /// \param opening cells are far from each other where target radius plus source radius is less than this share of
    ///        the distance of their centres; in (0, 1)
    PanelTree(const std::vector<Panel>& panels, int leafSize, double opening);

    std::vector<int> order;            ///< panel at each place
    std::vector<PanelCell> cells;      ///< parents before their children, level by level
    std::vector<int> levelBegin;       ///< first cell of each level, and the number of cells
    std::vector<int> leaves;           ///< cells
    std::vector<std::vector<int>> far; ///< for each cell the cells whose expansion acts on all of it
    /// For each leaf the leaves whose panels act on its panels one by one, itself among them. With the far cells of the
    /// leaf and of its parents they are all panels, each once.
    std::vector<std::vector<int>> near;

  private:
    void split(int cell, const std::vector<Panel>& panels);
    void enclose(PanelCell& cell, const std::vector<Panel>& panels) const;
    void meet(double opening);
};

} // namespace ambient
