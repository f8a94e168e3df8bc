// SPDX-License-Identifier: Zlib
#include "graphics/Renderer.h"
#include "graphics/ArrowBatch.h"
#include "graphics/LineBatch.h"
#include "graphics/Look.h"
#include "graphics/MeshBuffers.h"
#include "graphics/Shaders.h"
#include "graphics/ShadowMap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace samples {

using ambient::Vector3;
using Eigen::Matrix4d;
using Eigen::Matrix4f;

namespace {

/// Objects in front of everything keep to this share of the depth buffer.
constexpr double kFrontDepth = 0.05;

/// A drawable body.
struct Item {
    const DrawnBody* body;
    MeshBuffers* buffers;
    Matrix4d relativeFromBody; ///< to world axes about the eye
    BoundingBall ball;
};

/// The state of one picture during its rendering.
struct Frame {
    const Drawing& drawing;
    const Camera& camera;
    PictureSize size;
    Quality quality;
    Look look;
    Vector3 eye;
    Matrix4f clipFromRelative;
    std::vector<Item> solids, ghosts; ///< ghosts from back to front
    std::optional<SunView> sunView;
};

int shadowSizeOf(Quality quality) {
    return quality == Quality::Fast ? 1024 : 2048;
}

/// How many looks into the shadow map lie to each side of the middle one.
int shadowReachOf(Quality quality) {
    return quality == Quality::Fast ? 0 : quality == Quality::Good ? 2 : 3;
}

/// The programs with shadows.
struct LitPrograms {
    explicit LitPrograms(bool softShadows)
        : bodies(bodyVertexShader(), bodyFragmentShader(softShadows)),
          ground(planeVertexShader(), groundFragmentShader(softShadows)) {}

    GlProgram bodies, ground;
};

/// The far ground ends at a distance indistinguishable from the horizon.
double planeExtentOf(const Camera& camera) {
    return 0.7 * camera.farPlane();
}

void checkContext() {
    if (epoxy_gl_version() < 33 || !epoxy_is_desktop_gl())
        throw std::runtime_error(
            "drawing needs OpenGL 3.3, and this machine offers " + std::to_string(epoxy_gl_version() / 10) + "." +
            std::to_string(epoxy_gl_version() % 10) + ": update the graphics driver, or install libgl1-mesa-dri");
}

} // namespace

int samplesOf(Quality quality) {
    return quality == Quality::Fast ? 1 : quality == Quality::Good ? 4 : 8;
}

struct Renderer::Parts {
    GlProgram depths{depthVertexShader(), depthFragmentShader()};
    std::map<bool, LitPrograms> lit; ///< with hard and with soft shadows
    GlProgram water{waterVertexShader(), waterFragmentShader()};
    GlProgram sky{skyVertexShader(), skyFragmentShader()};
    GlProgram ribbons{lineVertexShader(), lineFragmentShader()};
    GlVertexArray noVertices;
    MeshCache meshes;
    ShadowMap shadowMap;
    LineBatch lineBatch;
    ArrowBatch arrowBatch;

    const LitPrograms& litBy(Quality quality) {
        const bool soft = shadowReachOf(quality) > 0;
        return lit.try_emplace(soft, soft).first->second;
    }
    Frame frameOf(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality);
    void drawShadows(const Frame& frame);
    void drawBody(const GlProgram& program, const Item& item);
    void drawGhosts(const Frame& frame);
    void drawGround(const Frame& frame);
    void drawSky(const Frame& frame);
    void drawWater(const Frame& frame);
    void drawLines(const Frame& frame, bool hidden);
    void drawFoam(const Frame& frame);
    void drawArrows(const Frame& frame, bool hidden);
    const GlProgram& useBodies(const Frame& frame);
    void setFog(const GlProgram& program, const Frame& frame) const;
    void setSky(const GlProgram& program, const Frame& frame) const;
    void setLight(const GlProgram& program, const Frame& frame) const;
};

