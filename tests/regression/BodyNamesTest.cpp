// SPDX-License-Identifier: Zlib
// Possible names of bodies, and their form in files.
#include "AmbientFluid/Mesh/Primitives.h"
#include "GlbReader.h"
#include "Output/Csv.h"
#include "Output/Gnuplot.h"
#include "RunProgram.h"
#include "exporters/CsvWriter.h"
#include "exporters/GlbFile.h"
#include "exporters/GnuplotPlot.h"

namespace body_names_test {

using namespace samples;

namespace {

const std::string kNasty = "a, \"b\"\n'c' \\ _1^2 @m {x} `date` $(date) <&> #%s \u00e4";
const std::string kLong(2000, 'x');

/// Two bodies falling for two frames.
RunRecord recordOf(const std::string& first, const std::string& second) {
    const auto mesh = std::make_shared<ambient::TriangleMesh>(ambient::makeBox(ambient::Vector3::Ones(), 12));
    RunRecord record;
    record.model = "default";
    record.timeStep = 0.5;
    for (const std::string& name : {first, second})
        record.bodies.push_back({name, 1.0, mesh, true});
    for (int i = 0; i < 4; ++i) {
        BodySample s;
        s.time = 0.5 * (i / 2);
        s.worldFromBody.position = {3.0 * (i % 2), 0.0, 1.0 - s.time};
        record.samples.push_back(s);
    }
    return record;
}

PlotSpec specWithNames() {
    PlotSpec spec;
    spec.title = kNasty;
    spec.subtitle = kNasty;
    spec.nameBodies = true;
    spec.panels.push_back({"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }});
    return spec;
}

} // namespace

// [RFC 4180, section 2, rules 5 to 7]
TEST(BodyNames, AreFieldsOfACsvFileByTheRules) {
    using ambient::csvField;
    EXPECT_EQ(csvField("plate"), "plate");
    EXPECT_EQ(csvField(""), "");
    EXPECT_EQ(csvField("smooth, spinning"), "\"smooth, spinning\"");
    EXPECT_EQ(csvField("a \"b\""), "\"a \"\"b\"\"\"");
    EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csvField("two\r"), "\"two\r\"");
}

TEST(BodyNames, StandInTablesOfOneRunAndOfSeveralAsTheRulesSay) {
    const RunRecord record = recordOf("a, \"b\"\nc", "plain");
    const std::string one = csvText(record), several = csvText(std::vector<RunRecord>{record, record});
    EXPECT_NE(one.find("\n0,\"a, \"\"b\"\"\nc\",0,0,1,"), std::string::npos) << one;
    EXPECT_NE(one.find("\n0,plain,3,"), std::string::npos) << one;
    EXPECT_NE(several.find("\ndefault,0,\"a, \"\"b\"\"\nc\",0,0,1,"), std::string::npos) << several;
    EXPECT_EQ(std::count(several.begin(), several.end(), '\n'), 1 + 8 + 4) << several;
}

TEST(BodyNames, ComeBackWholeFromA3dFile) {
    for (const std::string& name : {kNasty, kLong}) {
        const RunRecord record = recordOf(name, "other");
        const GlbReader glb(glbOf(record, {}));
        EXPECT_EQ(glb.node(glb.nodesOfKind("body").at(0)).at("name"), name);
    }
    // JSON cannot hold bytes outside UTF-8, but a file's name may have such bytes.
    const GlbReader glb(glbOf(recordOf("caf\xe9", "other"), {}));
    EXPECT_EQ(glb.node(glb.nodesOfKind("body").at(0)).at("name"), "caf\ufffd");
}

TEST(BodyNames, AreTextInAPlotAndNothingElse) {
    const std::string script = plotScript(recordOf(kNasty, kLong), specWithNames(), ambient::PlotFormat::Svg, "a.svg");
    EXPECT_NE(script.find("noenhanced"), std::string::npos);
    EXPECT_NE(script.find("'a, \"b\" ''c'' \\ _1^2 @m {x} `date` $(date) <&> #%s \u00e4'"), std::string::npos);
    EXPECT_NE(script.find("'" + kLong + "'"), std::string::npos) << "a long name is cut, and with it the command";
    if (!ambient::isGnuplotInstalled()) GTEST_SKIP() << "gnuplot is not installed";
    const ScratchFolder folder;
    const std::string file = folder.path("a.svg");
    ambient::runGnuplot(plotScript(recordOf(kNasty, "x\x01\x7f\ty"), specWithNames(), ambient::PlotFormat::Svg, file));
    const std::string picture = readWholeFile(file);
    EXPECT_NE(picture.find("_1^2 @m {x} `date` $(date) &lt;&amp;> #%s \u00e4"), std::string::npos);
    EXPECT_NE(picture.find("x   y"), std::string::npos);
}

} // namespace body_names_test
