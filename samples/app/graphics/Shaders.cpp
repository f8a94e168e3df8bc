// SPDX-License-Identifier: Zlib
#include "graphics/Shaders.h"

namespace samples {
namespace {

/// Screen colours from light: brightest parts are eased towards white, the sRGB curve is a fit by roots (to 0.3 %, and
/// cheaper than a power), and noise of half a step hides the steps of eight bits in gradients.
const char* const kOutput = R"glsl(
vec3 eased(vec3 light) {
    const float knee = 0.75;
    vec3 over = max(light - knee, 0.0);
    return min(light, knee) + (1.0 - knee) * (over / (over + (1.0 - knee)));
}
vec3 screen(vec3 light) {
    vec3 root = sqrt(light), fourth = sqrt(root), eighth = sqrt(fourth);
    return clamp(0.662002687 * root + 0.684122060 * fourth - 0.323583601 * eighth - 0.022541147 * light, 0.0, 1.0);
}
vec3 shown(vec3 light) {
    float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
    return screen(eased(light)) + (noise - 0.5) / 255.0;
}
)glsl";

/// Effect of the medium on light on its way to the eye.
const char* const kFog = R"glsl(
uniform vec3 fogColour;
uniform float fogStart, fogLength;
vec3 fogged(vec3 light, vec3 position) {
    float far = max(length(position) - fogStart, 0.0) / fogLength;
    return mix(fogColour, light, exp(-far));
}
)glsl";

/// The light from the background in a direction.
const char* const kSky = R"glsl(
uniform vec3 zenithColour, horizonColour, nadirColour;
vec3 skyTowards(vec3 direction) {
    vec3 end = direction.z > 0.0 ? zenithColour : nadirColour;
    float x = clamp(abs(direction.z) / 0.75, 0.0, 1.0);
    return mix(horizonColour, end, 1.0 - (1.0 - x) * (1.0 - x));
}
)glsl";

/// SOFT_SHADOWS is a constant, as software runs both sides of every branch; `looks` is none, so that no loop over it is
/// unrolled.
const char* const kSun = R"glsl(
uniform vec3 sun, sunLight, skyLight, bounceLight;
uniform mat4 shadowFromRelative;
uniform sampler2DShadow shadowMap;
uniform float shadowTexel, shadowStride, shadowOffset;
uniform int shadowReach;
float inMap(vec3 at) {
#if SOFT_SHADOWS
    // Five looks first: most places are wholly lit or wholly in the shade.
    vec2 stride = shadowStride * vec2(shadowTexel, -shadowTexel), reach = float(shadowReach) * stride;
    float probe = texture(shadowMap, at) + texture(shadowMap, at + vec3(reach.xx, 0.0)) +
                  texture(shadowMap, at + vec3(reach.xy, 0.0)) + texture(shadowMap, at + vec3(reach.yx, 0.0)) +
                  texture(shadowMap, at + vec3(reach.yy, 0.0));
    float sum = 0.2 * probe, weights = 1.0;
    int side = 2 * shadowReach + 1, looks = probe < 0.001 || probe > 4.999 ? 0 : side * side;
    for (int k = 0; k < looks; ++k) {
        vec2 cell = vec2(k % side - shadowReach, k / side - shadowReach);
        float weight = exp(-1.8 * dot(cell, cell) / float(shadowReach * shadowReach));
        sum += weight * texture(shadowMap, at + vec3(stride.x * cell, 0.0));
        weights += weight;
    }
    return sum / weights;
#else
    return texture(shadowMap, at);
#endif
}
float sunlit(vec3 position, vec3 normal) {
    // Far enough off the surface that the look's width does not meet the surface itself.
    float away = shadowOffset * length(cross(normal, sun));
    vec3 at = (shadowFromRelative * vec4(position + away * normal, 1.0)).xyz;
    if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return 1.0;
    return inMap(vec3(at.xy, min(at.z, 1.0)));
}
vec3 daylight(vec3 normal, float lit) {
    return sunLight * (lit * max(dot(normal, sun), 0.0)) + mix(bounceLight, skyLight, 0.5 + 0.5 * normal.z);
}
)glsl";

std::string shadowLine(bool softShadows) {
    return std::string("#define SOFT_SHADOWS ") + (softShadows ? "1\n" : "0\n");
}

} // namespace

std::string bodyVertexShader() {
    return R"glsl(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 colour;
uniform mat4 relativeFromBody, clipFromRelative;
out vec3 relative, outward, albedo;
void main() {
    relative = (relativeFromBody * vec4(position, 1.0)).xyz;
    outward = mat3(relativeFromBody) * normal;
    albedo = colour;
    gl_Position = clipFromRelative * vec4(relative, 1.0);
}
)glsl";
}

