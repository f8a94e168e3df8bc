// SPDX-License-Identifier: Zlib
#include "AmbientFluidFmu/UnitDescription.h"

#include "AmbientFluid/Body/ByteStreams.h"

#include <nlohmann/json.hpp>
#include <tinyxml2.h>

#include <cctype>
#include <cstdint>
#include <cstdio>

namespace ambient {
namespace {

using tinyxml2::XMLPrinter;

/// The fewest digits that give the number again.
std::string digitsOf(double value) {
    return nlohmann::json(value).dump();
}

/// Powers of the base units.
struct Unit {
    const char* name;
    int kg, m, s, rad;
};
constexpr Unit kUnits[] = {{"1", 0, 0, 0, 0},   {"m", 0, 1, 0, 0},    {"s", 0, 0, 1, 0},
                           {"rad", 0, 0, 0, 1}, {"m/s", 0, 1, -1, 0}, {"rad/s", 0, 0, -1, 1},
                           {"N", 1, 1, -2, 0},  {"N.m", 1, 2, -2, 0}, {"1/s", 0, 0, -1, 0}};

void writeUnits(XMLPrinter& xml) {
    xml.OpenElement("UnitDefinitions");
    for (const Unit& unit : kUnits) {
        xml.OpenElement("Unit");
        xml.PushAttribute("name", unit.name);
        xml.OpenElement("BaseUnit");
        if (unit.kg != 0) xml.PushAttribute("kg", unit.kg);
        if (unit.m != 0) xml.PushAttribute("m", unit.m);
        if (unit.s != 0) xml.PushAttribute("s", unit.s);
        if (unit.rad != 0) xml.PushAttribute("rad", unit.rad);
        xml.CloseElement();
        xml.CloseElement();
    }
    xml.CloseElement();
}

void writeCoSimulation(XMLPrinter& xml, const WorldDescription& world, FmiVersion version) {
    const bool isTwo = version == FmiVersion::Two;
    xml.OpenElement("CoSimulation");
    xml.PushAttribute("modelIdentifier", unitIdentifier(world).c_str());
    xml.PushAttribute("canHandleVariableCommunicationStepSize", "true");
    if (isTwo) xml.PushAttribute("canNotUseMemoryManagementFunctions", "true");
    xml.PushAttribute(isTwo ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", "true");
    xml.PushAttribute(isTwo ? "canSerializeFMUstate" : "canSerializeFMUState", "true");
    xml.CloseElement();
}

/// Attributes that both versions have.
void writeAttributes(XMLPrinter& xml, const UnitVariable& variable, std::size_t reference) {
    xml.PushAttribute("name", variable.name.c_str());
    xml.PushAttribute("valueReference", static_cast<unsigned>(reference));
    xml.PushAttribute("description", variable.description.c_str());
    const char* const setFrom = variable.isParameter() ? "parameter" : "input";
    xml.PushAttribute("causality", variable.isOutput() ? "output" : setFrom);
    xml.PushAttribute("variability", variable.isParameter() ? "tunable" : "continuous");
}

void writeVariables(XMLPrinter& xml, const std::vector<UnitVariable>& variables, FmiVersion version) {
    const bool isTwo = version == FmiVersion::Two;
    xml.OpenElement("ModelVariables");
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const UnitVariable& variable = variables[i];
        xml.OpenElement(isTwo ? "ScalarVariable" : "Float64");
        writeAttributes(xml, variable, i);
        if (isTwo) xml.OpenElement("Real");
        xml.PushAttribute("unit", variable.unit.c_str());
        if (!variable.isOutput()) xml.PushAttribute("start", digitsOf(variable.start).c_str());
        if (isTwo) xml.CloseElement();
        xml.CloseElement();
    }
    if (!isTwo) {
        xml.OpenElement("Float64");
        xml.PushAttribute("name", "time");
        xml.PushAttribute("valueReference", static_cast<unsigned>(variables.size()));
        xml.PushAttribute("description", "time of the importing program");
        xml.PushAttribute("causality", "independent");
        xml.PushAttribute("variability", "continuous");
        xml.PushAttribute("unit", "s");
        xml.CloseElement();
    }
    xml.CloseElement();
}

/// One element per output. \param key and \param first number of the first variable
void writeOutputs(XMLPrinter& xml, const char* name, const char* key, unsigned first,
                  const std::vector<UnitVariable>& variables) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (!variables[i].isOutput()) continue;
        xml.OpenElement(name);
        xml.PushAttribute(key, static_cast<unsigned>(i) + first);
        xml.CloseElement();
    }
}

