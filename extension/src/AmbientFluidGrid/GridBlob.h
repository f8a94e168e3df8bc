// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

#include <array>

namespace ambient {

/// Gaussian weights exp(-r^2/width^2) around a point on the faces of a grid, cut at three widths along each axis.
/// The weights of each component have the sum 1, over the faces that the flow decides. The same weights sample a mean
/// velocity and spread a force, so that momentum and power agree.
class GridBlob {
  public:
    static constexpr int kMostFaces = 96; ///< along an axis

    /// Makes the weights. Allocates nothing.
    /// \returns false, with the weights unspecified, if the point is outside the box or the blob has more faces than
    /// kMostFaces along an axis
    bool place(const FluidGridDef& def, const Vector3& center, double width);

    /// Calls function(index of the face in the layout, weight) for one component.
    template <class Function>
    void forEachFace(const GridLayout& layout, int component, const Function& function) const {
        const Line& x = line(0, component == 0);
        const Line& y = line(1, component == 1);
        const Line& z = line(2, component == 2);
        for (int k = 0; k < z.count; ++k)
            for (int j = 0; j < y.count; ++j) {
                const double weight = z.weights[std::size_t(k)] * y.weights[std::size_t(j)];
                const std::ptrdiff_t row = layout.index(0, y.indices[std::size_t(j)], z.indices[std::size_t(k)]);
                for (int i = 0; i < x.count; ++i)
                    function(static_cast<std::size_t>(row + x.indices[std::size_t(i)]),
                             weight * x.weights[std::size_t(i)]);
            }
    }

    /// As forEachFace(), with function(face, weight, lever): lever from the mean of the component's weights [m].
    template <class Function>
    void forEachLever(const GridLayout& layout, double spacing, int component, const Function& function) const {
        const Line& x = line(0, component == 0);
        const Line& y = line(1, component == 1);
        const Line& z = line(2, component == 2);
        for (int k = 0; k < z.count; ++k)
            for (int j = 0; j < y.count; ++j) {
                const double weight = z.weights[std::size_t(k)] * y.weights[std::size_t(j)];
                const std::ptrdiff_t row = layout.index(0, y.indices[std::size_t(j)], z.indices[std::size_t(k)]);
                for (int i = 0; i < x.count; ++i)
                    function(static_cast<std::size_t>(row + x.indices[std::size_t(i)]),
                             weight * x.weights[std::size_t(i)],
                             Vector3(spacing * (i - x.mean), spacing * (j - y.mean), spacing * (k - z.mean)));
            }
    }
    /// Variance along each axis of the weights of the other two components [m^2].
    Vector3 variance(double spacing) const {
        return spacing * spacing * Vector3(line(0, false).variance, line(1, false).variance, line(2, false).variance);
    }
    /// Mean along each axis of the weights of the other two components, from the centre of place() [m]: the point at
    /// which a force that is spread acts.
    Vector3 offset(double spacing) const {
        return spacing * Vector3(line(0, false).offset, line(1, false).offset, line(2, false).offset);
    }

  private:
    struct Line {
        int count = 0;
        std::array<int, kMostFaces> indices;
        std::array<double, kMostFaces> weights;
        double mean = 0.0, variance = 0.0; ///< of the number of a face on the line, by the weights
        double offset = 0.0;               ///< of the mean from the centre, in cells
    };

    const Line& line(int axis, bool ofFaces) const {
        return m_lines[static_cast<std::size_t>(2 * axis + (ofFaces ? 1 : 0))];
    }

    std::array<Line, 6> m_lines; ///< per axis: at the centres of cells, at faces
};

/// Factor of a body's own disturbance of the flow under its blob, in linear theory: a force F on the body in a stream
/// of speed U lowers the mean velocity under the blob by ownDisturbance() F. Steady, at all Reynolds numbers: 1/(4 pi
/// rho U width^2) in a fast stream, .0423/(viscosity width) in a slow one. \param speed of the stream relative to the
/// body [m/s] \param width of the blob [m] \returns the factor [s/kg]; 0 in an inviscid fluid at rest
double ownDisturbance(double speed, double width, double density, double dynamicViscosity);

/// Mean gradient of the pressure under a blob that a force on the fluid makes there by its own pressure: a third of the
/// force per volume, exact in unbounded fluid at any speed [Pa/m]. \param force on the fluid [N]
inline Vector3 ownPressureGradient(const Vector3& force, double width) {
    return force / (3.0 * 15.7496099457224 * width * width * width); // (2 pi)^1.5
}

/// Width of the blob of a body: half its diameter, at least two cells [m].
inline double blobWidth(double diameter, double spacing) {
    return diameter > 4.0 * spacing ? 0.5 * diameter : 2.0 * spacing;
}

} // namespace ambient
