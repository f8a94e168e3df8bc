// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/JointTrack.h"

class btFluidMultiBody;

namespace ambient {

/// Records the joints of wet multi-bodies.
class JointRecorder {
  public:
    /// \param wet stays in the fluid as long as record() is called \param name of the body; empty: none
    /// \param links base first; missing ones are named by their numbers
    void add(const btFluidMultiBody& wet, const std::string& name, std::vector<JointTrack::Link> links);
    /// Adds a sample of each multi-body. \param time [s]
    void record(double time);
    /// Drops all samples, for tables written row by row.
    void forget();
    /// In the order of add().
    const std::vector<JointTrack>& tracks() const { return m_tracks; }

  private:
    std::vector<const btFluidMultiBody*> m_bodies;
    std::vector<JointTrack> m_tracks;
};

} // namespace ambient
