// SPDX-License-Identifier: Zlib
#include "graphics/ShadowMap.h"

#include <algorithm>

namespace samples {

using ambient::Vector3;

std::optional<SunView> sunViewOf(const std::vector<BoundingBall>& casters, const BoundingBall& region,
                                 const Vector3& towardsSun) {
    const Vector3 right = Vector3::UnitZ().cross(towardsSun).normalized();
    ambient::Matrix3 sunFromRelative;
    sunFromRelative << right.transpose(), towardsSun.cross(right).transpose(), towardsSun.transpose();
    const Vector3 middle = sunFromRelative * region.centre;
    Vector3 low = Vector3::Constant(1e30), high = -low;
    for (const BoundingBall& ball : casters) {
        const Vector3 centre = sunFromRelative * ball.centre;
        const Vector3 reach = Vector3::Constant(ball.radius);
        const double apart = (centre - middle).head<2>().cwiseAbs().maxCoeff();
        if (apart > ball.radius + region.radius) continue;
        low = low.cwiseMin(centre - reach);
        high = high.cwiseMax(centre + reach);
    }
    if (low.x() > high.x()) return std::nullopt;
    for (int i = 0; i < 2; ++i) {
        low[i] = std::max(low[i], middle[i] - region.radius);
        high[i] = std::min(high[i], middle[i] + region.radius);
    }
    // A margin keeps the blur of a shadow's edge inside.
    const double width = 1.04 * std::max({high.x() - low.x(), high.y() - low.y(), 1e-9});
    const double depth = std::max(high.z() - low.z(), 1e-9);
    const Vector3 scale(2.0 / width, 2.0 / width, -1.96 / depth);
    SunView view;
    view.width = width;
    view.clipFromRelative.topLeftCorner<3, 3>() = scale.asDiagonal() * sunFromRelative;
    view.clipFromRelative.topRightCorner<3, 1>() = -scale.cwiseProduct(0.5 * (low + high));
    return view;
}

ShadowMap::ShadowMap() {
    glBindTexture(GL_TEXTURE_2D, m_texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
}

void ShadowMap::begin(int size) {
    if (size != m_size) {
        m_size = size;
        glBindTexture(GL_TEXTURE_2D, m_texture.id());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, size, size, 0, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.id());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, m_texture.id(), 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.id());
    glViewport(0, 0, size, size);
    glClear(GL_DEPTH_BUFFER_BIT);
}

} // namespace samples
