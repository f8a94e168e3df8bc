// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/BluffBodies.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/Icosphere.h"
#include "AmbientFluid/Mesh/LatticeSurface.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/ShapeLayout.h"

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <string>

namespace ambient {

namespace {

void requireBelow(const NamedLength& smaller, const NamedLength& larger) {
    if (smaller.value < larger.value) return;
    throw std::invalid_argument(std::string(smaller.name) + " must be smaller than " + larger.name + ", got " +
                                textOf(smaller.value) + " and " + textOf(larger.value));
}

void requireWithin(const char* name, double value, double least, double most) {
    if (value >= least && value <= most) return;
    throw std::invalid_argument(std::string(name) + " must be between " + textOf(least) + " and " + textOf(most) +
                                ", got " + textOf(value));
}

/// Rings of a hemisphere about the origin, from the rim to the pole at z = radius, graded towards the rim.
std::vector<Ring> domeRings(double radius, double spacing, double ringSpacing) {
    const double arc = 0.5 * kPi * radius;
    const int rows = atLeastOne(0.5 * stretchedLength(2.0 * arc, radius) / spacing);
    std::vector<double> fromPole = gradedHalfLine(arc, radius, rows);
    std::vector<Ring> rings;
    for (auto s = fromPole.rbegin(); s != fromPole.rend(); ++s) {
        const double angle = *s / radius;
        const bool isRim = rings.empty();
        rings.push_back(
            Ring::ofSpacing(radius * portable::sin(angle), isRim ? 0.0 : radius * portable::cos(angle), ringSpacing));
    }
    return rings;
}

/// Radius of the teardrop over its length, at s^2 of the length behind the nose.
double teardropRadius(double s, double diameter) {
    return 0.25 * std::sqrt(27.0) * diameter * s * (1.0 - s * s);
}

/// Rings of the teardrop from tail to nose, uniformly spaced along the profile.
std::vector<Ring> teardropRings(double length, double diameter, double spacing, double ringSpacing) {
    constexpr int steps = 4000;
    std::vector<double> arc(steps + 1, 0.0); // from the nose to s = i / steps
    for (int i = 1; i <= steps; ++i) {
        const double s = static_cast<double>(i) / steps, before = static_cast<double>(i - 1) / steps;
        arc[i] = arc[i - 1] + portable::hypot(length * (s * s - before * before),
                                              teardropRadius(s, diameter) - teardropRadius(before, diameter));
    }
    const int rows = std::max(2, atLeastOne(arc[steps] / spacing));
    std::vector<Ring> rings{{0.0, -length, 1}};
    for (int row = rows - 1; row > 0; --row) {
        const double wanted = arc[steps] * row / rows;
        const int i = static_cast<int>(std::upper_bound(arc.begin(), arc.end(), wanted) - arc.begin());
        const double s = (i - 1 + (wanted - arc[i - 1]) / (arc[i] - arc[i - 1])) / steps;
        rings.push_back(Ring::ofSpacing(teardropRadius(s, diameter), -length * s * s, ringSpacing));
    }
    rings.push_back({0.0, 0.0, 1});
    return rings;
}

/// Triangular prism along y: both ends are split into n^2 triangles, the three sides into n by m rectangles.
class WedgeBuilder {
  public:
    WedgeBuilder(double base, double height, const std::vector<double>& along, int n)
        : m_corners{Vector3(0.0, 0.0, 2.0 / 3.0 * height), Vector3(0.5 * base, 0.0, -height / 3.0),
                    Vector3(-0.5 * base, 0.0, -height / 3.0)},
          m_along(along), m_weights(gradedLine(1.0, 0.5, n)), m_n(n), m_m(static_cast<int>(along.size()) - 1) {
        for (double& w : m_weights)
            w += 0.5;
    }

    TriangleMesh run() {
        addEnd(0, true);
        addEnd(m_m, false);
        for (int side = 0; side < 3; ++side)
            addSide(side);
        return std::move(m_mesh);
    }

  private:
    using Steps = std::array<int, 3>; ///< steps towards each corner, n in total

