// SPDX-License-Identifier: Zlib
#include "graphics/Look.h"

namespace samples {
namespace {

Rgb light(const char* screenColour) {
    return linearOf(colourOf(screenColour));
}

Look airLook(double distance) {
    Look look;
    look.zenith = light("#9dbfe0");
    look.horizon = light("#f1f4f6");
    look.nadir = light("#d5dade");
    look.sun = {0.86f, 0.83f, 0.78f};
    look.sky = {0.37f, 0.40f, 0.45f};
    look.bounce = {0.21f, 0.20f, 0.19f};
    look.ground = light("#d9d4ca");
    look.grid = light("#aba59b");
    look.fogStart = 1.3 * distance;
    look.fogLength = 4.0 * distance;
    return look;
}

Look waterLook(double distance) {
    Look look;
    look.zenith = light("#c9eaec");
    look.horizon = light("#9fd0d8");
    look.nadir = light("#4f93a8");
    look.sun = {0.78f, 0.78f, 0.76f};
    look.sky = {0.36f, 0.47f, 0.49f};
    look.bounce = {0.15f, 0.22f, 0.25f};
    look.ground = light("#dccdb2");
    look.grid = light("#b0a48c");
    look.fogStart = 1.2 * distance;
    look.fogLength = 3.5 * distance;
    return look;
}

Look vacuumLook(double distance) {
    Look look;
    look.zenith = light("#15171b");
    look.horizon = light("#2c3037");
    look.nadir = light("#15171b");
    look.sun = {0.95f, 0.94f, 0.92f};
    look.sky = {0.20f, 0.21f, 0.23f};
    look.bounce = {0.10f, 0.10f, 0.11f};
    look.ground = light("#565b63");
    look.grid = light("#8a9099");
    look.fogStart = 1.5 * distance;
    look.fogLength = 9.0 * distance;
    return look;
}

} // namespace

Look lookOf(const Backdrop& backdrop, const Camera& camera) {
    Look look = backdrop.medium == Backdrop::Medium::Air     ? airLook(camera.distance)
                : backdrop.medium == Backdrop::Medium::Water ? waterLook(camera.distance)
                                                             : vacuumLook(camera.distance);
    look.water = light("#cfecef");
    if (backdrop.medium == Backdrop::Medium::Air && backdrop.waterline) look.water = light("#2c6f86");
    if (backdrop.medium == Backdrop::Medium::Water && backdrop.waterline && camera.eye().z() > *backdrop.waterline) {
        look.zenith = light("#86b4dd");
        look.horizon = light("#e3edf2");
        look.water = light("#2c6f86");
        look.fogStart = 3.0 * camera.distance;
        look.fogLength = 14.0 * camera.distance;
    }
    return look;
}

ambient::Vector3 towardsSun() {
    return ambient::Vector3(-0.42, -0.55, 1.0).normalized();
}

bool isDark(const Backdrop& backdrop) {
    return backdrop.medium == Backdrop::Medium::Vacuum;
}

} // namespace samples