Frame Renderer::Parts::frameOf(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality) {
    Frame frame{drawing, camera, size, quality, lookOf(drawing.backdrop, camera), camera.eye(), {}, {}, {}, {}};
    Matrix4d eyeFromRelative = camera.eyeFromWorld();
    eyeFromRelative.topRightCorner<3, 1>().setZero();
    frame.clipFromRelative = (camera.clipFromEye(size.aspect()) * eyeFromRelative).cast<float>();
    std::vector<BoundingBall> casters;
    for (const DrawnBody& body : drawing.bodies) {
        const Eigen::Matrix3d turn = body.scale * body.worldFromBody.orientation.toRotationMatrix();
        const bool visible = body.mesh && body.worldFromBody.isFinite() && turn.allFinite() && body.opacity > 0.0;
        if (!visible) continue;
        MeshBuffers& buffers = meshes.of(body.mesh);
        if (buffers.isEmpty()) continue;
        Item item{&body, &buffers, Matrix4d::Identity(), {}};
        item.relativeFromBody.topLeftCorner<3, 3>() = turn;
        item.relativeFromBody.topRightCorner<3, 1>() = body.worldFromBody.position - frame.eye;
        item.ball = {(item.relativeFromBody * buffers.centre().homogeneous()).head<3>(),
                     std::fabs(body.scale) * buffers.radius()};
        if (body.opacity >= 1.0 && body.lit) casters.push_back(item.ball);
        (body.opacity < 1.0 ? frame.ghosts : frame.solids).push_back(item);
    }
    // Solids from front to back save work, ghosts from back to front mix right.
    const Vector3 forward = camera.forward();
    const auto nearer = [&](const Item& a, const Item& b) {
        return a.ball.centre.dot(forward) < b.ball.centre.dot(forward);
    };
    std::stable_sort(frame.solids.begin(), frame.solids.end(), nearer);
    std::stable_sort(frame.ghosts.begin(), frame.ghosts.end(),
                     [&](const Item& a, const Item& b) { return nearer(b, a); });
    const double halfPicture = camera.distance * std::tan(0.5 * camera.fieldOfView);
    const BoundingBall region{camera.target - frame.eye, 3.0 * halfPicture * std::hypot(1.0, size.aspect())};
    frame.sunView = sunViewOf(casters, region, towardsSun());
    return frame;
}

void Renderer::Parts::drawShadows(const Frame& frame) {
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 2.0f);
    shadowMap.begin(frame.sunView ? shadowSizeOf(frame.quality) : 16);
    if (frame.sunView) {
        depths.use();
        for (const Item& item : frame.solids) {
            if (!item.body->lit) continue;
            depths.set("clipFromBody",
                       Matrix4f((frame.sunView->clipFromRelative * item.relativeFromBody).cast<float>()));
            item.buffers->drawPlain();
        }
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
}

void Renderer::Parts::setFog(const GlProgram& program, const Frame& frame) const {
    program.set("clipFromRelative", frame.clipFromRelative);
    program.set("fogColour", frame.look.horizon);
    program.set("fogStart", float(frame.look.fogStart));
    program.set("fogLength", float(frame.look.fogLength));
}

void Renderer::Parts::setSky(const GlProgram& program, const Frame& frame) const {
    program.set("zenithColour", frame.look.zenith);
    program.set("horizonColour", frame.look.horizon);
    program.set("nadirColour", frame.look.nadir);
}

void Renderer::Parts::setLight(const GlProgram& program, const Frame& frame) const {
    setFog(program, frame);
    const int size = shadowSizeOf(frame.quality);
    Matrix4d textureFromClip = 0.5 * Matrix4d::Identity();
    textureFromClip.col(3) << 0.5, 0.5, 0.5, 1.0;
    // Without a caster everything lies outside the map.
    Matrix4d shadowFromRelative = Matrix4d::Zero();
    shadowFromRelative.col(3) << -1.0, -1.0, 0.0, 1.0;
    if (frame.sunView) shadowFromRelative = textureFromClip * frame.sunView->clipFromRelative;
    program.set("sun", Eigen::Vector3f(towardsSun().cast<float>()));
    program.set("sunLight", frame.look.sun);
    program.set("skyLight", frame.look.sky);
    program.set("bounceLight", frame.look.bounce);
    program.set("shadowFromRelative", Matrix4f(shadowFromRelative.cast<float>()));
    program.set("shadowMap", 0);
    program.set("shadowTexel", 1.0f / float(size));
    // The edges of shadows are as soft on every picture, as far as the map's size allows.
    const int reach = shadowReachOf(frame.quality);
    const double texel = frame.sunView ? frame.sunView->width / size : 1.0;
    const double wanted = 0.006 * frame.camera.distance * std::tan(0.5 * frame.camera.fieldOfView);
    const double stride = std::clamp(wanted / (std::max(reach, 1) * texel), 1.0, 2.5);
    program.set("shadowReach", reach);
    program.set("shadowStride", float(stride));
    program.set("shadowOffset", float((1.4 * reach * stride + 2.0) * texel));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, shadowMap.texture());
    glBindSampler(0, 0);
}

const GlProgram& Renderer::Parts::useBodies(const Frame& frame) {
    const GlProgram& bodies = litBy(frame.quality).bodies;
    bodies.use();
    setLight(bodies, frame);
    bodies.set("opacity", 1.0f);
    glEnable(GL_CULL_FACE);
    return bodies;
}

void Renderer::Parts::drawBody(const GlProgram& program, const Item& item) {
    program.set("relativeFromBody", Matrix4f(item.relativeFromBody.cast<float>()));
    program.set("receivesShadow", item.body->shaded ? 1 : 0);
    program.set("isLit", item.body->lit ? 1 : 0);
    item.buffers->draw(item.body->colour, item.body->vertexColours);
}

void Renderer::Parts::drawGhosts(const Frame& frame) {
    const GlProgram& bodies = useBodies(frame);
    for (const Item& ghost : frame.ghosts) {
        // Depth first: a ghost's far parts do not shine through its near ones.
        bodies.set("opacity", float(ghost.body->opacity));
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        drawBody(bodies, ghost);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        drawBody(bodies, ghost);
    }
    glDisable(GL_CULL_FACE);
}

