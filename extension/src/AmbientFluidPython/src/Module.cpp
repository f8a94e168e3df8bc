// SPDX-License-Identifier: Zlib
#include "Bindings.h"
#include "SharedTrees.h"

#include <LinearMath/btScalar.h>

namespace py = pybind11;

PYBIND11_MODULE(_core, module) {
    using namespace ambient::python;
    module.doc() =
        "The compiled part of ambientfluid. SI units: metre, kilogram, second, radian. 6-vectors are angular first.";
    module.attr("__version__") = AMBIENT_FLUID_VERSION;
    module.attr("scalar_size") = py::int_(sizeof(btScalar));
    bindModels(module);
    bindFloating(module);
    bindSurfaces(module);
    bindFlows(module);
    bindMedia(module);
    bindFreeBody(module);
    bindSharedTrees(module);
    bindBodies(module);
    bindMultiBodies(module);
    bindWorld(module);
    bindRemoval(module);
}
