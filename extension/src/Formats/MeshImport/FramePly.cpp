// SPDX-License-Identifier: Zlib
#include "MeshImport/FileLayout.h"
#include "MeshImport/FrameReaders.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <type_traits>

namespace ambient {
namespace {

/// A column of an element.
struct PlyProperty {
    std::string name, type, countType; // countType: of lists
};

struct PlyElement {
    std::string name;
    long long count = 0;
    std::vector<PlyProperty> properties;
};

/// The numbers of a PLY file one after the other, of any format; requirePlyLayout() has checked the counts.
class PlyNumbers {
  public:
    explicit PlyNumbers(const std::string& bytes) : m_bytes(bytes) { readHeader(); }

    const std::vector<PlyElement>& elements() const { return m_elements; }

    double next(const std::string& type) {
        if (!m_isText) return nextBinary(type);
        char* end = nullptr;
        const double value = std::strtod(m_bytes.c_str() + m_place, &end);
        if (end == m_bytes.c_str() + m_place) throw std::runtime_error("has a word where a number belongs");
        m_place = static_cast<std::size_t>(end - m_bytes.c_str());
        return value;
    }

  private:
    void readHeader() {
        std::string line;
        while (line != "end_header") {
            const std::size_t end = m_bytes.find('\n', m_place);
            if (end == std::string::npos) throw std::runtime_error("has no end of its header");
            line = m_bytes.substr(m_place, end - m_place);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            m_place = end + 1;
            std::istringstream words(line);
            std::string word;
            words >> word;
            if (word == "format") {
                words >> word;
                m_isText = word == "ascii";
                m_isBigEndian = word == "binary_big_endian";
            } else if (word == "element") {
                m_elements.emplace_back();
                words >> m_elements.back().name >> m_elements.back().count;
            } else if (word == "property" && !m_elements.empty()) {
                PlyProperty property;
                words >> property.type;
                if (property.type == "list") words >> property.countType >> property.type;
                words >> property.name;
                m_elements.back().properties.push_back(property);
            }
        }
    }

    double nextBinary(const std::string& type) {
        if (type == "char" || type == "int8") return take<std::int8_t>();
        if (type == "uchar" || type == "uint8") return take<std::uint8_t>();
        if (type == "short" || type == "int16") return take<std::int16_t>();
        if (type == "ushort" || type == "uint16") return take<std::uint16_t>();
        if (type == "int" || type == "int32") return take<std::int32_t>();
        if (type == "uint" || type == "uint32") return take<std::uint32_t>();
        if (type == "double" || type == "float64") return take<double>();
        return static_cast<double>(take<float>());
    }

    template <class Number>
    Number take() {
        constexpr std::size_t size = sizeof(Number);
        if (m_place + size > m_bytes.size()) throw std::runtime_error("ends early");
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < size; ++k)
            bits = bits << 8 | static_cast<unsigned char>(m_bytes[m_place + (m_isBigEndian ? k : size - 1 - k)]);
        m_place += size;
        using Word = std::conditional_t<
            size == 8, std::uint64_t,
            std::conditional_t<size == 4, std::uint32_t, std::conditional_t<size == 2, std::uint16_t, std::uint8_t>>>;
        const Word word = static_cast<Word>(bits);
        Number number;
        std::memcpy(&number, &word, sizeof number);
        return number;
    }

    const std::string& m_bytes;
    std::size_t m_place = 0;
    bool m_isText = true, m_isBigEndian = false;
    std::vector<PlyElement> m_elements;
};

/// An index of a vertex; -1, an index of no mesh, for a number beyond the range of int.
int vertexIndex(double number) {
    return std::abs(number) < 2147483648.0 ? static_cast<int>(number) : -1;
}

/// Reads one element of the file into the mesh.
void readElement(PlyNumbers& numbers, const PlyElement& element, FrameMesh& mesh) {
    Vector3 vertex = Vector3::Zero();
    std::array<int, 2> edge{0, 0};
    std::vector<int> list;
    for (const PlyProperty& property : element.properties) {
        if (!property.countType.empty()) {
            list.clear();
            const double count = numbers.next(property.countType);
            for (double k = 0; k < count; ++k)
                list.push_back(vertexIndex(numbers.next(property.type)));
            if (element.name == "face" && (property.name == "vertex_indices" || property.name == "vertex_index"))
                mesh.polygons.push_back(list);
            continue;
        }
        const double value = numbers.next(property.type);
        if (element.name == "vertex" && property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z')
            vertex[property.name[0] - 'x'] = value;
        if (element.name == "edge" && (property.name == "vertex1" || property.name == "vertex2"))
            edge[property.name == "vertex2"] = vertexIndex(value);
    }
    if (element.name == "vertex") mesh.vertices.push_back(vertex);
    if (element.name == "edge") mesh.edges.push_back(edge);
}

} // namespace

FrameMesh readPlyFrame(const std::string& path, const std::string& bytes) {
    FrameMesh mesh;
    try {
        requirePlyLayout(bytes);
        PlyNumbers numbers(bytes);
        for (const PlyElement& element : numbers.elements())
            for (long long i = 0; i < element.count; ++i)
                readElement(numbers, element, mesh);
    } catch (const std::runtime_error& error) {
        refuseFrames(path, error.what());
    }
    return mesh;
}

} // namespace ambient
