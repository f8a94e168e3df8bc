// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace samples {

/// A column of a table: its title, and how its numbers are printed, as by printf.
struct ReportColumn {
    std::string title;
    std::string pattern = "%.3g";
};

/// A table; its cells are numbers, texts, or null for empty cells.
struct ReportTable {
    std::string name; ///< key in the file of numbers, unique in its section
    std::string caption;
    std::vector<ReportColumn> columns;
    std::vector<std::vector<nlohmann::ordered_json>> rows; ///< as long as `columns` each
};

/// Points of a figure under one name.
struct ReportSeries {
    std::string name;
    std::string colour; ///< "#rrggbb"
    bool measured;      ///< large open points without a line: measurements; else a line
    std::vector<Eigen::Vector2d> points;
    int pointType = 6; ///< gnuplot's, of measured ones: 6 circle, 4 square, 8 and 10 triangles, 12 diamond
};

struct ReportFigure {
    std::string name; ///< of the file, without its ending; unique in the report
    std::string caption;
    std::string xLabel, yLabel;
    std::vector<ReportSeries> series;
    bool logarithmicX = false;
    bool logarithmicY = false;
};

/// A section of the page, filled from top to bottom.
class ReportSection {
  public:
    /// \param id key in the file of numbers and target of links: lower case, hyphens
    ReportSection(std::string id, std::string title) : m_id(std::move(id)), m_title(std::move(title)) {}

    /// A paragraph of plain text.
    void text(const std::string& paragraph);
    void table(const ReportTable& table);
    /// A table for the file of numbers only.
    void data(const ReportTable& table);
    void figure(ReportFigure figure);

    const std::string& id() const { return m_id; }
    const std::string& title() const { return m_title; }
    const std::string& html() const { return m_html; }
    const nlohmann::ordered_json& numbers() const { return m_numbers; } ///< all tables: rows as objects
    const std::vector<ReportFigure>& figures() const { return m_figures; }

  private:
    std::string m_id, m_title, m_html;
    nlohmann::ordered_json m_numbers = nlohmann::ordered_json::object();
    std::vector<ReportFigure> m_figures;
};

/// Gnuplot script for drawing a figure as SVG into a file.
std::string figureScript(const ReportFigure& figure, const std::string& outputPath);

/// The whole page with its style. Only the pictures beside the page are separate files.
std::string reportHtml(const std::string& title, const std::string& introduction,
                       const std::vector<ReportSection>& sections);

/// Text, escaped for HTML.
std::string escaped(const std::string& text);

} // namespace samples
