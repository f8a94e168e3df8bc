// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <nlohmann/json.hpp>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

/// \file
/// Between Python's values and the library's. Wrong values are ValueErrors of one line.

namespace ambient::python {

/// Three finite numbers of an argument: any sequence or array.
struct Triple {
    Vector3 value = Vector3::Zero();
};
/// A unit quaternion x, y, z, w of an argument; of length 1 to 1e-3, made unit.
struct Turn {
    Quaternion value = Quaternion::Identity();
};
/// Six finite numbers of an argument, angular part first.
struct Six {
    Vector6 value = Vector6::Zero();
};

/// Numbers of an argument. \param what name of the argument in messages
std::vector<double> numbersOf(pybind11::handle source, const std::string& what);
/// Exactly `count` finite numbers.
std::vector<double> numbersOf(pybind11::handle source, std::size_t count, const std::string& what);

/// A copy as an array of one dimension.
pybind11::array_t<double> arrayOf(const Vector3& v);
/// The same: angular part, then linear part.
template <class Tag>
pybind11::array_t<double> arrayOf(const SpatialVector<Tag>& v) {
    pybind11::array_t<double> array(6);
    for (pybind11::ssize_t k = 0; k < 3; ++k) {
        array.mutable_at(k) = v.angular[k];
        array.mutable_at(k + 3) = v.linear[k];
    }
    return array;
}
/// The same: x, y, z, w.
pybind11::array_t<double> arrayOf(const Quaternion& q);
/// The same.
pybind11::array_t<double> arrayOf(const double* numbers, std::size_t count);
/// A copy as an array of two dimensions, symmetric.
pybind11::array_t<double> arrayOf(const Matrix6& m);
/// A copy as an array of shape (points, 3).
pybind11::array_t<double> arrayOf(const std::vector<Vector3>& points);

/// Read-only views without a copy of shape (count, 3). \param owner keeps the numbers alive
pybind11::array viewOf(const std::vector<Vector3>& points, pybind11::handle owner);
/// The same of triangles, as int32.
pybind11::array viewOf(const std::vector<TriangleMesh::Face>& faces, pybind11::handle owner);
/// Makes an array refuse writing.
pybind11::array readOnly(pybind11::array array);

/// Points of an array of shape (n, 3), finite. \param what name of the argument in messages
std::vector<Vector3> pointsOf(pybind11::handle source, const std::string& what);

/// Copies as arrays of shape (vertices, 3) and (triangles, 3).
pybind11::tuple arraysOf(const TriangleMesh& mesh);
/// A mesh from arrays of shape (vertices, 3) and (triangles, 3).
TriangleMesh meshOf(pybind11::handle vertices, pybind11::handle triangles);

/// A value as JSON: None, bool, numbers, text, lists, tuples, dicts and arrays. \param path its place, for messages
nlohmann::json toJson(pybind11::handle value, const std::string& path);
/// JSON as a Python value.
pybind11::object fromJson(const nlohmann::json& value);

} // namespace ambient::python

namespace pybind11::detail {

template <>
struct type_caster<ambient::python::Triple> {
    PYBIND11_TYPE_CASTER(ambient::python::Triple, const_name("ArrayLike"));
    bool load(handle source, bool) {
        const std::vector<double> n = ambient::python::numbersOf(source, 3, "a vector");
        value.value = {n[0], n[1], n[2]};
        return true;
    }
};

template <>
struct type_caster<ambient::python::Turn> {
    PYBIND11_TYPE_CASTER(ambient::python::Turn, const_name("ArrayLike"));
    bool load(handle source, bool);
};

template <>
struct type_caster<ambient::python::Six> {
    PYBIND11_TYPE_CASTER(ambient::python::Six, const_name("ArrayLike"));
    bool load(handle source, bool) {
        const std::vector<double> n = ambient::python::numbersOf(source, 6, "a 6-vector, angular part first,");
        for (std::size_t k = 0; k < 6; ++k)
            value.value[static_cast<Eigen::Index>(k)] = n[k];
        return true;
    }
};

} // namespace pybind11::detail
