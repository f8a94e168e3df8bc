// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Media/FluidMedium.h"

#include <pybind11/pybind11.h>

#include <memory>

/// \file
/// Parts of the module `ambientfluid._core`. Each function adds its classes and functions.

namespace ambient::python {

void bindModels(pybind11::module_& module);
/// Bodies that float at rest and in waves.
void bindFloating(pybind11::module_& module);
void bindSurfaces(pybind11::module_& module);
void bindMedia(pybind11::module_& module);
void bindFlows(pybind11::module_& module);
void bindFreeBody(pybind11::module_& module);
void bindWorld(pybind11::module_& module);
/// Contacts and surfaces of the class World. Call it after bindWorld() has made the class.
void bindContacts(pybind11::module_& module);
/// Steps and files of the class World. Call it after bindWorld().
void bindRuns(pybind11::module_& module);
/// World.remove. Call it after bindWorld() and the functions of the parts.
void bindRemoval(pybind11::module_& module);
void bindBodies(pybind11::module_& module);
void bindMultiBodies(pybind11::module_& module);

class PythonWorld;
/// Lines of the fluid become warnings of Python.
void warn(PythonWorld& world);

/// A read-out as a dict, world axes, about the centre of mass; the manual is Body.readout().
pybind11::dict dictOf(const FluidReadout& readout);

/// A medium as Python holds it. \param medium null: a vacuum, None
pybind11::object heldMedium(const std::shared_ptr<const FluidMedium>& medium);

/// Holders of the library's constant shared objects; Python cannot change them.
template <class Type>
std::shared_ptr<Type> held(std::shared_ptr<const Type> object) {
    return std::const_pointer_cast<Type>(std::move(object));
}

} // namespace ambient::python