void Renderer::Parts::drawGround(const Frame& frame) {
    const Backdrop& backdrop = frame.drawing.backdrop;
    const double height = backdrop.groundHeight - frame.eye.z();
    // From below one would see nothing else.
    if (backdrop.ground == Backdrop::Ground::None || !(height < 0.0)) return;
    const GlProgram& ground = litBy(frame.quality).ground;
    ground.use();
    setLight(ground, frame);
    ground.set("height", float(height));
    ground.set("extent", float(planeExtentOf(frame.camera)));
    ground.set("groundColour", frame.look.ground);
    ground.set("gridColour", frame.look.grid);
    const double spacing = backdrop.gridSpacing, period = 5.0 * spacing;
    ground.set("gridSpacing", float(spacing));
    ground.set("gridWidth", std::max(float(frame.size.height) / 720.0f, 1.0f));
    if (spacing > 0.0)
        ground.set("gridOrigin", Eigen::Vector2f(float(std::remainder(frame.eye.x(), period)),
                                                 float(std::remainder(frame.eye.y(), period))));
    glBindVertexArray(noVertices.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Renderer::Parts::drawSky(const Frame& frame) {
    const double half = std::tan(0.5 * frame.camera.fieldOfView);
    sky.use();
    sky.set("forward", Eigen::Vector3f(frame.camera.forward().cast<float>()));
    sky.set("right", Eigen::Vector3f((half * frame.size.aspect() * frame.camera.right()).cast<float>()));
    sky.set("up", Eigen::Vector3f((half * frame.camera.up()).cast<float>()));
    setSky(sky, frame);
    glBindVertexArray(noVertices.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Renderer::Parts::drawWater(const Frame& frame) {
    if (frame.drawing.waters.empty()) return;
    water.use();
    setFog(water, frame);
    setSky(water, frame);
    water.set("waterColour", frame.look.water);
    water.set("sun", Eigen::Vector3f(towardsSun().cast<float>()));
    water.set("sunLight", frame.look.sun);
    for (const DrawnWater& sheet : frame.drawing.waters) {
        const MeshBuffers& buffers = meshes.of(sheet.mesh);
        if (buffers.isEmpty()) continue;
        water.set("origin", Eigen::Vector3f((sheet.origin - frame.eye).cast<float>()));
        // Depth first: the far side of a wave does not shine through its near side.
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        buffers.drawPlain();
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        buffers.drawPlain();
    }
}

void Renderer::Parts::drawLines(const Frame& frame, bool hidden) {
    LineRibbons lines(frame.camera, frame.size);
    for (const DrawnLine& line : frame.drawing.lines)
        if (line.hidden == hidden) lines.add(line);
    ribbons.use();
    lineBatch.draw(lines);
}

void Renderer::Parts::drawFoam(const Frame& frame) {
    if (frame.drawing.foam.empty()) return;
    LineRibbons lines(frame.camera, frame.size);
    for (const DrawnLine& line : frame.drawing.foam)
        lines.add(line);
    ribbons.use();
    lineBatch.draw(lines);
}

void Renderer::Parts::drawArrows(const Frame& frame, bool hidden) {
    ArrowTriangles triangles(frame.camera, frame.size);
    for (const DrawnArrow& arrow : frame.drawing.arrows)
        if (arrow.hidden == hidden) triangles.add(arrow);
    if (triangles.data().empty()) return;
    const GlProgram& bodies = useBodies(frame);
    bodies.set("receivesShadow", 0);
    bodies.set("isLit", 1);
    bodies.set("relativeFromBody", Matrix4f(Matrix4f::Identity()));
    arrowBatch.draw(triangles);
    glDisable(GL_CULL_FACE);
}

Renderer::Renderer() {
    checkContext();
    m_parts = std::make_unique<Parts>();
}

Renderer::~Renderer() = default;

void Renderer::draw(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality) {
    Parts& parts = *m_parts;
    parts.meshes.dropDead();
    const Frame frame = parts.frameOf(drawing, camera, size, quality);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_FRAMEBUFFER_SRGB);
    parts.drawShadows(frame);

    glViewport(0, 0, size.width, size.height);
    glClear(GL_DEPTH_BUFFER_BIT);
    const GlProgram& bodies = parts.useBodies(frame);
    for (const Item& item : frame.solids)
        parts.drawBody(bodies, item);
    glDisable(GL_CULL_FACE);
    parts.drawArrows(frame, true);
    parts.drawGround(frame);
    parts.drawSky(frame);

    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    parts.drawLines(frame, true);
    parts.drawGhosts(frame);
    parts.drawWater(frame);
    parts.drawFoam(frame);
    glDepthRange(0.0, kFrontDepth);
    parts.drawLines(frame, false);
    glDisable(GL_BLEND);
    parts.drawArrows(frame, false);
    glDepthRange(0.0, 1.0);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    glUseProgram(0);
}

} // namespace samples
