// SPDX-License-Identifier: Zlib
#pragma once

#include <pybind11/pybind11.h>

namespace ambient::python {

/// Adds the class SharedTree. Call it after bindFreeBody().
void bindSharedTrees(pybind11::module_& module);

} // namespace ambient::python
