// SPDX-License-Identifier: Zlib
#include "scenes/air/PlateRelease.h"

namespace samples {

ambient::TriangleMesh meshOf(const PlateRelease& plate) {
    const double radius = 0.5 * plate.width;
    return ambient::makeEllipsoid({radius, radius, radius / 5.0}, plate.faces);
}

BodySpec bodyOf(const PlateRelease& plate, std::shared_ptr<const ambient::FluidBodyModel> model) {
    BodySpec body;
    body.name = plate.name;
    body.model = std::move(model);
    body.shape = convexHullOf(body.model->mesh().vertices, 0.005 * plate.width);
    body.fill(plate.mass / body.model->volume());
    body.worldFromBody = {ambient::expSO3({0.0, plate.tilt, 0.0}), plate.place};
    return body;
}

} // namespace samples
