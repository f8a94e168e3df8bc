// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotPage.h"

namespace samples {

void writePageHead(std::ostream& out, const PlotSpec& spec, PlotFormat fileFormat, const std::string& outputPath) {
    out << "# A picture by ambient-samples. Draw it again, or differently, where it lies, with: gnuplot THIS_FILE\n"
        << (fileFormat == PlotFormat::Png ? "set terminal pngcairo" : "set terminal svg")
        << format(" size %.0f,%.0f noenhanced font 'Sans,%d' background 'white'\n", kPictureWidth, kPictureHeight,
                  fileFormat == PlotFormat::Png ? 14 : 19)
        << "set output " << quoted(outputPath) << "\n"
        << "set encoding utf8\n";
    if (!spec.title.empty())
        out << format("set label 1 %s at screen %.5f,%.5f left font ',%d'\n", quoted(spec.title).c_str(),
                      50.0 / kPictureWidth, 1.0 - 36.0 / kPictureHeight, fileFormat == PlotFormat::Png ? 21 : 28);
    out << "set label 2 " << quoted(spec.subtitle)
        << format(" at screen %.5f,%.5f left textcolor '#555555'\n", 50.0 / kPictureWidth, 1.0 - 76.0 / kPictureHeight)
        << "set palette defined (" << colourPalette() << ")\nset multiplot\n"
        << "set border linecolor rgb '#606060'\nset grid linecolor rgb '#dddddd' linetype 1 linewidth 0.8\n"
        << "set tics out nomirror\nunset key\n";
}

PlotBox panelBox(const PlotBox& all, bool sideBySide, std::size_t index, std::size_t count) {
    const double n = double(count), i = double(index);
    if (sideBySide) {
        constexpr double gap = 150.0;
        const double width = (all.width() - (n - 1.0) * gap) / n;
        return {all.left + i * (width + gap), all.left + i * (width + gap) + width, all.bottom, all.top};
    }
    constexpr double gap = 110.0;
    const double height = (all.height() - (n - 1.0) * gap) / n;
    return {all.left, all.right, all.top - i * (height + gap) - height, all.top - i * (height + gap)};
}

std::vector<PlotCurve> curvesOf(const RunRecord& record, const PlotPanel& panel) {
    if (!panel.value) return panel.curves;
    std::vector<PlotCurve> curves;
    for (int body = 0; body < record.bodyCount(); ++body)
        curves.push_back({record.bodies[static_cast<std::size_t>(body)].name,
                          [body, &panel](const RunRecord& r, int frame) { return panel.value(r.at(frame, body)); }});
    return curves;
}

} // namespace samples
