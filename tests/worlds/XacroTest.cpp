// SPDX-License-Identifier: Zlib
// Robots written as macros of xacro: the same robot as its URDF written out, whatever the macros are.
#include "NumberText.h"
#include "RobotFormats/RobotTree.h"
#include "RobotFormats/XacroExpression.h"
#include "RobotFormats/XacroFile.h"
#include "TestSupport.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace xacro_test {

using ambient::RobotTree;
using ambient::XacroValue;

namespace {

XacroValue valueOf(const std::string& expression) {
    return ambient::evaluateXacro(expression, [](const std::string& name) {
        std::optional<XacroValue> value;
        if (name == "two") value = ambient::xacroNumber(XacroValue::Kind::Whole, 2.0);
        if (name == "half") value = ambient::xacroNumber(XacroValue::Kind::Real, 0.5);
        if (name == "name") value = ambient::xacroLiteral("'rov'");
        return value;
    });
}

std::string textOf(const std::string& expression) {
    return ambient::xacroText(valueOf(expression));
}

std::string robot(const std::string& content) {
    return "<?xml version='1.0'?>\n<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n" + content +
           "\n</robot>\n";
}

RobotTree parsed(const std::string& content, const std::string& folder = "") {
    return ambient::parseRobotTree(robot(content), "r.xacro", folder);
}

std::string write(const ScratchFolder& folder, const std::string& name, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(folder.path(name)).parent_path());
    return folder.write(name, text);
}

std::string manifest(const std::string& name) {
    return "<package><name>" + name + "</name></package>";
}

std::string link(const std::string& name, const std::string& mass, const std::string& size) {
    return "<link name='" + name + "'><inertial><mass value='" + mass +
           "'/><inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='2.5'/></inertial><collision><geometry><box "
           "size='" +
           size + "'/></geometry></collision></link>";
}

std::string joint(const std::string& child, const std::string& origin) {
    return "<joint name='to_" + child + "' type='fixed'><parent link='hull'/><child link='" + child + "'/>" + origin +
           "</joint>";
}

const std::string kHull = link("hull", "9", "1 1 1");

void expectSame(const RobotTree& tree, const RobotTree& expected) {
    ASSERT_EQ(tree.links.size(), expected.links.size());
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
        const auto &a = tree.links[i], &b = expected.links[i];
        EXPECT_EQ(a.name, b.name);
        EXPECT_EQ(a.joint.name, b.joint.name);
        EXPECT_EQ(a.mass->mass, b.mass->mass);
        EXPECT_EQ(a.mass->moments, b.mass->moments);
        EXPECT_EQ(a.parentFromLink.position, b.parentFromLink.position);
        EXPECT_EQ(a.parentFromLink.orientation.coeffs(), b.parentFromLink.orientation.coeffs());
        ASSERT_EQ(a.shapes.size(), b.shapes.size());
        for (std::size_t s = 0; s < a.shapes.size(); ++s)
            EXPECT_EQ(a.shapes[s].size, b.shapes[s].size);
    }
}

} // namespace

// Random sums, products and powers beside the same of C++. Exact: the operations are the same.
TEST(XacroExpressions, ArithmeticIsThatOfDoubles) {
    test::Random random(3);
    for (int trial = 0; trial < 100; ++trial) {
        const double a = random.uniform(-9.0, 9.0), b = random.uniform(0.1, 9.0), c = random.uniform(-9.0, 9.0);
        const std::string first = ambient::shortestText(a), second = ambient::shortestText(b);
        const std::string third = ambient::shortestText(c);
        EXPECT_EQ(valueOf(first + " + " + second + "*" + third).number, a + b * c);
        EXPECT_EQ(valueOf("-(" + first + ") - (" + third + ")/" + second).number, -a - c / b);
        EXPECT_EQ(valueOf("-" + second + "**2").number, -valueOf("pow(" + second + ", 2)").number);
        EXPECT_EQ(valueOf("max(" + first + ", " + third + ") if " + first + " < " + third + " else 7").number,
                  a < c ? c : 7.0);
    }
}

TEST(XacroExpressions, AreThoseOfPython) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"7 / 2", "3.5"},
        {"7 // 2", "3"},
        {"-7 // 2", "-4"},
        {"-7 % 3", "2"},
        {"1 % 0.1", "0.09999999999999995"},
        {"1 // 0.1", "9.0"},
        {"2**3**2", "512"},
        {"-2**2", "-4"},
        {"2**-1", "0.5"},
        {"two * half", "1.0"},
        {"two + 1", "3"},
        {"'a' + \"b\" + str(two)", "ab2"},
        {"name == 'rov' and two > 1", "True"},
        {"not name == 'rov' or two in [1, 2, 3]", "True"},
        {"two not in (1, 3)", "True"},
        {"1 < two <= 2", "True"},
        {"nothing if two == 3 else 'left'", "left"},
        {"'first' if two == 2 else nothing", "first"},
        {"two == 3 and nothing", "False"},
        {"1 if False else 2 if True else 3", "2"},
        {"((((1 if (2 if 1 else 3) else 4))))", "1"},
        {"[4, 5, 6][-1]", "6"},
        {"round(2.5)", "2"},
        {"int('12') + len('abc')", "15"},
        {"math.sqrt(16)", "4.0"},
        {"min(3, 1, 2)", "1"},
        {"name[0]", "r"},
        {"[1, 'a', 2.0]", "[1, 'a', 2.0]"},
    };
    for (const auto& [expression, text] : cases)
        EXPECT_EQ(textOf(expression), text) << expression;
    EXPECT_NEAR(valueOf("cos(radians(60)) + sin(pi/6) + math.pi - 4*atan(1)").number, 1.0, 1e-15);
}

