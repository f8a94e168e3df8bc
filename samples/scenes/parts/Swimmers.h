// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"
#include "interface/Parameters.h"
#include "scenes/parts/Gait.h"
#include "scenes/parts/SwimmerShapes.h"

#include <string>

namespace samples {

/// A body that moves only by changing its shape, by a formula, in a cycle of 1 s.
struct Swimmer {
    std::string title; ///< of its plot
    ambient::ShapeTopology topology;
    std::function<ambient::PointColumns(double t)> shape; ///< points [m] at a time from 0 to 1 s
    std::function<double(int point, double t)> weight;    ///< Shape::weight; empty: 1
    std::shared_ptr<const ambient::ShapeMetric> metric;
    SwimmerLook look = SwimmerLook::Line;
    /// Time in which its resistance would take the momentum of the body at rest in shape, whose mass is alike in all
    /// points [s]; 0: it has none, and each shape has its place.
    double inertia = 0.0;
    double thickness = 0.02;    ///< radius of tube or balls, half of the sheet's [m]
    ambient::Vector3 tabledWay; ///< of a cycle, by another program or a closed form; NaN: not tabled [m]
    double tabledTurn = 0.0;    ///< of a cycle [deg]; 0: not tabled
};

/// Parameters of a swimmer: its ratio of resistances, and what steers it. \throws std::invalid_argument as below
std::vector<Parameter> swimmerParameters(const std::string& name);

/// The swimmers by name: snake, turning-snake, sperm, stingray, turning-ray, jellyfish, clam, astronaut, worm, cat.
/// [Gross2023, table 1], by formulas of ours.
/// \param values of swimmerParameters(); the tabled numbers are those of the defaults
/// \throws std::invalid_argument for another name
Swimmer swimmerNamed(const std::string& name, const ParameterValues& values);

/// Three links of length 1 in a row. Angles are those by which the tips of the outer links are raised, left one first.
/// \param ratio resistance across over that along a link [Purcell1977]
Swimmer threeLinkSwimmer(const Gait& gait, double ratio);

/// A swimmer's motion, in the frame of its first shape about the mean of its points.
struct SwimmerMotion {
    std::shared_ptr<const ambient::InterpolatedMotion> motion;
    std::shared_ptr<const ChangingShape> shape;
    ambient::Vector3 origin; ///< of the frame, in the coordinates of the formula [m]
    ambient::Pose advance;   ///< of a cycle, in the coordinates of the formula
};

/// \param frames per cycle, at least 5 \param cycles of a body with inertia, which starts at rest; its `advance` is
/// that of the first one
SwimmerMotion motionOf(const Swimmer& swimmer, int frames, int cycles = 1);

} // namespace samples
