// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Coin.h"

#include "AmbientFluid/Mesh/ShapeLayout.h"
#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

namespace samples {

ambient::TriangleMesh makeCoin(double diameter, double thickness, int faces) {
    ambient::requireLengths({{"diameter", diameter}, {"thickness", thickness}});
    ambient::requireFaces(faces, ambient::kFewestRevolvedFaces);
    const double radius = 0.5 * diameter, chamfer = 0.25 * thickness, flat = radius - chamfer;
    const auto profileAt = [=](double spacing, double ringSpacing) {
        std::vector<ambient::Ring> profile = ambient::capRings(flat, -0.5 * thickness, spacing, ringSpacing);
        profile.push_back(ambient::Ring::ofSpacing(flat, -0.5 * thickness, ringSpacing));
        profile.push_back(ambient::Ring::ofSpacing(radius, chamfer - 0.5 * thickness, ringSpacing));
        for (std::size_t i = profile.size(); i-- > 0;)
            profile.push_back({profile[i].radius, -profile[i].z, profile[i].perOctant});
        return profile;
    };
    ambient::TriangleMesh mesh =
        ambient::revolveNearest(faces, ambient::kPi * diameter * (radius + thickness), 2.0 * diameter, profileAt);
    const double frustum = chamfer / 3.0 * (radius * radius + radius * flat + flat * flat);
    ambient::scaleRadially(mesh, ambient::kPi * (radius * radius * (thickness - 2.0 * chamfer) + 2.0 * frustum));
    return mesh;
}

} // namespace samples
