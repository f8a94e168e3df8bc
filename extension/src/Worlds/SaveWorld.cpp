// SPDX-License-Identifier: Zlib
#include "Worlds/SaveWorld.h"

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/WaveSet.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "FilePath.h"
#include "Worlds/GridState.h"
#include "Worlds/WorldNumbers.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

namespace ambient {
namespace {

using nlohmann::json;

/// \param motion of the shown frame, whose origin is the centre of mass
void writeMotion(json& object, const FileWorld::Motion& motion, const Vector3& centerOfMass) {
    const Pose& shown = motion.worldFromShown;
    writePose(object, {shown.orientation, shown.position - shown.orientation * centerOfMass});
    object["velocity"] = numbers(motion.velocity.linear);
    object["angular_velocity"] = numbers(motion.velocity.angular);
}

/// Flows go on at their own times.
void shiftFlows(json& medium, const WorldMedium& read, double time) {
    for (std::size_t i = 0; i < read.flows.size(); ++i) {
        const auto& def = read.flows[i].def;
        const bool isSteady = std::holds_alternative<WorldShear>(def) || std::holds_alternative<JetDef>(def);
        if (!isSteady) medium["flow"][i]["time"] = read.flows[i].time + time;
    }
}

/// A medium whose state at time 0 is the given medium's state at `time`.
void shiftMedium(json& medium, const WorldMedium& read, const Vector3& gravity, double time) {
    shiftFlows(medium, read, time);
    if (read.above && !read.above->flows.empty()) shiftFlows(medium["surface"]["above"], *read.above, time);
    if (read.sea) medium["surface"]["sea"]["time"] = read.sea->time + time;
    if (read.waves.empty()) return;
    StillWater water;
    water.gravity = gravity.norm();
    if (read.depth) water.depth = *read.depth;
    for (std::size_t i = 0; i < read.waves.size(); ++i) {
        const WorldSurfaceWave& wave = read.waves[i];
        const double w = wave.wavelength ? waveFrequency(2.0 * kPi / *wave.wavelength, water) : 2.0 * kPi / wave.period;
        medium["surface"]["waves"][i]["phase"] = std::remainder(wave.phase - w * time, 2.0 * kPi);
    }
}

/// The water inside stays that of the start, wherever the body is now.
void writeFlooding(json& object, const FileWorld::Moving& moving) {
    if (moving.cavity.waterMass() > 0.0) object["flooded_density"] = moving.cavity.density;
}

void writeBody(json& object, const FileWorld& content, const FileWorld::Moving& moving, const btFluidAction& fluid) {
    const FileWorld::Motion motion = content.motionOf(moving);
    writeMotion(object, motion, moving.centerOfMass);
    writeFlooding(object, moving);
    if (!moving.deforming) return;
    const btFluidBody& wet = *fluid.getFluidBody(moving.body);
    const btFluidShapeDrive& drive = *wet.getDrive();
    writePose(object, btFluidPose(drive.worldFromAuthor()));
    // A file has the velocity before the held shape begins to move: the same momentum without the shape's part.
    const MomentumMap map = totalInertia(wet.motion(), wet.state());
    const Vector6 held = map.inverse * map.shapeMomentum.as<Momentum>().vector();
    const Quaternion& turn = wet.state().worldFromBody.orientation;
    object["velocity"] = numbers(Vector3(motion.velocity.linear + turn * held.tail<3>()));
    object["angular_velocity"] = numbers(Vector3(motion.velocity.angular + turn * held.head<3>()));
    object["shape"]["phase"] = double(drive.getPhase()) - moving.deforming->firstPhase();
    object["shape"]["speed"] = double(drive.getSpeed());
}

/// Joints are at zero at the start of a file's world: their frames and limits are shifted.
void writeJoint(json& object, const WorldJoint& read, btTypedConstraint& made) {
    const btTransform child = made.getRigidBodyB().getWorldTransform();
    btTransform frame = btTransform::getIdentity();
    double now = 0.0;
    int axis = 2;
    if (read.type == WorldJointType::Hinge) {
        auto& hinge = static_cast<btHingeConstraint&>(made);
        frame = hinge.getBFrame();
        now = double(hinge.getHingeAngle());
    } else if (read.type == WorldJointType::Slider) {
        auto& slider = static_cast<btSliderConstraint&>(made);
        frame = slider.getFrameOffsetB();
        now = double(slider.getLinearPos());
        axis = 0;
    } else if (read.type == WorldJointType::Ball) {
        frame.setOrigin(static_cast<btPoint2PointConstraint&>(made).getPivotInB());
    } else {
        frame = static_cast<btFixedConstraint&>(made).getFrameOffsetB();
    }
    const btTransform world = child * frame;
    object["position"] = numbers(btFluidVector(world.getOrigin()));
    if (object.contains("axis")) object["axis"] = numbers(btFluidVector(world.getBasis().getColumn(axis)));
    if (!read.limits) return;
    const double low = (*read.limits)[0] - now, high = (*read.limits)[1] - now;
    if (read.type == WorldJointType::Hinge && (low < -kPi || high > kPi))
        throw WorldFileError(read.path +
                             ": its limits as seen from here are beyond half a turn, which no file can hold");
    object["lower"] = low;
    object["upper"] = high;
}

void writeLink(json& object, const WorldLink& read, const Quaternion& turn, const double* positions,
               const double* rates, double time) {
    if (read.joint == WorldJointType::Fixed || !object.contains("joint")) return;
    json& joint = object["joint"];
    if (read.joint == WorldJointType::Ball) {
        const Quaternion q(positions[3], positions[0], positions[1], positions[2]);
        joint["initial_position"] = numbers(Quaternion(turn * q * turn.conjugate()));
        joint["initial_velocity"] = numbers(Vector3(turn * Vector3(rates[0], rates[1], rates[2])));
        return;
    }
    joint["initial_position"] = positions[0];
    joint["initial_velocity"] = rates[0];
    if (!read.motor || !joint.contains("motor")) return;
    json& motor = joint["motor"];
    if (motor.contains("target_position") && motor["target_position"].is_object()) {
        const WorldJointTarget& target = read.motor->target;
        motor["target_position"]["phase"] =
            std::remainder(target.phase + 2.0 * kPi * target.frequency * time, 2.0 * kPi);
    }
}

void writeArticulated(json& object, const WorldArticulatedBody& read, const btMultiBody& multiBody,
                      const FileWorld& content, btFluidMultiBody& wet, double time) {
    wet.motion().evaluate(wet.state());
    const JointVector positions = wet.state().positions, rates = wet.motion().dynamics().rates();
    const ArticulatedBody& tree = wet.motion().body();
    for (std::size_t i = 0; i < read.links.size(); ++i) {
        const auto& all = content.moving();
        const auto moving = std::find_if(all.begin(), all.end(), [&](const FileWorld::Moving& row) {
            return row.multiBody == &multiBody && row.link == static_cast<int>(i);
        });
        if (moving == all.end()) continue; // a fixed base
        if (i == 0) writeMotion(object, content.motionOf(*moving), moving->centerOfMass);
        const int link = static_cast<int>(i);
        for (json& entry : object["links"]) {
            if (entry["name"] != read.links[i].name) continue;
            writeFlooding(entry, *moving);
            if (i > 0)
                writeLink(entry, read.links[i], moving->shownFromBody, positions.data() + tree.firstPosition(link),
                          rates.data() + tree.firstRate(link), time);
        }
    }
}

json listOf(const std::vector<Vector3>& vectors) {
    json list = json::array();
    for (const Vector3& v : vectors)
        list.push_back(numbers(v));
    return list;
}

void writeMooring(json& object, const WorldMooring& read, const btFluidMooring& made, double time) {
    const MooringLine& line = made.getLine();
    object["length"] = line.length();
    if (read.winch) object["winch"]["start"] = std::max(0.0, read.winch->start - time);
    if (line.isBroken()) object["parted"] = line.parted();
    if (!read.isCable || made.getPoints().empty()) return;
    object["points"] = listOf(made.getPoints());
    object["velocities"] = listOf(line.velocities());
}

} // namespace

void requireSavable(const WorldDescription& description) {
    for (const WorldArticulatedBody& body : description.articulatedBodies)
        if (!body.robotFile.empty())
            throw WorldFileError(body.path + ".robot: a file cannot hold the joints of a robot from another file");
}

json savedWorld(json file, const WorldDescription& description, const FileWorld& content, const btFluidAction& fluid) {
    requireSavable(description);
    const double time = fluid.getTime();
    shiftMedium(file["medium"], description.medium, description.gravity, time);
    for (const WorldRegion& region : description.regions)
        for (std::size_t i = 0; i < file["regions"].size(); ++i)
            if (region.path == "regions[" + std::to_string(i) + "]")
                shiftMedium(file["regions"][i]["medium"], region.medium, description.gravity, time);
    if (content.grid()) {
        const FluidGrid& grid = content.grid()->getGrid();
        file["grid"]["min"] = numbers(grid.def().lowCorner);
        file["grid"]["state"] = textOfGridState(grid.saveState());
    }
    for (std::size_t i = 0; i < description.bodies.size(); ++i)
        for (const FileWorld::Moving& moving : content.moving())
            if (moving.body && moving.body == content.bodies()[i]) writeBody(file["bodies"][i], content, moving, fluid);
    for (std::size_t i = 0; i < description.joints.size(); ++i)
        writeJoint(file["joints"][i], description.joints[i], *content.joints()[i]);
    for (std::size_t i = 0; i < description.articulatedBodies.size(); ++i) {
        const WorldArticulatedBody& read = description.articulatedBodies[i];
        const btMultiBody& multiBody = *content.multiBodies()[i];
        btFluidMultiBody& wet = *fluid.getFluidMultiBodies().find(&multiBody);
        writeArticulated(file["articulated_bodies"][i], read, multiBody, content, wet, time);
    }
    for (std::size_t i = 0; i < description.moorings.size(); ++i)
        writeMooring(file["moorings"][i], description.moorings[i], *content.moorings()[i], time);
    for (std::size_t i = 0; i < description.thrusters.size(); ++i) {
        const Thruster& thruster = content.thrusters()[i]->getThruster();
        file["thrusters"][i]["name"] = description.thrusters[i].name; // not that of its present place
        file["thrusters"][i]["command"] = thruster.command();
        file["thrusters"][i]["speed"] = thruster.speed();
    }
    return file;
}

namespace {

namespace fs = std::filesystem;

/// Behind all symbolic links: `..` after one of them leads elsewhere than its spelling says.
fs::path realFolder(const fs::path& folder) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder), ignored);
}

