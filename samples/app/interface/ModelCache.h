// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace samples {

/// Keeps the models of meshes from one run to the next: the added mass of a scene is not computed again for a new
/// start, another mass or another tilt. The oldest models are dropped if there are many. For several threads.
class ModelCache {
  public:
    /// A model of this very mesh and definition from an earlier call, or a new one.
    /// \throws as FluidBodyModel::build, and std::runtime_error for a new one while stopped
    std::shared_ptr<const ambient::FluidBodyModel> build(const ambient::TriangleMesh& mesh,
                                                         const ambient::FluidBodyDef& def);

    /// A stopped cache begins no new model. Use this to give up on a scene under construction.
    void setStopped(bool stopped) { m_stopped = stopped; }

  private:
    struct Entry {
        ambient::TriangleMesh mesh;
        ambient::FluidBodyDef def;
        std::shared_ptr<const ambient::FluidBodyModel> model;
    };

    std::shared_ptr<const ambient::FluidBodyModel> find(const ambient::TriangleMesh& mesh,
                                                        const ambient::FluidBodyDef& def) const;

    mutable std::mutex m_mutex;
    std::vector<Entry> m_entries;
    std::atomic<bool> m_stopped{false};
};

} // namespace samples
