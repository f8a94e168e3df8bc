// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Math/SpatialVector.h"

#include <array>
#include <vector>

namespace ambient {

/// Densities of the media at the faces of a body, at one pose and time.
/// They are kept from the start of a substep to its end, where the faces may be in fluid of another density.
struct FaceDensities {
    /// Of the media of Immersion::parts, in face order, padded [kg/m^3]; negative on faces out of the medium. Empty:
    /// the density cannot change.
    std::array<std::vector<double>, 2> of;

    /// Records the densities. Allocates only to grow.
    void take(const Immersion& at);
    /// Forgets them.
    void clear() {
        for (std::vector<double>& densities : of)
            densities.clear();
    }
    /// Whether none are recorded.
    bool empty() const { return of[0].empty(); }
};

/// Change of the added mass' weight on each face by one medium since other densities were recorded, in face order,
/// padded [kg/m^3]: the wetted fraction times the change of density. \param part below at.partCount
/// \returns whether any is not 0
bool findDensityChange(const FaceDensities& before, const Immersion& at, int part, std::vector<double>& change);

/// Weight of each face's added mass: the sum of density times wetted fraction over the media [kg/m^3], padded with
/// zeros.
void addedMassWeights(const Immersion& at, std::vector<double>& weights);

} // namespace ambient
