// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/LiveBody.h"
#include "Worlds/LiveWorld.h"
#include "Worlds/StateRows.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ambient::web {

/// A LiveWorld with the arrays that JavaScript reads. Arrays are valid until the next call that writes the same ones.
class WebWorld {
  public:
    /// \param file JSON of a world file \param folder of mesh files \param takesMultiBodies as of
    /// WorldSimulationOptions
    WebWorld(const std::string& file, const std::string& folder, bool takesMultiBodies,
             std::function<void(const std::string&)> log);

    LiveWorld& live() { return *m_live; }
    WorldSimulation& simulation() { return m_live->simulation(); }
    LiveBody body(int index) { return {*m_live, index}; }

    /// Adds a part. \param list key of the part in a world file, such as `bodies` \returns its index in the list, 0 for
    /// those without a list
    int add(const std::string& list, const std::string& object);
    /// Takes a part out, and all that hangs on it. \param list as of add() \returns the parts in the order in which
    /// they went, as JSON: lists of a list's key and an index, LiveWorld::Removed
    std::string remove(const std::string& list, int index);
    /// The constant data as JSON: time step, names of rows and parts, the row of each body.
    std::string about();
    /// Loads on a wet body at the end of the last step, as JSON.
    std::string readout(int body);

    std::vector<double> numbers; ///< the last result with numbers
    std::vector<float> places;   ///< frames of all moving parts: position, orientation (x, y, z, w)
    std::vector<int> faces;      ///< triangles of the last mesh

    /// Writes `numbers`, a row of StateRows for each moving part, and `places`.
    void readState();
    /// Writes `numbers`: the row of one body, static bodies too.
    void readMotion(int body);
    /// Writes vertices of a mesh into `numbers`, in the frame of `places`, and its triangles into `faces`.
    /// \param isStanding a static body: `index` counts these, and the vertices are in world axes
    void readMesh(bool isStanding, int index);
    /// Writes the present vertices of a body that changes its shape into `numbers`, world frame [m].
    void readDeformed(int body);
    /// Writes heights into `numbers` [m]. \param region index of a region; -1: the medium outside
    /// \param points x, y, z of `count` world points, on whose verticals the heights are [m]
    void readHeights(int region, const double* points, int count);
    /// Writes two tensions [N], length [m], whether the line has parted, and its points [m] into `numbers`.
    void readMooring(int index);
    /// Writes speed, thrust, torque and power of the last step into `numbers`.
    void readThruster(int index);

  private:
    std::unique_ptr<LiveWorld> m_live;
    StateRows m_rows;
};

} // namespace ambient::web
