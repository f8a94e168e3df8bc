// SPDX-License-Identifier: Zlib
#include "Conversions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace py = pybind11;

bool py::detail::type_caster<ambient::python::Turn>::load(handle source, bool) {
    const std::vector<double> n = ambient::python::numbersOf(source, 4, "a quaternion x, y, z, w");
    const ambient::Quaternion q(n[3], n[0], n[1], n[2]);
    if (!(std::fabs(q.norm() - 1.0) <= 1e-3))
        throw py::value_error("a quaternion x, y, z, w has length 1, not " + std::to_string(q.norm()));
    value.value = q.normalized();
    return true;
}

namespace ambient::python {
namespace {

std::string shown(py::handle source) {
    std::string text = py::repr(source).cast<std::string>();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text.size() > 80 ? text.substr(0, 77) + "..." : text;
}

/// The array behind an argument, of any kind of numbers.
py::array arrayBehind(py::handle source, const std::string& what) {
    auto array = py::array::ensure(source);
    if (!array) PyErr_Clear();
    const char kind = array ? array.dtype().kind() : 'O';
    if (kind != 'f' && kind != 'i' && kind != 'u')
        throw py::value_error(what + " is made of numbers, not " + shown(source));
    return array;
}

std::string shapeText(const py::array& array) {
    std::string text = "(";
    for (py::ssize_t k = 0; k < array.ndim(); ++k)
        text += (k ? ", " : "") + std::to_string(array.shape(k));
    return text + ")";
}

py::array rowsOfThree(py::handle source, const std::string& what) {
    py::array array = arrayBehind(source, what);
    if (array.ndim() != 2 || array.shape(1) != 3)
        throw py::value_error(what + ": an array of shape (n, 3) is needed, not " + shapeText(array));
    return array;
}

} // namespace

std::vector<double> numbersOf(py::handle source, const std::string& what) {
    const auto array =
        py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(arrayBehind(source, what));
    if (array.ndim() > 1)
        throw py::value_error(what + " is a list of numbers, not an array of shape " + shapeText(array));
    return {array.data(), array.data() + array.size()};
}

std::vector<double> numbersOf(py::handle source, std::size_t count, const std::string& what) {
    std::vector<double> numbers = numbersOf(source, what);
    const bool isFinite = std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); });
    if (numbers.size() != count || !isFinite)
        throw py::value_error(what + " has " + std::to_string(count) + " finite numbers, not " + shown(source));
    return numbers;
}

py::array_t<double> arrayOf(const double* numbers, std::size_t count) {
    py::array_t<double> array(static_cast<py::ssize_t>(count));
    std::copy(numbers, numbers + count, array.mutable_data());
    return array;
}

py::array_t<double> arrayOf(const Vector3& v) {
    return arrayOf(v.data(), 3);
}

py::array_t<double> arrayOf(const Quaternion& q) {
    return arrayOf(q.coeffs().data(), 4);
}

py::array_t<double> arrayOf(const Matrix6& m) {
    py::array_t<double> array({6, 6});
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6; ++column)
            array.mutable_at(row, column) = m(row, column);
    return array;
}

py::array_t<double> arrayOf(const std::vector<Vector3>& points) {
    py::array_t<double> array({static_cast<py::ssize_t>(points.size()), py::ssize_t(3)});
    for (std::size_t i = 0; i < points.size(); ++i)
        std::copy(points[i].data(), points[i].data() + 3, array.mutable_data(static_cast<py::ssize_t>(i), 0));
    return array;
}

py::array readOnly(py::array array) {
    array.attr("setflags")(py::arg("write") = false);
    return array;
}

py::array viewOf(const std::vector<Vector3>& points, py::handle owner) {
    static_assert(sizeof(Vector3) == 3 * sizeof(double), "rows of three numbers");
    const auto* first = points.empty() ? nullptr : points.front().data();
    return readOnly(py::array_t<double>({static_cast<py::ssize_t>(points.size()), py::ssize_t(3)}, first, owner));
}

py::array viewOf(const std::vector<TriangleMesh::Face>& faces, py::handle owner) {
    static_assert(sizeof(TriangleMesh::Face) == 3 * sizeof(int), "rows of three numbers");
    const int* first = faces.empty() ? nullptr : faces.front().data();
    return readOnly(py::array_t<int>({static_cast<py::ssize_t>(faces.size()), py::ssize_t(3)}, first, owner));
}

std::vector<Vector3> pointsOf(py::handle source, const std::string& what) {
    const auto rows = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(rowsOfThree(source, what));
    std::vector<Vector3> points(static_cast<std::size_t>(rows.shape(0)));
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i] = Eigen::Map<const Vector3>(rows.data() + 3 * i);
        if (!points[i].allFinite()) throw py::value_error(what + "[" + std::to_string(i) + "]: a number is not finite");
    }
    return points;
}

