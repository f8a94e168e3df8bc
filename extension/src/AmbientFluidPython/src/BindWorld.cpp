// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluidGrid/GridSurface.h"
#include "Bindings.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidRegions.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "Conversions.h"
#include "Handles.h"
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ambient::python {
namespace {

using World = PythonWorld;
using WorldPointer = std::shared_ptr<World>;

WorldPointer worldOf(const py::object& source, const std::string& folder, bool articulated) {
    const bool isText = py::isinstance<py::str>(source);
    const nlohmann::json file = isText ? parseJson(source.cast<std::string>()) : toJson(source, "");
    WorldPointer world;
    {
        const py::gil_scoped_release unlocked;
        world = std::make_shared<World>(file, folder, articulated);
    }
    warn(*world);
    return world;
}

const btFluidGrid& gridOf(World& world) {
    const btFluidGrid* grid = world.simulation().content().grid();
    if (!grid) throw std::invalid_argument("the world has no grid");
    return *grid;
}

/// The velocities of all cells, at their centres.
py::array_t<double> gridVelocity(World& world) {
    const FluidGrid& grid = gridOf(world).getGrid();
    const std::array<int, 3>& cells = grid.def().cells;
    py::array_t<double> all({cells[0], cells[1], cells[2], 3});
    double* to = all.mutable_data();
    for (int i = 0; i < cells[0]; ++i)
        for (int j = 0; j < cells[1]; ++j)
            for (int k = 0; k < cells[2]; ++k, to += 3) {
                const Vector3 velocity = grid.velocityAt(grid.centerOf(i, j, k));
                std::copy(velocity.data(), velocity.data() + 3, to);
            }
    return all;
}

/// Heights of the surface at the probes.
std::vector<double> gridHeights(World& world) {
    const GridSurface* const surface = gridOf(world).getGrid().surface();
    if (!surface) throw std::invalid_argument("the water of the grid has no surface");
    std::vector<double> heights;
    for (const std::array<double, 2>& probe : world.live().description().grid->probes)
        heights.push_back(surface->heightAt(probe[0], probe[1]));
    return heights;
}

/// Adds a part by a function of LiveWorld, without Python's lock. \returns its index
template <class Add>
int added(World& world, const py::object& object, const std::string& what, Add add) {
    const nlohmann::json json = toJson(object, what);
    int index = 0;
    {
        LiveWorld& live = world.live();
        const py::gil_scoped_release unlocked;
        index = (live.*add)(json);
    }
    warn(world);
    return index;
}

py::array stateOf(World& world, py::ssize_t first, py::ssize_t count) {
    const std::shared_ptr<const StateBlock> block = world.state();
    const py::capsule owner(new std::shared_ptr<const StateBlock>(block),
                            [](void* kept) { delete static_cast<std::shared_ptr<const StateBlock>*>(kept); });
    const auto step = static_cast<py::ssize_t>(sizeof(double));
    return readOnly(py::array_t<double>({static_cast<py::ssize_t>(block->rows), count},
                                        {step * static_cast<py::ssize_t>(StateBlock::kColumns), step},
                                        block->values.data() + first, owner));
}

py::bytes saved(World& world) {
    const std::vector<unsigned char> state = world.simulation().saveState();
    return py::bytes(reinterpret_cast<const char*>(state.data()), state.size());
}

void restore(World& world, const py::bytes& state) {
    const std::string bytes = state;
    world.restoreState({bytes.begin(), bytes.end()});
}

py::object file(const WorldPointer& world, const std::string& folder) {
    const std::string why = world->isMediumObject ? "its medium is an object of Python" : world->whyUnsavable;
    if (!why.empty()) throw py::value_error("no file can hold this world: " + why);
    nlohmann::json json = world->live().file(folder);
    writeServos(world, json);
    return fromJson(json);
}

/// A medium of an argument: a Medium, or a name or dict as in a world file.
std::shared_ptr<const FluidMedium> mediumOf(World& world, const py::object& medium) {
    if (medium.is_none()) return nullptr;
    if (py::isinstance<FluidMedium>(medium)) return medium.cast<std::shared_ptr<FluidMedium>>();
    return world.live().mediumOf(toJson(medium, "medium"));
}

void setMedium(World& world, const py::object& medium) {
    const bool isObject = py::isinstance<FluidMedium>(medium);
    if (medium.is_none())
        world.live().setMedium("vacuum");
    else if (!isObject)
        world.live().setMedium(toJson(medium, "medium"));
    else {
        world.simulation().fluid().setMedium(mediumOf(world, medium));
    }
    world.isMediumObject = isObject;
    world.refresh();
}

RegionHandle addRegion(const WorldPointer& world, const Triple& low, const Triple& high, const py::object& medium,
                       int priority) {
    auto region = std::make_shared<btFluidRegion>(btFluidVector(low.value), btFluidVector(high.value),
                                                  mediumOf(*world, medium), priority);
    world->simulation().fluid().getRegions().add(region);
    world->whyUnsavable = "a region was added";
    return {world, region};
}

/// The carrier of a thruster: its name in a file, and the frame of the file as seen in that of Bullet.
struct Carrier {
    std::string name;
    Quaternion fileFromBody = Quaternion::Identity();
    Vector3 origin = Vector3::Zero(); ///< of Bullet's frame [m]
};

Carrier carrierOf(const WorldPointer& world, const py::object& on, const std::string& link) {
    if (py::isinstance<BodyHandle>(on)) {
        const auto& body = on.cast<const BodyHandle&>();
        if (body.world != world) throw py::value_error("on: the body is of another world");
        const FileWorld::Moving& row = body.moving();
        return {row.name, row.shownFromBody, row.centerOfMass};
    }
    if (!py::isinstance<MultiBodyHandle>(on)) throw py::value_error("on: is neither a Body nor a MultiBody");
    const auto& body = on.cast<const MultiBodyHandle&>();
    if (body.world != world) throw py::value_error("on: the body is of another world");
    const std::string name = body.description().name + "/" + link;
    for (const FileWorld::Moving& row : world->content().moving())
        if (row.multiBody == &body.multiBody() && row.name == name) return {name, row.shownFromBody, row.centerOfMass};
    throw py::value_error("link: there is no link '" + link + "' that moves");
}

ThrusterHandle addThruster(const WorldPointer& world, const py::object& on, const Triple& position, const Triple& axis,
                           const std::string& link, const py::kwargs& others) {
    nlohmann::json keys = toJson(others, "thruster");
    for (const char* key : {"body", "command", "speed"}) // of entries in files
        if (keys.contains(key)) throw py::value_error(std::string(key) + ": is no property of a thruster");
    const Carrier carrier = carrierOf(world, on, link);
    keys["body"] = carrier.name;
    const Vector3 place = carrier.fileFromBody * position.value + carrier.origin;
    const Vector3 along = carrier.fileFromBody * axis.value;
    keys["position"] = {place.x(), place.y(), place.z()};
    keys["axis"] = {along.x(), along.y(), along.z()};
    return handleOf<ThrusterHandle>(world, world->live().addThruster(keys));
}

/// The name of a part given by handle or by name. \param key of the argument, for messages
std::string nameOf(const WorldPointer& world, const py::object& part, const std::string& key) {
    const auto checked = [&](const auto& handle) {
        if (handle.world != world) throw py::value_error(key + ": the body is of another world");
        return handle.description().name;
    };
    if (py::isinstance<BodyHandle>(part)) return checked(part.cast<const BodyHandle&>());
    if (py::isinstance<MultiBodyHandle>(part)) return checked(part.cast<const MultiBodyHandle&>());
    if (py::isinstance<py::str>(part)) return part.cast<std::string>();
    throw py::type_error(key + ": is neither a body nor its name");
}

template <class Handle, class Part>
py::dict handles(const WorldPointer& world, const std::vector<Part>& parts) {
    py::dict dict;
    for (std::size_t i = 0; i < parts.size(); ++i)
        dict[py::str(parts[i].name)] = handleOf<Handle>(world, static_cast<int>(i));
    return dict;
}

std::vector<std::string> names(World& world) {
    std::vector<std::string> all;
    for (const FileWorld::Moving& moving : world.content().moving())
        all.push_back(moving.name);
    return all;
}

/// The functions behind the package's own Python code: arguments are the keys of a world file.
void bindKeys(py::class_<World, WorldPointer>& world) {
    world.def(
        "_add_body",
        [](const WorldPointer& self, const py::dict& keys) {
            return handleOf<BodyHandle>(self, added(*self, keys, "", &LiveWorld::addBody));
        },
        py::arg("keys"), "Adds the body of a dict with the keys of a world file.");
    world.def(
        "_add_joint",
        [](const WorldPointer& self, const py::dict& keys) {
            return handleOf<JointHandle>(self, added(*self, keys, "", &LiveWorld::addJoint));
        },
        py::arg("keys"), "Adds the joint of a dict with the keys of a world file.");
    world.def(
        "_add_mooring",
        [](const WorldPointer& self, const py::dict& keys) {
            return handleOf<MooringHandle>(self, added(*self, keys, "", &LiveWorld::addMooring));
        },
        py::arg("keys"), "Adds the mooring of a dict with the keys of a world file.");
    world.def(
        "_name_of", &nameOf, py::arg("part"), py::arg("key"),
        "Name of a Body or MultiBody of this world, or the name that is given. ValueError: it is of another world.");
    world.def(
        "_add_articulated",
        [](const WorldPointer& self, const py::dict& keys) {
            return handleOf<MultiBodyHandle>(self, added(*self, keys, "", &LiveWorld::addArticulatedBody));
        },
        py::arg("keys"), "Adds the articulated body of a dict with the keys of a world file.");
    world.def(
        "_add_wall", [](World& self, const py::dict& keys) { added(self, keys, "", &LiveWorld::addWall); },
        py::arg("keys"), "Adds the wall of a dict with the keys of a world file.");
    world.def(
        "_add_coupling", [](World& self, const py::dict& keys) { self.live().addCoupling(toJson(keys, "coupling")); },
        py::arg("keys"), "Turns the coupling on, with the keys of a world file.");
    world.def(
        "_add_grid",
        [](World& self, const py::dict& keys) {
            self.live().addGrid(toJson(keys, "grid"));
            warn(self);
        },
        py::arg("keys"), "Puts water on a grid into the world, with the keys of a world file.");
}

void bindParts(py::class_<World, WorldPointer>& world) {
    world.def(
        "grid_velocity", &gridVelocity,
        "Velocity of the water on the grid at the centres of all cells, world axes [m/s]: a new array of shape (x, y, "
        "z, 3). ValueError: the world has no grid.");
    world.def_property_readonly(
        "grid_corner", [](World& self) { return arrayOf(gridOf(self).getGrid().def().lowCorner); },
        "Low corner of the grid, world [m]. ValueError: the world has no grid.");
    world.def_property_readonly(
        "grid_heights", &gridHeights,
        "Heights of the surface at the probes of add_grid, world [m]; nan where the ground is dry: a "
        "list. ValueError: the world has no grid with a surface.");
    world.def("add_region", &addRegion, py::arg("low"), py::arg("high"), py::arg("medium"), py::arg("priority") = 0,
              "Adds a box with a medium of its own and returns its Region.\n\nlow, high: corners, world [m]; medium: a "
              "Medium, or "
              "a name or dict as in a world file; of overlapping regions the one of highest priority counts, then the "
              "latest.");
    world.def(
        "add_thruster", &addThruster, py::arg("on"), py::kw_only(), py::arg("position") = py::make_tuple(0.0, 0.0, 0.0),
        py::arg("axis") = py::make_tuple(1.0, 0.0, 0.0), py::arg("link") = "",
        "Adds a propeller to a Body or to a link of a MultiBody, and returns its Thruster.\n\nposition [m] and axis in "
        "Bullet's frame: origin at the centre of mass, principal axes. Others by name: name, diameter [m], "
        "thrust_coefficient, "
        "torque_coefficient, free_advance_ratio, astern, right_handed, time_constant [s], fastest_speed [1/s], "
        "dead_band "
        "[1/s], bollard (thrusts ahead and astern at the fastest speed [N]), open_water (rows of advance ratio, K_T, "
        "K_Q), "
        "table (rows of command, thrust at rest [N]), table_density [kg/m^3]: see docs/worlds.md.");
    world.def_property_readonly(
        "bodies", [](const WorldPointer& self) { return handles<BodyHandle>(self, self->live().description().bodies); },
        "All bodies by name, static ones too: a dict of Body.");
    world.def_property_readonly(
        "joints",
        [](const WorldPointer& self) { return handles<JointHandle>(self, self->live().description().joints); },
        "All joints between bodies by name: a dict of Joint.");
    world.def_property_readonly(
        "moorings",
        [](const WorldPointer& self) { return handles<MooringHandle>(self, self->live().description().moorings); },
        "All moorings by name: a dict of Mooring.");
    world.def_property_readonly(
        "thrusters",
        [](const WorldPointer& self) { return handles<ThrusterHandle>(self, self->live().description().thrusters); },
        "All thrusters by name, those of a file too: a dict of Thruster.");
    world.def_property_readonly(
        "multi_bodies",
        [](const WorldPointer& self) {
            return handles<MultiBodyHandle>(self, self->live().description().articulatedBodies);
        },
        "All articulated bodies by name: a dict of MultiBody.");
    world.def_property(
        "medium", [](World& self) { return heldMedium(self.simulation().fluid().getMedium()); }, &setMedium,
        "The medium outside the regions; None: a vacuum. Set a Medium, or a name or dict as in a world file; "
        "velocities are kept.");
}

} // namespace

void bindWorld(py::module_& module) {
    py::class_<World, WorldPointer> world(
        module, "World",
        "The compiled part of ambientfluid.World: a Bullet world with a fluid. One thread at a time may use a world.");
    world.def(py::init(&worldOf), py::arg("source"), py::arg("folder") = ".", py::arg("articulated") = false,
              "source: a dict with the keys of a world file, or its JSON text; bodies may be missing. folder: where "
              "file names "
              "start. articulated: whether articulated bodies may be added.");
    world.def_property_readonly(
        "time", [](World& self) { return self.simulation().time(); }, "Simulated time [s].");
    world.def_property_readonly(
        "dt", [](World& self) { return self.live().description().timeStep; }, "Length of a step [s].");
    world.def_property_readonly(
        "gravity", [](World& self) { return arrayOf(self.live().description().gravity); },
        "Gravity, world axes [m/s^2].");
    world.def_property_readonly("names", &names, "Names of the rows of state: bodies, and links as 'body/link'.");
    world.def_property_readonly(
        "state", [](World& self) { return stateOf(self, 0, 13); },
        "State of all that moves: a read-only view of shape (rows, 13) without a copy, written anew by each "
        "step().\n\nColumns: "
        "position of the centre of mass [m], orientation (x, y, z, w), angular velocity [rad/s], linear velocity "
        "[m/s], world "
        "axes. Outlives the world. After a body was added, ask for a new one.");
    world.def_property_readonly(
        "positions", [](World& self) { return stateOf(self, 0, 3); },
        "Columns of state: positions of the centres of mass, world [m].");
    world.def_property_readonly(
        "orientations", [](World& self) { return stateOf(self, 3, 4); },
        "Columns of state: quaternions (x, y, z, w) from axes of the shapes to world axes.");
    world.def_property_readonly(
        "twists", [](World& self) { return stateOf(self, 7, 6); },
        "Columns of state: angular and linear velocities, world axes [rad/s, m/s].");
    world.def("save", &saved,
              "State of the world as bytes for restore() in this process or another one on the same machine. Bullet's "
              "contacts "
              "start afresh, so that a run from here and a run after restore() are equal to the last bit.");
    world.def(
        "restore", &restore, py::arg("state"),
        "Returns to a saved state of a world with the same parts, added in the same order. Thrusters have their speeds "
        "and commands of then; motors, targets and media stay as they are. Raises ValueError, with the world as it "
        "was, for other bytes.");
    world.def("to_dict", &file, py::arg("folder") = "",
              "The world as a file has it, with poses, velocities, joint positions and phases of now: a dict for "
              "from_dict(). "
              "\n\nfolder: where names of files start in it; empty: as they were given. "
              "Raises ValueError if no file can hold it: media that are objects, added regions, robots from files.");
    bindKeys(world);
    bindParts(world);
    bindContacts(module);
    bindRuns(module);
}

} // namespace ambient::python