std::string bodyFragmentShader(bool softShadows) {
    return shadowLine(softShadows) + kOutput + kFog + kSun + R"glsl(
in vec3 relative, outward, albedo;
uniform float opacity;
uniform int receivesShadow, isLit;
out vec4 fragment;
void main() {
    if (isLit == 0) {
        fragment = vec4(screen(albedo), opacity);
        return;
    }
    vec3 normal = normalize(outward), view = normalize(-relative);
    float facing = dot(normal, sun);
    float lit = receivesShadow == 1 && facing > 0.0 ? sunlit(relative, normal) : 1.0;
    vec3 light = albedo * daylight(normal, lit);
    float shine = max(dot(normal, normalize(view + sun)), 0.0);
    light += sunLight * (0.13 * lit * step(0.0, facing) * pow(shine, 40.0));
    float rim = 1.0 - max(dot(normal, view), 0.0);
    light += skyLight * (0.10 * rim * rim * rim);
    fragment = vec4(shown(fogged(light, relative)), opacity);
}
)glsl";
}

std::string depthVertexShader() {
    return R"glsl(
layout(location = 0) in vec3 position;
uniform mat4 clipFromBody;
void main() { gl_Position = clipFromBody * vec4(position, 1.0); }
)glsl";
}

std::string depthFragmentShader() {
    return "void main() {}\n";
}

std::string planeVertexShader() {
    return R"glsl(
uniform mat4 clipFromRelative;
uniform float height, extent;
out vec3 relative;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    relative = vec3(extent * corner, height);
    gl_Position = clipFromRelative * vec4(relative, 1.0);
}
)glsl";
}

std::string groundFragmentShader(bool softShadows) {
    return shadowLine(softShadows) + kOutput + kFog + kSun + R"glsl(
in vec3 relative;
uniform vec3 groundColour, gridColour;
uniform vec2 gridOrigin;
uniform float gridSpacing, gridWidth;
out vec4 fragment;
float gridLines(vec2 at, float pixels) {
    vec2 width = fwidth(at);
    vec2 away = abs(fract(at + 0.5) - 0.5) / max(width, vec2(1e-9));
    vec2 line = clamp(0.5 * pixels + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.04, 0.2, width));
    return max(line.x, line.y);
}
void main() {
    vec3 colour = groundColour;
    if (gridSpacing > 0.0) {
        vec2 at = (relative.xy + gridOrigin) / gridSpacing;
        float line = max(0.4 * gridLines(at, gridWidth), 0.8 * gridLines(at / 5.0, 1.3 * gridWidth));
        colour = mix(colour, gridColour, line);
    }
    vec3 up = vec3(0.0, 0.0, 1.0);
    fragment = vec4(shown(fogged(colour * daylight(up, sunlit(relative, up)), relative)), 1.0);
}
)glsl";
}

std::string waterVertexShader() {
    return R"glsl(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 clipFromRelative;
uniform vec3 origin;
out vec3 relative, upward;
void main() {
    relative = position + origin;
    upward = normal;
    gl_Position = clipFromRelative * vec4(relative, 1.0);
}
)glsl";
}

std::string waterFragmentShader() {
    return std::string(kOutput) + kFog + kSky + R"glsl(
in vec3 relative, upward;
uniform vec3 waterColour, sun, sunLight;
out vec4 fragment;
void main() {
    vec3 view = normalize(-relative), normal = normalize(upward);
    float facing = dot(normal, view);
    if (facing <= 0.0) { // from below, as through a window
        float across = 1.0 + facing;
        fragment = vec4(shown(fogged(waterColour, relative)), 0.22 + 0.4 * across * across * across * across);
        return;
    }
    // Schlick's formula for the share of light that water mirrors.
    float mirrored = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    vec3 away = reflect(-view, normal);
    away.z = abs(away.z);
    vec3 sky = skyTowards(away) + sunLight * (1.5 * pow(max(dot(away, sun), 0.0), 400.0));
    // Slopes towards the light look brighter: light that comes out of the water.
    vec3 body = waterColour * (0.75 + 0.6 * max(dot(normal, sun), 0.0));
    float across = 1.0 - facing;
    float alpha = mix(0.5, 0.86, across * across * across);
    fragment = vec4(shown(fogged(mix(body, sky, mirrored), relative)), mix(alpha, 1.0, mirrored));
}
)glsl";
}

std::string skyVertexShader() {
    return R"glsl(
uniform vec3 forward, right, up;
out vec3 ray;
void main() {
    vec2 corner = vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID >> 1) * 4 - 1);
    ray = forward + corner.x * right + corner.y * up;
    gl_Position = vec4(corner, 1.0, 1.0);
}
)glsl";
}

std::string skyFragmentShader() {
    return std::string(kOutput) + kSky + R"glsl(
in vec3 ray;
out vec4 fragment;
void main() { fragment = vec4(shown(skyTowards(normalize(ray))), 1.0); }
)glsl";
}

std::string lineVertexShader() {
    return R"glsl(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 colour;
layout(location = 2) in vec3 shape;
out vec3 paint, edge;
void main() {
    paint = colour;
    edge = shape;
    gl_Position = vec4(position, 1.0);
}
)glsl";
}

std::string lineFragmentShader() {
    return R"glsl(
in vec3 paint, edge;
out vec4 fragment;
void main() {
    float alpha = clamp(edge.z + 0.5 - length(edge.xy), 0.0, 1.0);
    if (alpha < 0.02) discard;
    fragment = vec4(paint, alpha);
}
)glsl";
}

} // namespace samples