    int vertexAt(const Steps& steps, int layer) {
        const auto [entry, isNew] = m_vertices.try_emplace({steps[0], steps[1], layer}, m_mesh.vertexCount());
        if (isNew) {
            const double a = m_weights[steps[0]], b = m_weights[steps[1]], c = m_weights[steps[2]];
            const double sum = a + (b + c);
            m_mesh.vertices.emplace_back(m_corners[1].x() * ((b - c) / sum), m_along[layer],
                                         (a * m_corners[0].z() + (b + c) * m_corners[1].z()) / sum);
        }
        return entry->second;
    }

    void addFace(TriangleMesh::Face face, bool reversed) {
        if (reversed) std::swap(face[1], face[2]);
        m_mesh.faces.push_back(face);
    }

    void addEnd(int layer, bool reversed) {
        const auto at = [&](int i, int j) { return vertexAt({i, j, m_n - i - j}, layer); };
        for (int i = 0; i < m_n; ++i) {
            for (int j = 0; i + j < m_n; ++j) {
                addFace({at(i, j), at(i + 1, j), at(i, j + 1)}, reversed);
                if (i + j + 1 < m_n) addFace({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, reversed);
            }
        }
    }

    void addSide(int from) {
        const auto at = [&](int i, int layer) {
            Steps steps{};
            steps[(from + 1) % 3] = i;
            steps[from] = m_n - i;
            return vertexAt(steps, layer);
        };
        for (int i = 0; i < m_n; ++i) {
            for (int j = 0; j < m_m; ++j) {
                const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
                const bool rising = (2 * i < m_n) == (2 * j < m_m);
                addFace(rising ? TriangleMesh::Face{a, b, c} : TriangleMesh::Face{a, b, d}, false);
                addFace(rising ? TriangleMesh::Face{a, c, d} : TriangleMesh::Face{b, c, d}, false);
            }
        }
    }

    std::array<Vector3, 3> m_corners; ///< apex, base towards +x, base towards -x
    std::vector<double> m_along, m_weights;
    int m_n, m_m;
    TriangleMesh m_mesh;
    std::map<std::array<int, 3>, int> m_vertices;
};

/// Intervals of an L-prism: across an arm, along the rest of the arm, through the thickness.
struct LPrismIntervals {
    int across, along, through;
    int faceCount() const { return 4 * across * (across + 2 * along) + 8 * (across + along) * through; }
};

TriangleMesh triangulateLPrism(double arm, double width, double thickness, double zone, const LPrismIntervals& n) {
    const double rest = arm - width;
    std::vector<double> lines = gradedLine(width, zone, n.across);
    for (double& x : lines)
        x += 0.5 * width;
    const std::vector<double> beyond = gradedLine(rest, zone, n.along);
    for (std::size_t i = 1; i < beyond.size(); ++i)
        lines.push_back(width + 0.5 * rest + beyond[i]);
    const double areaCentroid = (0.5 * arm * arm * width + 0.5 * width * width * rest) / (width * (arm + rest));
    for (double& x : lines)
        x -= areaCentroid;
    LatticeSurface surface({lines, lines, gradedLine(thickness, zone, n.through)});
    using Range = LatticeSurface::Range;
    const Range near{0, n.across}, far{n.across, n.across + n.along}, height{0, n.through};
    for (const Range& part : {near, far}) {
        surface.addPatch(0, 0, part, height, false);
        surface.addPatch(1, 0, height, part, false);
    }
    surface.addPatch(0, far.first, far, height, true);
    surface.addPatch(1, far.first, height, far, true);
    surface.addPatch(0, far.end, near, height, true);
    surface.addPatch(1, far.end, height, near, true);
    for (const int layer : {0, n.through}) {
        surface.addPatch(2, layer, near, near, layer > 0);
        surface.addPatch(2, layer, far, near, layer > 0);
        surface.addPatch(2, layer, near, far, layer > 0);
    }
    return surface.take();
}

/// Smooth function of direction, -1 to 1: the sum of eight bumps and hollows exp(k (<d, axis> - 1)).
class Lumps {
  public:
    explicit Lumps(std::uint32_t seed) {
        std::mt19937_64 random(seed);
        const auto uniform = [&](double low, double high) {
            return low + (high - low) * std::ldexp(static_cast<double>(random() >> 11), -53);
        };
        for (Lump& lump : m_lumps) {
            const double z = uniform(-1.0, 1.0), turn = uniform(0.0, 2.0 * kPi), r = std::sqrt(1.0 - z * z);
            lump.axis = Vector3(r * portable::cos(turn), r * portable::sin(turn), z);
            lump.height = (uniform(0.0, 1.0) < 0.3 ? -1.0 : 1.0) * uniform(0.5, 1.0);
            lump.sharpness = uniform(3.0, 8.0);
        }
        double least = 1e30, most = -1e30;
        for (const Vector3& direction : makeIcosphere(24).vertices) {
            least = std::min(least, sumAt(direction));
            most = std::max(most, sumAt(direction));
        }
        m_middle = 0.5 * (least + most);
        m_halfRange = 0.5 * (most - least);
    }