/// \param folder empty: the name is absolute
std::string nameFrom(const fs::path& file, const fs::path& folder) {
    const fs::path place = realFolder(file.parent_path()) / file.filename();
    const fs::path name = folder.empty() ? fs::path() : place.lexically_relative(folder);
    return utf8Of(name.empty() || *name.begin() == ".." ? place : name);
}

void renameFiles(json& file, const fs::path& from, const fs::path& to) {
    forEachFileName(file, [&](const std::string&, json& given) {
        const fs::path name = pathFromUtf8(given.get<std::string>());
        if (name.is_relative()) given = nameFrom(from / name, to);
    });
}

} // namespace

void forEachFileName(json& file, const std::function<void(const std::string& key, json& name)>& see) {
    for (auto item = file.begin(); item != file.end(); ++item) {
        if (item->is_structured()) forEachFileName(*item, see);
        if (!file.is_object() || !item->is_string()) continue;
        const std::string& key = item.key();
        static const std::set<std::string> kNames = {"file", "faces_file", "robot", "wamit", "wamit_forces"};
        if (kNames.count(key) > 0) see(key, *item);
    }
}

void moveFileNames(json& file, const std::string& from, const std::string& to) {
    const fs::path here = realFolder(pathFromUtf8(from)), there = realFolder(pathFromUtf8(to));
    if (here != there) renameFiles(file, here, there);
}

void nameFilesFor(json& file, const std::string& from, const std::string& path) {
    std::error_code ignored;
    const fs::path asked = pathFromUtf8(path);
    const fs::path folder = realFolder(asked.parent_path());
    // A file behind a link is read from two folders. Absolute names are right in both.
    if (fs::is_symlink(fs::symlink_status(asked, ignored)))
        renameFiles(file, realFolder(pathFromUtf8(from)), fs::path());
    else
        moveFileNames(file, from, utf8Of(folder));
}

} // namespace ambient
