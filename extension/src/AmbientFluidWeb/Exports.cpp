// SPDX-License-Identifier: Zlib
/// \file
/// The functions for JavaScript (packaging/npm). Worlds are numbers from 1 on. A failed call returns 0 or -1, changes
/// nothing and leaves one line in afError(). Texts and arrays of results are valid until the next call.
#include "AmbientFluidWeb/WebWorld.h"

#include <emscripten.h>

#include <limits>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>

namespace {

using ambient::Quaternion;
using ambient::Vector3;
using ambient::web::WebWorld;

std::map<int, std::unique_ptr<WebWorld>> theWorlds;
int theLastWorld = 0;
std::string theText, theError;
std::vector<unsigned char> theBytes;

void report(const std::string& line) {
    EM_ASM(
        {
            if (Module.onLog) Module.onLog(UTF8ToString($0));
        },
        line.c_str());
}

WebWorld& worldOf(int world) {
    const auto found = theWorlds.find(world);
    if (found == theWorlds.end()) throw std::invalid_argument("the world is no more");
    return *found->second;
}

/// Bullet does not look whether memory was there. \throws std::bad_alloc if a world could not be made
void requireMemory() {
    constexpr std::size_t kRoom = 8 << 20; // a world takes half of it
    ::operator delete(::operator new(kRoom));
}

/// No exception reaches JavaScript. \returns what the function returns; `failed` after an exception
template <class Result, class Function>
Result guarded(Result failed, Function&& function) {
    try {
        return function();
    } catch (const std::bad_alloc&) {
        theError = "it needs more memory than there is";
    } catch (const std::out_of_range&) {
        theError = "there is no such part";
    } catch (const std::exception& error) {
        theError = error.what();
    }
    return failed;
}

/// A call without a result on a world. \returns 1; 0 if it failed
template <class Function>
int done(int world, Function&& function) {
    return guarded(0, [&] {
        function(worldOf(world));
        return 1;
    });
}

} // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* afError() {
    return theError.c_str();
}

/// \param takesMultiBodies whether articulated bodies may be added to a file without any \returns the new world
EMSCRIPTEN_KEEPALIVE int afOpen(const char* file, const char* folder, int takesMultiBodies) {
    return guarded(0, [&] {
        requireMemory();
        auto world = std::make_unique<WebWorld>(file, folder, takesMultiBodies != 0, &report);
        theWorlds[++theLastWorld] = std::move(world);
        return theLastWorld;
    });
}

EMSCRIPTEN_KEEPALIVE void afClose(int world) {
    theWorlds.erase(world);
}

EMSCRIPTEN_KEEPALIVE int afAdd(int world, const char* list, const char* object) {
    return guarded(-1, [&] { return worldOf(world).add(list, object); });
}

/// \name Results as text, in afText()
/// @{
EMSCRIPTEN_KEEPALIVE const char* afText() {
    return theText.c_str();
}
EMSCRIPTEN_KEEPALIVE int afRemove(int world, const char* list, int index) {
    return done(world, [&](WebWorld& w) { theText = w.remove(list, index); });
}
EMSCRIPTEN_KEEPALIVE int afAbout(int world) {
    return done(world, [](WebWorld& w) { theText = w.about(); });
}
EMSCRIPTEN_KEEPALIVE int afFile(int world) {
    return done(world, [](WebWorld& w) { theText = w.live().file().dump(); });
}
EMSCRIPTEN_KEEPALIVE int afReadout(int world, int body) {
    return done(world, [&](WebWorld& w) { theText = w.readout(body); });
}
/// @}

EMSCRIPTEN_KEEPALIVE int afStep(int world, int steps) {
    return done(world, [&](WebWorld& w) {
        for (int i = 0; i < steps; ++i)
            w.simulation().step();
    });
}
EMSCRIPTEN_KEEPALIVE double afTime(int world) {
    return guarded(-1.0, [&] { return worldOf(world).simulation().time(); });
}