    double at(const Vector3& direction) const { return (sumAt(direction) - m_middle) / m_halfRange; }

  private:
    struct Lump {
        Vector3 axis;
        double height, sharpness;
    };

    double sumAt(const Vector3& direction) const {
        double sum = 0.0;
        for (const Lump& lump : m_lumps)
            sum += lump.height * portable::exp(lump.sharpness * (direction.dot(lump.axis) - 1.0));
        return sum;
    }

    std::array<Lump, 8> m_lumps;
    double m_middle = 0.0, m_halfRange = 1.0;
};

} // namespace

TriangleMesh makeHemisphere(double radius, int targetFaces) {
    requireLengths({{"radius", radius}});
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        std::vector<Ring> profile = capRings(radius, 0.0, spacing, ringSpacing);
        const std::vector<Ring> dome = domeRings(radius, spacing, ringSpacing);
        profile.insert(profile.end(), dome.begin(), dome.end());
        return profile;
    };
    TriangleMesh mesh = revolveNearest(targetFaces, 3.0 * kPi * radius * radius, 4.0 * radius, profileAt);
    scaleUniformly(mesh, 2.0 / 3.0 * kPi * radius * radius * radius);
    centreAlongAxis(mesh);
    return mesh;
}

TriangleMesh makeCup(double radius, double wall, int targetFaces) {
    requireLengths({{"radius", radius}, {"wall", wall}});
    requireBelow({"wall", wall}, {"radius", radius});
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const double ratio = (radius - wall) / radius;
    const auto profileAt = [&](double spacing, double ringSpacing) {
        const std::vector<Ring> outside = domeRings(radius, spacing, ringSpacing);
        std::vector<Ring> profile;
        for (auto ring = outside.rbegin(); ring != outside.rend(); ++ring)
            profile.push_back({ratio * ring->radius, ratio * ring->z, ring->perOctant});
        const std::vector<double> rim = gradedLine(wall, radius, thinIntervals(wall, spacing, radius));
        for (std::size_t i = 1; i + 1 < rim.size(); ++i)
            profile.push_back({radius - 0.5 * wall + rim[i], 0.0, outside.front().perOctant});
        profile.insert(profile.end(), outside.begin(), outside.end());
        return profile;
    };
    const double area = kPi * radius * radius * (3.0 + ratio * ratio);
    TriangleMesh mesh = revolveNearest(targetFaces, area, 4.0 * radius, profileAt);
    // R^3 - (R - w)^3 in expanded form, since the difference cancels for a thin wall.
    scaleUniformly(mesh, 2.0 / 3.0 * kPi * wall * (3.0 * radius * (radius - wall) + wall * wall));
    centreAlongAxis(mesh);
    return mesh;
}

TriangleMesh makeTeardrop(double length, double diameter, int targetFaces) {
    requireLengths({{"length", length}, {"diameter", diameter}});
    if (length < diameter) throw std::invalid_argument("length: a teardrop is at least as long as its diameter");
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        return teardropRings(length, diameter, spacing, ringSpacing);
    };
    TriangleMesh mesh = revolveNearest(targetFaces, kPi * length * diameter, 4.0 * length, profileAt);
    scaleUniformly(mesh, 9.0 / 64.0 * kPi * diameter * diameter * length);
    centreAlongAxis(mesh);
    return mesh;
}