void writeStructure(XMLPrinter& xml, const std::vector<UnitVariable>& variables, FmiVersion version) {
    xml.OpenElement("ModelStructure");
    if (version == FmiVersion::Two) {
        for (const char* list : {"Outputs", "InitialUnknowns"}) {
            xml.OpenElement(list);
            writeOutputs(xml, "Unknown", "index", 1, variables);
            xml.CloseElement();
        }
    } else {
        writeOutputs(xml, "Output", "valueReference", 0, variables);
        writeOutputs(xml, "InitialUnknown", "valueReference", 0, variables);
    }
    xml.CloseElement();
}

} // namespace

std::string unitIdentifier(const WorldDescription& world) {
    std::string identifier;
    for (const char c : world.name)
        identifier += std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80 ? c : '_';
    return identifier.empty() || std::isdigit(static_cast<unsigned char>(identifier[0])) ? "world_" + identifier
                                                                                         : identifier;
}

std::string unitDescription(const WorldDescription& world, const std::vector<UnitVariable>& variables,
                            const std::string& guid, FmiVersion version) {
    const bool isTwo = version == FmiVersion::Two;
    XMLPrinter xml;
    xml.PushHeader(false, true);
    xml.OpenElement("fmiModelDescription");
    xml.PushAttribute("fmiVersion", isTwo ? "2.0" : "3.0");
    xml.PushAttribute("modelName", world.name.c_str());
    xml.PushAttribute(isTwo ? "guid" : "instantiationToken", guid.c_str());
    if (!world.description.empty()) xml.PushAttribute("description", world.description.c_str());
    xml.PushAttribute("generationTool", "ambient " AMBIENT_FLUID_VERSION);
    xml.PushAttribute("variableNamingConvention", "flat");
    writeCoSimulation(xml, world, version);
    writeUnits(xml);
    xml.OpenElement("LogCategories");
    for (const char* category : {"logStatusWarning", "logStatusError"}) {
        xml.OpenElement("Category");
        xml.PushAttribute("name", category);
        xml.CloseElement();
    }
    xml.CloseElement();
    xml.OpenElement("DefaultExperiment");
    xml.PushAttribute("startTime", "0");
    xml.PushAttribute("stopTime", digitsOf(world.seconds).c_str());
    xml.PushAttribute("stepSize", digitsOf(world.timeStep).c_str());
    xml.CloseElement();
    writeVariables(xml, variables, version);
    writeStructure(xml, variables, version);
    xml.CloseElement();
    return xml.CStr();
}

const char* unitBinaries(FmiVersion version) {
    return version == FmiVersion::Two ? "binaries/linux64" : "binaries/x86_64-linux";
}

std::string guidOf(const std::string& bytes) {
    const auto* const first = reinterpret_cast<const unsigned char*>(bytes.data());
    const std::uint64_t halves[2] = {hashOf(first, bytes.size(), 1), hashOf(first, bytes.size(), 2)};
    char text[40];
    std::snprintf(
        text, sizeof text, "{%08llx-%04llx-%04llx-%04llx-%012llx}", static_cast<unsigned long long>(halves[0] >> 32),
        static_cast<unsigned long long>(halves[0] >> 16 & 0xffff), static_cast<unsigned long long>(halves[0] & 0xffff),
        static_cast<unsigned long long>(halves[1] >> 48), static_cast<unsigned long long>(halves[1] & 0xffffffffffffu));
    return text;
}

} // namespace ambient
