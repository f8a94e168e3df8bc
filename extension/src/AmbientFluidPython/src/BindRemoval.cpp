// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "Bindings.h"
#include "BulletAmbientFluid/btFluidRegions.h"
#include "Handles.h"

namespace py = pybind11;

namespace ambient::python {
namespace {

using WorldPointer = std::shared_ptr<PythonWorld>;

/// Removes a part of a world's list if `part` is its handle.
template <class Handle>
bool removed(const WorldPointer& world, const py::object& part) {
    if (!py::isinstance<Handle>(part)) return false;
    const auto& handle = part.cast<const Handle&>();
    if (handle.world != world) throw py::value_error("part: it is of another world");
    world->remove(Handle::kList, handle.index);
    return true;
}

void remove(const WorldPointer& world, const py::object& part) {
    if (removed<BodyHandle>(world, part) || removed<JointHandle>(world, part) ||
        removed<MultiBodyHandle>(world, part) || removed<MooringHandle>(world, part) ||
        removed<ThrusterHandle>(world, part))
        return;
    if (py::isinstance<RegionHandle>(part)) {
        const auto& handle = part.cast<const RegionHandle&>();
        if (handle.world != world) throw py::value_error("part: it is of another world");
        world->simulation().fluid().getRegions().remove(handle.region.get());
    } else {
        throw py::type_error("part: is no Body, MultiBody, Joint, Mooring, Thruster or Region");
    }
}

} // namespace

void bindRemoval(py::module_& module) {
    auto world = py::reinterpret_borrow<py::class_<PythonWorld, WorldPointer>>(module.attr("World"));
    world.def("remove", &remove, py::arg("part"),
              "Takes a part out of the world, between two steps, in any order.\n\npart: a Body or MultiBody, with its "
              "joints, moorings and thrusters; or a Joint, Mooring, Thruster or Region. Handles of what was taken out "
              "then raise RuntimeError; arrays of before keep their numbers. States saved before no longer fit. "
              "ValueError, with nothing changed: the part is of another world, or the grid follows the body or has it "
              "as a wall.");
}

} // namespace ambient::python