TriangleMesh makeWedge(double base, double span, double apexAngle, int targetFaces) {
    requireLengths({{"base", base}, {"span", span}});
    requireWithin("apexAngle", apexAngle, 0.1, 3.0);
    requireFaces(targetFaces, 32);
    const double height = 0.5 * base / portable::tan(0.5 * apexAngle), leg = portable::hypot(0.5 * base, height);
    const double edge = (base + 2.0 * leg) / 3.0, zone = 0.5 * edge;
    const auto layoutAt = [&](double spacing) {
        return std::array<int, 2>{matchedIntervals(edge, spacing, zone), matchedIntervals(span, spacing, zone)};
    };
    const auto countOf = [](const std::array<int, 2>& n) { return 2 * n[0] * n[0] + 6 * n[0] * n[1]; };
    const double area = base * height + 3.0 * edge * span;
    const auto n = nearestLayout(targetFaces, finestSpacing(area, targetFaces), 8.0 * (edge + span), layoutAt, countOf);
    return WedgeBuilder(base, height, gradedLine(span, zone, n[1]), n[0]).run();
}

TriangleMesh makeRing(double majorRadius, double minorRadius, int targetFaces) {
    requireLengths({{"majorRadius", majorRadius}, {"minorRadius", minorRadius}});
    requireBelow({"minorRadius", minorRadius}, {"majorRadius", majorRadius});
    requireFaces(targetFaces, 64);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        const int half = std::max(2, atLeastOne(kPi * minorRadius / spacing));
        std::vector<Ring> profile;
        for (int i = 0; i <= half; ++i) {
            const double angle = kPi * i / half;
            const double z = i == 0 || i == half ? 0.0 : -minorRadius * portable::sin(angle);
            profile.push_back(Ring::ofSpacing(majorRadius - minorRadius * portable::cos(angle), z, ringSpacing));
        }
        for (int i = half - 1; i > 0; --i)
            profile.push_back({profile[i].radius, -profile[i].z, profile[i].perOctant});
        return profile;
    };
    TriangleMesh mesh =
        revolveNearest(targetFaces, 4.0 * kPi * kPi * majorRadius * minorRadius, 8.0 * majorRadius, profileAt);
    scaleUniformly(mesh, 2.0 * kPi * kPi * majorRadius * minorRadius * minorRadius);
    return mesh;
}

TriangleMesh makeLPrism(double arm, double width, double thickness, int targetFaces) {
    requireLengths({{"arm", arm}, {"width", width}, {"thickness", thickness}});
    requireBelow({"width", width}, {"arm", arm});
    requireLengths({{"arm - width", arm - width}, {"arm", arm}});
    requireFaces(targetFaces, 112);
    const double zone = 0.5 * width;
    const auto layoutAt = [&](double spacing) {
        return LPrismIntervals{matchedIntervals(width, spacing, zone), matchedIntervals(arm - width, spacing, zone),
                               matchedIntervals(thickness, spacing, zone)};
    };
    const auto countOf = [](const LPrismIntervals& n) { return n.faceCount(); };
    const double area = 2.0 * width * (2.0 * arm - width) + 4.0 * arm * thickness;
    const LPrismIntervals n =
        nearestLayout(targetFaces, finestSpacing(area, targetFaces), 8.0 * (arm + thickness), layoutAt, countOf);
    return triangulateLPrism(arm, width, thickness, zone, n);
}

TriangleMesh makeLumpySolid(double radius, double amplitude, std::uint32_t seed, int targetFaces) {
    requireLengths({{"radius", radius}});
    requireWithin("amplitude", amplitude, 0.0, 0.6);
    requireFaces(targetFaces, 20);
    TriangleMesh mesh = makeNearestIcosphere(targetFaces);
    const Lumps lumps(seed);
    for (Vector3& p : mesh.vertices)
        p *= 1.0 + amplitude * lumps.at(p);
    scaleUniformly(mesh, 4.0 / 3.0 * kPi * radius * radius * radius);
    const Vector3 centroid = volumeCentroid(mesh);
    for (Vector3& p : mesh.vertices)
        p -= centroid;
    return mesh;
}

} // namespace ambient
