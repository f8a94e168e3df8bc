// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <vector>

namespace ambient {

/// Cell of nearby panels: a range of PanelTree::order.
struct PanelCell {
    int begin = 0, end = 0;           ///< places of the panels in PanelTree::order
    int parent = -1;                  ///< -1: the root
    int firstChild = 0, children = 0; ///< 0 children: a leaf
    int leaf = -1;                    ///< index of the leaf; -1: not a leaf
    Vector3 centre = Vector3::Zero(); ///< centre of the bounding box of the panel corners [m]
    double sourceRadius = 0.0;        ///< radius about `centre` that encloses the panel corners [m]
    double targetRadius = 0.0;        ///< radius about `centre` that encloses the panel centroids [m]

    /// Number of panels in the cell and its children.
    int count() const { return end - begin; }
    /// True if the cell has no children and `leaf` is its index.
    bool isLeaf() const { return children == 0; }
};

/// Octree of panel centroids with lists of far and near cells.
class PanelTree {
  public:
    /// \param leafSize largest number of panels in a leaf; exceeded only if centroids coincide
    /// \param opening in (0, 1): cells are far from each other if target radius plus source radius is less than this
    ///        fraction of the distance of the centres
    PanelTree(const std::vector<Panel>& panels, int leafSize, double opening);

    std::vector<int> order;            ///< panel at each place
    std::vector<PanelCell> cells;      ///< parents before their children, level by level
    std::vector<int> levelBegin;       ///< first cell of each level, then the number of cells
    std::vector<int> leaves;           ///< index of the cell of each leaf
    std::vector<std::vector<int>> far; ///< for each cell: the source cells whose expansions act on the whole cell
    /// For each leaf: the leaves whose panels act on its panels one by one, including the leaf itself.
    /// Together with the far cells of the leaf and its ancestors these cover each panel once.
    std::vector<std::vector<int>> near;

  private:
    void split(int cell, const std::vector<Panel>& panels);
    void enclose(PanelCell& cell, const std::vector<Panel>& panels) const;
    void meet(double opening);
};

} // namespace ambient
