// SPDX-License-Identifier: Zlib
#include "validation/Report.h"

#include "Output/Gnuplot.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

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
    std::string shown = text;
    if (shown[0] == '-' && std::strtod(text, nullptr) == 0.0) shown.erase(0, 1); // "-0.00"
    return "<td>" + escaped(shown) + "</td>";
}

/// An axis for all points, with a margin. \param axis 0: x, 1: y
std::string axisOf(const ReportFigure& figure, int axis) {
    const bool logarithmic = axis == 0 ? figure.logarithmicX : figure.logarithmicY;
    double low = 1e300, high = -1e300;
    for (const ReportSeries& series : figure.series)
        for (const Eigen::Vector2d& point : series.points) {
            const double value = logarithmic ? std::log(point[axis]) : point[axis];
            low = std::min(low, value);
            high = std::max(high, value);
        }
    const double margin = 0.03 * (high - low);
    low -= margin;
    high += margin;
    const char name = axis == 0 ? 'x' : 'y';
    if (!logarithmic) return format("set %crange [%.6g:%.6g]\n", name, low, high);
    std::string tics;
    const bool isLong = high - low > std::log(500.0); // then there is room for powers of ten only
    for (int decade = -9; decade <= 9; ++decade)
        for (const int digit : {1, 2, 5}) {
            if (isLong && digit != 1) continue;
            const double tic = digit * std::pow(10.0, decade);
            if (std::log(tic) >= low && std::log(tic) <= high) tics += (tics.empty() ? "" : ", ") + format("%g", tic);
        }
    return format("set logscale %c\nset %crange [%.6g:%.6g]\nset %ctics (", name, name, std::exp(low), std::exp(high),
                  name) +
           tics + ")\n";
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
    for (const auto& row : table.rows) {
        m_html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            m_html += cellHtml(row[i], table.columns[i].pattern);
        m_html += "</tr>\n";
    }
    m_html += "</tbody></table>\n";
    data(table);
}

void ReportSection::data(const ReportTable& table) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const auto& row : table.rows) {
        assert(row.size() == table.columns.size());
        nlohmann::ordered_json numbers;
        for (std::size_t i = 0; i < row.size(); ++i)
            numbers[table.columns[i].title] = row[i];
        rows.push_back(numbers);
    }
    m_numbers[table.name] = rows;
}

void ReportSection::figure(ReportFigure figure) {
    const std::string file = escaped(figure.name) + ".svg";
    m_html += "<figure><img src=\"" + file + "\" alt=\"" + escaped(figure.caption) + "\"><figcaption>" +
              escaped(figure.caption) + "</figcaption></figure>\n";
    m_figures.push_back(std::move(figure));
}

std::string figureScript(const ReportFigure& figure, const std::string& outputPath) {
    std::string text = "# A figure of the validation page. Draw it again, or differently, where it lies, with: gnuplot "
                       "THIS_FILE\n"
                       "set terminal svg size 1150,520 noenhanced font 'Sans,15' background 'white'\nset output " +
                       quoted(outputPath) + "\nset encoding utf8\nset border linecolor rgb '#606060'\n" +
                       "set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\nset tics out nomirror\n" +
                       "set key outside right top Left reverse samplen 2\n" + axisOf(figure, 0) + axisOf(figure, 1) +
                       "set xlabel " + quoted(figure.xLabel) + "\nset ylabel " + quoted(figure.yLabel) + "\n";
    std::string plots;
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        const ReportSeries& series = figure.series[i];
        if (series.points.empty()) continue;
        text += format("$data%zu << EOD\n", i);
        for (const Eigen::Vector2d& point : series.points)
            text += format("%.6g %.6g\n", point.x(), point.y());
        text += "EOD\n";
        plots += (plots.empty() ? "" : ", ") + format("$data%zu using 1:2 ", i) + seriesStyle(series) + " title " +
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
