// SPDX-License-Identifier: Zlib
#include "RobotFormats/XmlWriting.h"

#include "NumberText.h"

#include <algorithm>

namespace ambient {

using tinyxml2::XMLElement;

std::string xmlText(double number) {
    return shortestText(number);
}

std::string xmlText(std::initializer_list<double> numbers) {
    std::string text;
    for (const double number : numbers)
        text += (text.empty() ? "" : " ") + xmlText(number);
    return text;
}

std::string xmlText(const Vector3& v) {
    return xmlText({v.x(), v.y(), v.z()});
}

std::string xmlText(const Quaternion& q) {
    return xmlText({q.w(), q.x(), q.y(), q.z()});
}

XMLElement& addXml(tinyxml2::XMLNode& parent, const char* name, const std::string& text) {
    XMLElement& element = *parent.GetDocument()->NewElement(name);
    if (!text.empty()) element.SetText(text.c_str());
    parent.InsertEndChild(&element);
    return element;
}

void addXmlComment(tinyxml2::XMLNode& parent, std::string text) {
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--"))
        text.replace(at, 2, "- -");
    std::size_t begin = 0;
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1))
        if (std::min(text.find(' ', at + 1), text.size()) - begin > 100) {
            text[at] = '\n';
            begin = at;
        }
    parent.InsertEndChild(parent.GetDocument()->NewComment((" " + text + " ").c_str()));
}

void setXml(XMLElement& element, const char* name, const std::string& text) {
    element.SetAttribute(name, text.c_str());
}

std::string printedXml(const tinyxml2::XMLDocument& document) {
    tinyxml2::XMLPrinter printer;
    document.Print(&printer);
    return printer.CStr();
}

} // namespace ambient