/// \name Results as numbers, in afNumbers(), afPlaces() and afFaces()
/// @{
EMSCRIPTEN_KEEPALIVE const double* afNumbers(int world) {
    return worldOf(world).numbers.data();
}
EMSCRIPTEN_KEEPALIVE int afNumberCount(int world) {
    return static_cast<int>(worldOf(world).numbers.size());
}
EMSCRIPTEN_KEEPALIVE const float* afPlaces(int world) {
    return worldOf(world).places.data();
}
EMSCRIPTEN_KEEPALIVE const int* afFaces(int world) {
    return worldOf(world).faces.data();
}
EMSCRIPTEN_KEEPALIVE int afFaceNumberCount(int world) {
    return static_cast<int>(worldOf(world).faces.size());
}
EMSCRIPTEN_KEEPALIVE int afReadState(int world) {
    return done(world, [](WebWorld& w) { w.readState(); });
}
EMSCRIPTEN_KEEPALIVE int afReadMotion(int world, int body) {
    return done(world, [&](WebWorld& w) { w.readMotion(body); });
}
EMSCRIPTEN_KEEPALIVE int afReadMesh(int world, int isStanding, int index) {
    return done(world, [&](WebWorld& w) { w.readMesh(isStanding != 0, index); });
}
EMSCRIPTEN_KEEPALIVE int afReadDeformed(int world, int body) {
    return done(world, [&](WebWorld& w) { w.readDeformed(body); });
}
EMSCRIPTEN_KEEPALIVE int afReadHeights(int world, int region, const double* points, int count) {
    return done(world, [&](WebWorld& w) { w.readHeights(region, points, count); });
}
EMSCRIPTEN_KEEPALIVE int afReadMooring(int world, int mooring) {
    return done(world, [&](WebWorld& w) { w.readMooring(mooring); });
}
EMSCRIPTEN_KEEPALIVE int afReadThruster(int world, int thruster) {
    return done(world, [&](WebWorld& w) { w.readThruster(thruster); });
}
EMSCRIPTEN_KEEPALIVE double afJointValue(int world, int joint) {
    return guarded(std::numeric_limits<double>::quiet_NaN(),
                   [&] { return worldOf(world).simulation().content().jointValue(static_cast<std::size_t>(joint)); });
}
/// @}

/// \name Changes of bodies; `point` counts if `hasPoint` is not 0
/// @{
EMSCRIPTEN_KEEPALIVE int afSetPose(int world, int body, double x, double y, double z, double qx, double qy, double qz,
                                   double qw) {
    return done(world, [&](WebWorld& w) {
        w.body(body).setPose({Quaternion(qw, qx, qy, qz).normalized(), Vector3(x, y, z)});
    });
}
EMSCRIPTEN_KEEPALIVE int afSetVelocity(int world, int body, int isAngular, double x, double y, double z) {
    return done(world, [&](WebWorld& w) {
        if (isAngular)
            w.body(body).setAngularVelocity({x, y, z});
        else
            w.body(body).setLinearVelocity({x, y, z});
    });
}
EMSCRIPTEN_KEEPALIVE int afApplyForce(int world, int body, double x, double y, double z, int hasPoint, double px,
                                      double py, double pz) {
    const Vector3 point(px, py, pz);
    return done(world, [&](WebWorld& w) { w.body(body).applyForce({x, y, z}, hasPoint ? &point : nullptr); });
}
EMSCRIPTEN_KEEPALIVE int afApplyImpulse(int world, int body, double x, double y, double z, int hasPoint, double px,
                                        double py, double pz) {
    const Vector3 point(px, py, pz);
    return done(world, [&](WebWorld& w) { w.body(body).applyImpulse({x, y, z}, hasPoint ? &point : nullptr); });
}
EMSCRIPTEN_KEEPALIVE int afApplyTorque(int world, int body, double x, double y, double z) {
    return done(world, [&](WebWorld& w) { w.body(body).applyTorque({x, y, z}); });
}
/// @}

EMSCRIPTEN_KEEPALIVE int afSetMotor(int world, int joint, double velocity, double force) {
    return done(world, [&](WebWorld& w) {
        w.simulation().content().joints().at(static_cast<std::size_t>(joint));
        w.live().setMotor(joint, velocity, force);
    });
}
EMSCRIPTEN_KEEPALIVE int afSetThruster(int world, int thruster, double command) {
    return done(world, [&](WebWorld& w) {
        w.simulation().content().thrusters().at(static_cast<std::size_t>(thruster))->getThruster().setCommand(command);
    });
}
EMSCRIPTEN_KEEPALIVE int afReel(int world, int mooring, double length, double rate) {
    return done(world, [&](WebWorld& w) {
        w.simulation().content().moorings().at(static_cast<std::size_t>(mooring))->getLine().reel(length, rate);
    });
}
EMSCRIPTEN_KEEPALIVE int afSetCurrent(int world, double x, double y, double z) {
    return done(world, [&](WebWorld& w) { w.simulation().setCurrent({x, y, z}); });
}

/// \name Saved states, in afBytes()
/// @{
EMSCRIPTEN_KEEPALIVE int afSave(int world) {
    return done(world, [](WebWorld& w) { theBytes = w.simulation().saveState(); });
}
EMSCRIPTEN_KEEPALIVE const unsigned char* afBytes() {
    return theBytes.data();
}
EMSCRIPTEN_KEEPALIVE int afByteCount() {
    return static_cast<int>(theBytes.size());
}
EMSCRIPTEN_KEEPALIVE int afRestore(int world, const unsigned char* bytes, int count) {
    return done(world, [&](WebWorld& w) { w.simulation().restoreState({bytes, bytes + count}); });
}
/// @}
}
