// SPDX-License-Identifier: Zlib
#include "validation/Report.h"

#include "tools/Output/Gnuplot.h"

#include <cassert>
#include <cmath>

namespace samples {
namespace {

using ambient::format;
using ambient::quoted;

constexpr const char* kStyle = R"(
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 62em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.8em; } h2 { margin-top: 2.2em; border-bottom: 1px solid #ccc; padding-bottom: .2em; }
nav { background: #f4f4f2; padding: .6em 1.2em; border-radius: 6px; }
table { border-collapse: collapse; margin: 1em 0; font-size: .92em; }
caption { text-align: left; color: #555; padding: .3em 0; }
th, td { padding: .2em .8em; text-align: right; } th { border-bottom: 2px solid #888; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; } tbody tr:nth-child(even) { background: #f6f6f4; }
td.text { text-align: left; } figure { margin: 1em 0; } figcaption { color: #555; font-size: .92em; }
img { max-width: 100%; }
)";

std::string cellHtml(const nlohmann::ordered_json& cell, const std::string& pattern) {
    if (cell.is_null()) return "<td>\u2013</td>";
    if (cell.is_string()) return "<td class=\"text\">" + escaped(cell.get<std::string>()) + "</td>";
    const double value = cell.get<double>();
    if (!std::isfinite(value)) return "<td>\u2013</td>";
    char text[64];
    std::snprintf(text, sizeof text, pattern.c_str(), value);
    return "<td>" + escaped(text) + "</td>";
}

std::string seriesStyle(const ReportSeries& series) {
    return series.measured ? format("with points pointtype %d pointsize 1.3 linewidth 2 linecolor rgb '%s'",
                                    series.pointType, series.colour.c_str())
                           : format("with lines linewidth 2.5 linecolor rgb '%s'", series.colour.c_str());
}

} // namespace

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text)
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += c;
        }
    return result;
}

void ReportSection::text(const std::string& paragraph) {
    m_html += "<p>" + escaped(paragraph) + "</p>\n";
}

void ReportSection::table(const ReportTable& table) {
    m_html += "<table><caption>" + escaped(table.caption) + "</caption>\n<thead><tr>";
    for (const ReportColumn& column : table.columns)
        m_html += "<th>" + escaped(column.title) + "</th>";
    m_html += "</tr></thead>\n<tbody>\n";
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
        assert(row.size() == table.columns.size());
        nlohmann::ordered_json numbers;
        m_html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            m_html += cellHtml(row[i], table.columns[i].pattern);
            numbers[table.columns[i].title] = row[i];
        }
        m_html += "</tr>\n";
        rows.push_back(numbers);
    }
    m_html += "</tbody></table>\n";
    m_numbers[table.name] = rows;
}

void ReportSection::figure(ReportFigure figure) {
    const std::string file = escaped(figure.name) + ".svg";
    m_html += "<figure><img src=\"" + file + "\" alt=\"" + escaped(figure.caption) + "\"><figcaption>" +
              escaped(figure.caption) + "</figcaption></figure>\n";
    m_figures.push_back(std::move(figure));
}

std::string figureScript(const ReportFigure& figure, const std::string& outputPath) {
    std::string text = "# A figure of the validation page. Draw it again, or differently, with: gnuplot THIS_FILE\n"
                       "set terminal svg size 900,520 noenhanced font 'Sans,16' background 'white'\nset output " +
                       quoted(outputPath) + "\nset encoding utf8\nset border linecolor rgb '#606060'\n" +
                       "set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\nset tics out nomirror\n" +
                       "set key outside right top samplen 2\nset offsets graph 0.02, graph 0.02, graph 0.04, 0\n" +
                       "set xlabel " + quoted(figure.xLabel) + "\nset ylabel " + quoted(figure.yLabel) + "\n";
    if (figure.logarithmicX) text += "set logscale x\n";
    if (figure.logarithmicY) text += "set logscale y\n";
    std::string plots;
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        const ReportSeries& series = figure.series[i];
        text += format("$data%zu << EOD\n", i);
        for (const Eigen::Vector2d& point : series.points)
            text += format("%.6g %.6g\n", point.x(), point.y());
        text += "EOD\n";
        plots += (i > 0 ? ", " : "") + format("$data%zu using 1:2 ", i) + seriesStyle(series) + " title " +
                 quoted(series.name);
    }
    return text + "plot " + plots + "\nunset output\n";
}

std::string reportHtml(const std::string& title, const std::string& introduction,
                       const std::vector<ReportSection>& sections) {
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
                       escaped(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" +
                       escaped(title) + "</h1>\n<p>" + escaped(introduction) + "</p>\n<nav><ol>\n";
    for (const ReportSection& section : sections)
        text += "<li><a href=\"#" + section.id() + "\">" + escaped(section.title()) + "</a></li>\n";
    text += "</ol></nav>\n";
    for (const ReportSection& section : sections)
        text += "<h2 id=\"" + section.id() + "\">" + escaped(section.title()) + "</h2>\n" + section.html();
    return text + "</body>\n</html>\n";
}

} // namespace samples
