// SPDX-License-Identifier: Zlib
#include "MeshImport/FileLayout.h"
#include "MeshImport/LayoutTools.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace ambient {
namespace {

std::size_t sizeOfType(const std::string& type) {
    if (type == "char" || type == "uchar" || type == "int8" || type == "uint8") return 1;
    if (type == "short" || type == "ushort" || type == "int16" || type == "uint16") return 2;
    if (type == "double" || type == "float64") return 8;
    if (type == "int" || type == "uint" || type == "int32" || type == "uint32" || type == "float" || type == "float32")
        return 4;
    failLayout("its PLY header names an unknown type, '" + type + "'");
}

struct Property {
    std::size_t countSize; ///< of the number before a list [bytes]; 0: no list
    std::size_t size;      ///< of a number [bytes]
};

struct Element {
    std::string name;
    unsigned long long count;
    std::vector<Property> properties;

    /// Without the contents of its lists.
    std::size_t leastSize() const {
        std::size_t size = 0;
        for (const Property& p : properties)
            size += p.countSize > 0 ? p.countSize : p.size;
        return size;
    }
};

class PlyChecker {
  public:
    explicit PlyChecker(const std::string& bytes) : m_bytes(bytes) { readHeader(); }

    void run() {
        requireLines(0, m_isText ? m_bytes.size() : m_place);
        for (const Element& element : m_elements) {
            const std::size_t least = m_isText ? element.properties.size() : element.leastSize();
            if (element.count > (m_bytes.size() - m_place) / std::max<std::size_t>(least, 1))
                failLayout("its header declares " + std::to_string(element.count) + " elements '" + element.name +
                           "', more than its " + std::to_string(m_bytes.size()) + " bytes can hold");
            const bool hasList = std::any_of(element.properties.begin(), element.properties.end(),
                                             [](const Property& p) { return p.countSize > 0; });
            if (!hasList && !m_isText) {
                m_place += element.count * element.leastSize();
                continue;
            }
            for (unsigned long long i = 0; i < element.count; ++i)
                m_isText ? passLine(element, i) : passLists(element, i);
        }
    }

  private:
    /// The importing library ends lines at more characters than one: the next characters would be read as another
    /// count.
    void requireLines(std::size_t from, std::size_t end) const {
        for (std::size_t i = from; i < end; ++i) {
            const char c = m_bytes[i];
            const bool isLineEnd = c == '\n' || (c == '\r' && i + 1 < end && m_bytes[i + 1] == '\n');
            if (!isLineEnd && c != '\t' && std::iscntrl(static_cast<unsigned char>(c)) != 0)
                failLayout("its text has a control character at byte " + std::to_string(i));
        }
    }

    void readHeader() {
        bool isBigEndian = false;
        for (;;) {
            const std::size_t end = m_bytes.find('\n', m_place);
            if (end == std::string::npos) failLayout("its PLY header has no end");
            std::istringstream line(m_bytes.substr(m_place, end - m_place));
            m_place = end + 1;
            std::string word;
            line >> word;
            if (word == "end_header") break;
            if (word == "format") {
                line >> word;
                m_isText = word == "ascii";
                isBigEndian = word == "binary_big_endian";
            } else if (word == "element") {
                Element element{"", 0, {}};
                if (!(line >> element.name >> element.count))
                    failLayout("its PLY header has an element without a count");
                // The importing library takes the leading digits of such a name for the count.
                if (std::isalpha(static_cast<unsigned char>(element.name[0])) == 0)
                    failLayout("its PLY header names an element '" + element.name + "'");
                m_elements.push_back(element);
            } else if (word == "property") {
                if (m_elements.empty()) failLayout("its PLY header has a property before the first element");
                line >> word;
                Property property{0, 0};
                if (word == "list") {
                    line >> word;
                    property.countSize = sizeOfType(word);
                    line >> word;
                }
                property.size = sizeOfType(word);
                m_elements.back().properties.push_back(property);
            }
        }
        m_isLittleEndian = !isBigEndian;
    }

    std::size_t numberAt(std::size_t place, std::size_t size) const {
        std::size_t value = 0;
        for (std::size_t k = 0; k < size; ++k) {
            const std::size_t byte = static_cast<unsigned char>(m_bytes[place + k]);
            value |= byte << 8 * (m_isLittleEndian ? k : size - 1 - k);
        }
        return value;
    }

    [[noreturn]] static void failAt(const Element& element, unsigned long long i) {
        failLayout("element '" + element.name + "' " + std::to_string(i) + " declares more than the file holds");
    }

    void passLists(const Element& element, unsigned long long i) {
        for (const Property& p : element.properties) {
            const std::size_t head = p.countSize > 0 ? p.countSize : p.size;
            if (head > m_bytes.size() - m_place) failAt(element, i);
            const std::size_t count = p.countSize > 0 ? numberAt(m_place, p.countSize) : 0;
            m_place += head;
            if (count > (m_bytes.size() - m_place) / p.size) failAt(element, i);
            m_place += count * p.size;
        }
    }

    /// Every element stands on a line of its own; empty ones are skipped.
    void passLine(const Element& element, unsigned long long i) {
        std::size_t start = m_place, end = m_place;
        do {
            if (m_place >= m_bytes.size()) failAt(element, i);
            start = m_place;
            end = std::min(m_bytes.find('\n', start), m_bytes.size());
            m_place = end + 1;
        } while (m_bytes.find_first_not_of(" \t\r", start) >= end);
        std::istringstream line(m_bytes.substr(start, end - start));
        for (const Property& p : element.properties) {
            std::string word;
            if (!(line >> word)) failAt(element, i);
            if (p.countSize == 0) continue;
            char* rest = nullptr;
            const double count = std::strtod(word.c_str(), &rest);
            if (!(count >= 0.0 && count <= static_cast<double>(end - start))) failAt(element, i);
            for (int k = 0; k < static_cast<int>(count); ++k)
                if (!(line >> word)) failAt(element, i);
        }
    }

    const std::string& m_bytes;
    std::size_t m_place = 0;
    std::vector<Element> m_elements;
    bool m_isText = false;
    bool m_isLittleEndian = true;
};

} // namespace

void requirePlyLayout(const std::string& bytes) {
    PlyChecker(bytes).run();
}

} // namespace ambient
