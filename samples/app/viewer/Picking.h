// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "interface/SceneContext.h"

#include <optional>

namespace samples {

/// Body under the cursor.
struct Pick {
    int body = 0;
    ambient::Vector3 point = ambient::Vector3::Zero(); ///< intersection of the view ray with the body, world [m]
};

/// Body at a pixel of the picture, by Bullet's ray test; none for static objects and the background.
/// Very small bodies are found within a few pixels of their centre.
std::optional<Pick> pickBody(SceneContext& context, const Camera& camera, const Eigen::Vector2d& pixel,
                             const PictureSize& size);

} // namespace samples
