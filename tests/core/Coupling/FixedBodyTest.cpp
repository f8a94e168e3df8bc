// SPDX-License-Identifier: Zlib
// Bodies whose motion is prescribed, such as an obstacle at rest.
#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ambient::fixed_body_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pose at(double z) {
    return {Quaternion::Identity(), {0.0, 0.0, z}};
}

} // namespace

TEST(FixedBody, ABoxUnderABallIsNearlyAWall) {
    const auto ball = CouplingShape::build(makeSphere(1.0, 320), {320, 5});
    for (const double width : {4.0, 6.0, 8.0, 12.0})
        for (const int degree : {5, 8}) {
            const auto box = CouplingShape::build(makeBox({width, width, 2.0}, 1200), {1200, degree});
            for (const double h : {1.2, 1.5, 2.0}) {
                CoupledGroup withBox(CouplingPrecision::Single, kInfinity),
                    withWall(CouplingPrecision::Single, kInfinity);
                withBox.place({{ball.get(), at(h), {0, 0, h}}, {box.get(), at(-1.0), {0, 0, -1}}});
                withWall.place({{ball.get(), at(h), {0, 0, h}}}, imagesBy({{Vector3::UnitZ(), 0.0}}));
                std::printf("box %g degree %d h %g: zz %g of %g, xx %g of %g\n", width, degree, h,
                            withBox.addedMassByOthers()(5, 5), withWall.addedMassByOthers()(5, 5),
                            withBox.addedMassByOthers()(3, 3), withWall.addedMassByOthers()(3, 3));
            }
        }
}

} // namespace ambient::fixed_body_test