py::tuple arraysOf(const TriangleMesh& mesh) {
    py::array_t<int> triangles({static_cast<py::ssize_t>(mesh.faces.size()), py::ssize_t(3)});
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
        std::copy(mesh.faces[f].begin(), mesh.faces[f].end(), triangles.mutable_data(static_cast<py::ssize_t>(f), 0));
    return py::make_tuple(arrayOf(mesh.vertices), triangles);
}

TriangleMesh meshOf(py::handle vertices, py::handle triangles) {
    using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
    using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
    const auto points = Doubles::ensure(rowsOfThree(vertices, "vertices"));
    const py::array given = rowsOfThree(triangles, "triangles");
    if (given.dtype().kind() == 'f') throw py::value_error("triangles: whole numbers of vertices are needed, from 0");
    const auto corners = Indices::ensure(given);
    TriangleMesh mesh;
    for (py::ssize_t i = 0; i < points.shape(0); ++i)
        mesh.vertices.emplace_back(points.at(i, 0), points.at(i, 1), points.at(i, 2));
    for (py::ssize_t f = 0; f < corners.shape(0); ++f) {
        TriangleMesh::Face face{};
        for (py::ssize_t k = 0; k < 3; ++k) {
            const std::int64_t corner = corners.at(f, k);
            if (corner < 0 || corner >= points.shape(0))
                throw py::value_error("triangles[" + std::to_string(f) + "]: there is no vertex " +
                                      std::to_string(corner));
            face[static_cast<std::size_t>(k)] = static_cast<int>(corner);
        }
        mesh.faces.push_back(face);
    }
    return mesh;
}

namespace {

/// Deeper than any world file. A list or dict within itself has no end.
constexpr int kDeepest = 64;

std::string shortened(const std::string& path) {
    return path.size() > 80 ? path.substr(0, 77) + "..." : path;
}

std::int64_t integerOf(py::handle value, const std::string& path) {
    int overflow = 0;
    const long long integer = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0) throw py::value_error(path + ": is a whole number beyond 2^63");
    return integer;
}

nlohmann::json toJson(py::handle value, const std::string& path, int depth) {
    using nlohmann::json;
    if (depth > kDeepest)
        throw py::value_error(shortened(path) + ": is nested more than " + std::to_string(kDeepest) +
                              " deep, or contains itself");
    if (value.is_none()) return nullptr;
    if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
    if (py::isinstance<py::int_>(value)) return integerOf(value, path);
    if (py::isinstance<py::float_>(value)) return value.cast<double>();
    if (py::isinstance<py::str>(value)) return value.cast<std::string>();
    if (py::isinstance<py::dict>(value)) {
        json object = json::object();
        for (const auto& item : py::reinterpret_borrow<py::dict>(value)) {
            if (!py::isinstance<py::str>(item.first))
                throw py::value_error(path + ": keys are texts, not " + shown(item.first));
            const std::string key = item.first.cast<std::string>();
            object[key] = toJson(item.second, path.empty() ? key : path + "." + key, depth + 1);
        }
        return object;
    }
    if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
        json list = json::array();
        for (const py::handle element : value)
            list.push_back(toJson(element, path + "[" + std::to_string(list.size()) + "]", depth + 1));
        return list;
    }
    if (py::hasattr(value, "tolist"))
        return toJson(value.attr("tolist")(), path, depth + 1); // numpy's arrays and numbers
    if (py::hasattr(value, "__fspath__")) return value.attr("__fspath__")().cast<std::string>();
    throw py::value_error(path + ": is " + shown(value) + ", not a number, text, list or dict");
}

} // namespace

nlohmann::json toJson(py::handle value, const std::string& path) {
    return toJson(value, path, 0);
}

py::object fromJson(const nlohmann::json& value) {
    if (value.is_boolean()) return py::bool_(value.get<bool>());
    if (value.is_number_unsigned()) return py::int_(value.get<std::uint64_t>());
    if (value.is_number_integer()) return py::int_(value.get<std::int64_t>());
    if (value.is_number()) return py::float_(value.get<double>());
    if (value.is_string()) return py::str(value.get<std::string>());
    if (value.is_array()) {
        py::list list;
        for (const auto& element : value)
            list.append(fromJson(element));
        return std::move(list);
    }
    if (!value.is_object()) return py::none();
    py::dict dict;
    for (const auto& item : value.items())
        dict[py::str(item.key())] = fromJson(item.value());
    return std::move(dict);
}

} // namespace ambient::python
