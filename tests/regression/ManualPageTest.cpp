// SPDX-License-Identifier: Zlib
// The page ambient(1) beside the program.
#include "AmbientFluid/Mesh/Primitives.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <regex>
#include <set>

namespace manual_page_test {

namespace {

const std::string kTool = test::toolWord();

std::string pagePath() {
    const auto build = std::filesystem::path(test::toolPath()).parent_path().parent_path();
    return build / "share/man/man1/ambient.1";
}

/// The page's source without groff markup.
std::string pageText() {
    const std::string source = readWholeFile(pagePath());
    EXPECT_FALSE(source.empty()) << pagePath() << ": does not exist";
    return std::regex_replace(std::regex_replace(source, std::regex("\\\\f[BIR]"), ""), std::regex("\\\\-"), "-");
}

/// From the line with this beginning to the next heading of the same rank or a higher one.
std::string part(const std::string& text, const std::string& heading) {
    const std::size_t begin = text.find("\n" + heading);
    if (begin == std::string::npos) return "";
    const bool isCommand = heading.rfind(".SS", 0) == 0;
    std::size_t end = text.find("\n.SH", begin + 1);
    if (isCommand) end = std::min(end, text.find("\n.SS", begin + 1));
    return text.substr(begin, end - begin);
}

std::set<std::string> longOptions(const std::string& text) {
    std::set<std::string> names;
    const std::regex option("(^|[\\s,])(--[a-z][a-z-]+)");
    for (std::sregex_iterator it(text.begin(), text.end(), option), end; it != end; ++it)
        names.insert((*it)[2]);
    return names;
}

std::vector<std::string> subcommands() {
    const std::string help = runProgram(kTool + " --help").out;
    std::istringstream lines(help.substr(help.find("Subcommands:\n") + 13));
    std::vector<std::string> names;
    for (std::string name, rest; lines >> name && std::getline(lines, rest);)
        names.push_back(name);
    return names;
}

} // namespace

TEST(ManualPage, HasWhatOneLooksForInTheUsualOrder) {
    const std::string text = pageText();
    std::size_t last = 0;
    for (const char* name : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT",
                             "EXAMPLES", "SEE ALSO"}) {
        const std::size_t place = text.find(std::string("\n.SH ") + name + "\n");
        ASSERT_NE(place, std::string::npos) << name;
        EXPECT_GT(place, last) << name;
        EXPECT_GT(part(text, std::string(".SH ") + name).size(), 40U) << name << " is empty";
        last = place;
    }
}

TEST(ManualPage, TellsEveryCommandAndOptionOfTheHelpAndNoOther) {
    const std::string text = pageText();
    ASSERT_EQ(subcommands().size(), 10U);
    for (const std::string& command : subcommands()) {
        const std::string told = part(text, ".SS ambient " + command + " ");
        ASSERT_NE(told, "") << command;
        EXPECT_NE(part(text, ".SH SYNOPSIS").find("ambient " + command), std::string::npos) << command;
        std::set<std::string> expected = longOptions(runProgram(kTool + " " + command + " --help").out);
        EXPECT_EQ(expected.erase("--help"), 1U);
        EXPECT_EQ(longOptions(told), expected) << command;
    }
    EXPECT_EQ(longOptions(part(text, ".SH OPTIONS")), (std::set<std::string>{"--help", "--version"}));
}

TEST(ManualPage, ItsVersionIsThePrograms) {
    const std::string version = runProgram(kTool + " --version").out;
    EXPECT_NE(pageText().find("\"" + version.substr(0, version.find('\n')) + "\""), std::string::npos) << version;
}

TEST(ManualPage, IsShownWithoutAWarning) {
    if (runProgram("command -v man").exitCode != 0) GTEST_SKIP() << "man is not installed";
    // As required by lintian.
    const std::string show = "LC_ALL=C.UTF-8 MANROFFSEQ= MANWIDTH=80 man --warnings -E UTF-8 -l ";
    const ProgramResult raw = runProgram(show + "-Tutf8 -Z '" + pagePath() + "'");
    EXPECT_EQ(raw.exitCode, 0);
    EXPECT_EQ(raw.err, "");
    const ProgramResult page = runProgram(show + "'" + pagePath() + "'");
    EXPECT_EQ(page.exitCode, 0);
    // Characters often changed by groff.
    for (const char* text : {"[kg/m^3]", "speed^2", "--sheet-thickness T", "sphere's", "ambient - added mass"})
        EXPECT_NE(page.out.find(text), std::string::npos) << text << "\n" << page.out;
}

TEST(ManualPage, ItsExamplesRun) {
    if (runProgram("command -v gnuplot").exitCode != 0) GTEST_SKIP() << "gnuplot is not installed";
    const ScratchFolder folder;
    folder.write("snake.csv", "0,0,0,0,0\n0,1,1,0,0\n0,2,2,1,0\n1,0,0,1,0\n1,1,1,0,0\n1,2,2,0,0\n");
    folder.write("edges.csv", "0,1\n1,2\n");
    folder.write("hull.obj", objOf(ambient::makeBox({4, 1, 1}, 192)));
    folder.write("wing.obj", objOf(ambient::makePlate({1, 2, 0.05}, 192)));
    folder.write("ball.obj", objOf(ambient::makeSphere(0.1, 320)));
    folder.write("sheet.stl", "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 90 0 0\nvertex 0 90 0\n"
                              "endloop\nendfacet\nendsolid s\n");
    const std::string text = part(pageText(), ".SH EXAMPLES");
    const std::regex example("\\n\\.EX\\nambient (.*)\\n\\.EE");
    int count = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), example), end; it != end; ++it, ++count) {
        const std::string command = (*it)[1];
        const ProgramResult result = runProgram("{ cd '" + folder.path("") + "' && " + kTool + " " + command + "; }");
        EXPECT_EQ(result.exitCode, 0) << command << "\n" << result.err;
    }
    EXPECT_GE(count, 5);
    EXPECT_EQ(folder.listing(),
              "ball.csv ball.json ball.obj edges.csv hull.gp hull.json hull.obj hull.png sheet.sdf sheet.stl "
              "snake.csv waves.gp waves.png wing.gp wing.obj wing.png ");
}

} // namespace manual_page_test