// Nothing that no robot should do: unknown names, endless work, results that are no numbers.
TEST(XacroExpressions, RefuseWhatTheyDoNotKnow) {
    for (const std::string& text :
         {std::string("unknown"), std::string("1/0"), std::string("1 +"), std::string("(1"), std::string("'a' + 1"),
          std::string("open('x')"), std::string("9**9**9"), std::string("sqrt(-1)"), std::string("'abc"),
          std::string("a.b()"), std::string("1 2"), std::string("[1][7]"), std::string(5000, '('),
          "2" + std::string(5000, '*') + "2", std::string(5000, '-')})
        EXPECT_THROW(valueOf(text), ambient::XacroError) << text.substr(0, 20);
    std::string nested = "1";
    for (int i = 0; i < 25; ++i)
        nested = "(" + nested + " if (" + (i < 3 ? nested : "1") + ") else 0)";
    EXPECT_EQ(textOf(nested), "1");
}

// A hull with two thrusters and a fin by properties, a macro with defaults, a block, a condition and an argument.
TEST(Xacro, ARobotOfMacrosIsTheRobotWrittenOut) {
    const RobotTree expected = parsed(
        kHull + link("r/thruster_0", "0.5", "0.2 0.1 0.1") + joint("r/thruster_0", "<origin xyz='0.5 0.25 0'/>") +
        link("r/thruster_1", "0.5", "0.2 0.1 0.1") + joint("r/thruster_1", "<origin xyz='0.5 -0.25 0'/>") +
        link("fin", "1.5", "0.3 0.02 0.4") + joint("fin", "<origin xyz='-1 0 0' rpy='0 0 1.5'/>"));
    const RobotTree made = parsed(R"XML(
  <xacro:arg name="space" default="r"/>
  <xacro:arg name="has_fin" default="true"/>
  <xacro:property name="length" value="${2*half}"/>
  <xacro:property name="half" value="0.5"/>
  <xacro:property name="masses"><mass value="9"/></xacro:property>
  <xacro:macro name="body" params="name mass size:='${length} 1 1' **more">
    <link name="${name}">
      <inertial><xacro:insert_block name="more"/>
        <inertia ixx="1" ixy="0" ixz="0" iyy="${1+1}" iyz="0" izz="${5/2}"/></inertial>
      <collision><geometry><box size="${size}"/></geometry></collision>
    </link>
  </xacro:macro>
  <xacro:macro name="fixed" params="child *origin parent:=hull">
    <joint name="to_${child}" type="fixed"><parent link="${parent}"/><child link="${child}"/>
      <xacro:insert_block name="origin"/></joint>
  </xacro:macro>
  <xacro:macro name="thruster" params="id side mass:=^|0.5">
    <xacro:property name="full" value="$(arg space)/thruster_${id}"/>
    <xacro:body name="${full}" mass="${mass}" size="0.2 0.1 0.1"><b><mass value="${mass}"/></b></xacro:body>
    <xacro:fixed child="${full}"><origin xyz="${half} ${side*half/2} 0"/></xacro:fixed>
  </xacro:macro>
  <xacro:body name="hull" mass="9"><b><xacro:insert_block name="masses"/></b></xacro:body>
  <xacro:thruster id="0" side="1"/>
  <xacro:call macro="thruster" id="${0+1}" side="-1"/>
  <xacro:if value="$(arg has_fin)">
    <xacro:property name="mass" value="1.5"/>
    <xacro:body name="fin" mass="${mass}" size="0.3 0.02 0.4"><b><mass value="${mass}"/></b></xacro:body>
    <xacro:fixed child="fin"><origin xyz="-1 0 0" rpy="0 0 ${1.5 if length > 0.9 else 0}"/></xacro:fixed>
  </xacro:if>
  <xacro:unless value="${length == 1}"><link name="left_out"/></xacro:unless>)XML");
    expectSame(made, expected);
}

