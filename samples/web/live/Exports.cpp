// SPDX-License-Identifier: Zlib
// The functions for the page. One world at a time; the last result stays in memory until the next call. A failed call
// returns 0, gives one line in liveError(), and leaves the former world.
#include "MeshImport/MeshImport.h"
#include "web/live/LiveWorld.h"

#include <Eigen/Geometry>
#include <emscripten.h>

namespace {

std::unique_ptr<samples::LiveWorld> theWorld;
std::string theText, theError;
std::vector<float> theNumbers;
std::vector<int> theFaces;

/// No exception reaches JavaScript.
template <class Function>
int guarded(Function&& function) {
    try {
        function();
        return 1;
    } catch (const std::bad_alloc&) {
        theError = "it needs more memory than there is";
    } catch (const std::exception& error) {
        theError = error.what();
    }
    return 0;
}

samples::LiveWorldReports reports() {
    samples::LiveWorldReports reports;
    reports.progress = [](double fraction) {
        EM_ASM(
            {
                if (Module.onProgress) Module.onProgress($0);
            },
            fraction);
    };
    reports.log = [](const std::string& line) {
        EM_ASM(
            {
                if (Module.onLog) Module.onLog(UTF8ToString($0));
            },
            line.c_str());
    };
    return reports;
}

} // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* liveError() {
    return theError.c_str();
}

/// \param goesOn bodies go on from where they are, if they can
EMSCRIPTEN_KEEPALIVE int liveOpen(const char* text, const char* source, const char* folder, int goesOn) {
    return guarded([&] {
        auto opened =
            std::make_unique<samples::LiveWorld>(text, source, folder, goesOn ? theWorld.get() : nullptr, reports());
        theWorld = std::move(opened);
    });
}

EMSCRIPTEN_KEEPALIVE const char* liveAbout() {
    theText = theWorld->about();
    return theText.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* liveRows() {
    theText = theWorld->rows();
    return theText.c_str();
}

/// liveText() then has LiveWorld::saved().
EMSCRIPTEN_KEEPALIVE int liveSave() {
    return guarded([] { theText = theWorld->saved(); });
}

EMSCRIPTEN_KEEPALIVE const char* liveText() {
    return theText.c_str();
}

EMSCRIPTEN_KEEPALIVE int liveStep(int steps) {
    return guarded([&] {
        for (int i = 0; i < steps; ++i)
            theWorld->step();
    });
}

EMSCRIPTEN_KEEPALIVE double liveTime() {
    return theWorld->time();
}

/// liveNumbers() then has LiveWorld::state().
EMSCRIPTEN_KEEPALIVE int liveState() {
    return guarded([] { theWorld->state(theNumbers); });
}

/// liveNumbers() then has LiveWorld::forces().
EMSCRIPTEN_KEEPALIVE int liveForces() {
    return guarded([] { theWorld->forces(theNumbers); });
}

/// liveNumbers() then has the vertices, liveFaces() the triangles.
EMSCRIPTEN_KEEPALIVE int liveShape(int standing, int index) {
    return guarded([&] {
        samples::LiveWorld::Shape shape = theWorld->shape(standing != 0, index);
        theNumbers = std::move(shape.vertices);
        theFaces = std::move(shape.faces);
    });
}

EMSCRIPTEN_KEEPALIVE int liveDeformed(int body) {
    return guarded([&] { theWorld->deformedVertices(body, theNumbers); });
}

EMSCRIPTEN_KEEPALIVE int liveSurfaceCount() {
    return theWorld->surfaceCount();
}

EMSCRIPTEN_KEEPALIVE int liveSurface(int index, double x, double y, double halfWidth, int cells) {
    return guarded([&] { theWorld->surface(index, x, y, halfWidth, cells, theNumbers); });
}

EMSCRIPTEN_KEEPALIVE int liveGrab(int body, double x, double y, double z) {
    return guarded([&] { theWorld->grab(body, {x, y, z}); });
}

EMSCRIPTEN_KEEPALIVE void livePull(double x, double y, double z) {
    theWorld->moveTo({x, y, z});
}

EMSCRIPTEN_KEEPALIVE void liveRelease() {
    theWorld->release();
}

/// Half the diagonal of the box of a mesh file [m]; -1 if the file cannot be read.
EMSCRIPTEN_KEEPALIVE double liveMeshRadius(const char* path) {
    double radius = -1.0;
    guarded([&] {
        Eigen::AlignedBox3d box;
        for (const ambient::Vector3& vertex : ambient::importMesh(path).vertices)
            box.extend(vertex);
        radius = 0.5 * box.diagonal().norm();
    });
    return radius;
}

EMSCRIPTEN_KEEPALIVE const float* liveNumbers() {
    return theNumbers.data();
}

EMSCRIPTEN_KEEPALIVE int liveNumberCount() {
    return static_cast<int>(theNumbers.size());
}

EMSCRIPTEN_KEEPALIVE const int* liveFaces() {
    return theFaces.data();
}

EMSCRIPTEN_KEEPALIVE int liveFaceNumberCount() {
    return static_cast<int>(theFaces.size());
}
}