// The files of a repository as ROS has them: the vehicle, a package beside it, and one deeper, without a search path.
TEST(Xacro, PackagesAreFoundInTheRepository) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder.path(".git"));
    write(folder, "vehicle/package.xml", manifest("vehicle_description"));
    write(folder, "sensors/ros/plugins/package.xml", manifest("plugins"));
    write(folder, "build/a/copy/plugins/package.xml", manifest("plugins")); // deeper: of no account
    write(folder, "sensors/ros/plugins/urdf/dvl.xacro",
          robot("<xacro:macro name='dvl' params='name'>" + link("${name}", "1", "1 2 3") +
                joint("${name}", "<origin xyz='0 0 1'/>") + "</xacro:macro>"));
    write(folder, "vehicle/urdf/base.xacro",
          robot("<xacro:include filename='$(find plugins)/urdf/dvl.xacro'/>" + kHull + "<xacro:dvl name='dvl'/>"));
    const std::string file = write(folder, "vehicle/robots/default.xacro",
                                   robot("<xacro:include filename='$(find vehicle_description)/urdf/base.xacro'/>"
                                         "<xacro:include filename='../urdf/none.xacro' optional='true'/>"));
    expectSame(ambient::readRobotTree(file),
               parsed(kHull + link("dvl", "1", "1 2 3") + joint("dvl", "<origin xyz='0 0 1'/>")));
}

// Arguments that are given come before the defaults of the file; a text of another form changes nothing.
TEST(Xacro, ArgumentsAreGiven) {
    const std::string content = "<xacro:arg name='mass' default='3'/>" + link("a", "$(arg mass)", "1 1 1");
    ambient::setXacroArguments("mass:=4.5 other:=x");
    EXPECT_NE(test::refusal([] { ambient::setXacroArguments("mass=5"); }).find("NAME:=VALUE"), std::string::npos);
    EXPECT_EQ(parsed(content).links[0].mass->mass, 4.5);
    ambient::setXacroArguments("");
    EXPECT_EQ(parsed(content).links[0].mass->mass, 3.0);
}

// A message names the file and line of the element that a macro was made from.
TEST(Xacro, RefusalsNameFileAndLine) {
    const ScratchFolder folder;
    const std::string part =
        write(folder, "part.xacro",
              robot("<xacro:macro name='m' params='mass'>\n" + link("a", "${mass}", "1 1 1") + "</xacro:macro>"));
    const auto refusal = [&](const std::string& content) {
        return test::refusal([&] { parsed(content, folder.path("")); });
    };
    const std::string included = "<xacro:include filename='part.xacro'/>\n";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {included + "<xacro:m mass='-1'/>", part + ":4: <mass>: value -1 is not above 0"},
        {included + "<xacro:m mass='${unknown}'/>", "r.xacro:4: <xacro:m>: 'unknown' is not defined"},
        {included + "<xacro:m/>", "r.xacro:4: <xacro:m>: needs the parameter 'mass'"},
        {included + "<xacro:m mass='1' x='2'/>", "r.xacro:4: <xacro:m>: has no parameter 'x'"},
        {included, "has no link: its macros are for the files that include it"},
        {"<xacro:none/>", "r.xacro:3: <xacro:none>: there is no macro 'none'"},
        {"<xacro:include filename='none.xacro'/>", "there is no file 'none.xacro'"},
        {"<xacro:include filename='$(find none)/a.xacro'/>", "there is no package 'none'"},
        {"<xacro:arg name='a'/><link name='$(arg a)'/>", "r.xacro:3: <link>: the argument 'a' has no default"},
        {"<xacro:if value='perhaps'/>", "'perhaps' is neither true nor false"},
        {"<xacro:property name='a' value='${b}'/><xacro:property name='b' value='${a}'/><link name='${a}'/>",
         "the property 'a' needs itself"},
        {"<xacro:macro name='a'><xacro:a/></xacro:macro><xacro:a/>", "the macros are nested too deeply"},
        {"<xacro:insert_block name='b'/>", "there is no block 'b'"},
    };
    for (const auto& [content, why] : cases)
        EXPECT_NE(refusal(content).find(why), std::string::npos) << content << "\n" << refusal(content);
    std::string doubled = kHull;
    for (int i = 0; i < 40; ++i)
        doubled += "<xacro:macro name='m" + std::to_string(i + 1) + "'><xacro:m" + std::to_string(i) + "/><xacro:m" +
                   std::to_string(i) + "/></xacro:macro>";
    EXPECT_NE(refusal("<xacro:macro name='m0'><a/></xacro:macro>" + doubled + "<xacro:m40/>").find("too many elements"),
              std::string::npos);
    std::string lists = "<xacro:property name='p0' value='${[1, 2]}'/>",
                texts = "<xacro:property name='p0' value='ab'/>";
    for (int i = 0; i < 40; ++i) {
        const std::string p = "p" + std::to_string(i), start = "<xacro:property name='p" + std::to_string(i + 1);
        lists += start + "' value='${[" + p + ", " + p + "]}'/>";
        texts += start + "' value='${" + p + "}${" + p + "}'/>";
    }
    const std::string use = "<link name='${p40}'/>";
    EXPECT_NE(refusal(lists + use).find("r.xacro:3: <link>: a list is too long"), std::string::npos);
    EXPECT_NE(refusal(texts + use).find("r.xacro:3: <link>: the macros make too long a file"), std::string::npos);
}

} // namespace xacro_test
