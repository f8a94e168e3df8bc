// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModelBytes.h"
#include "AmbientFluid/Body/PressureWeights.h"
#include "AmbientFluid/StokesFlow/ViscousTensor.h"

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <iomanip>
#include <numeric>

namespace fluid_body_model_bytes_test {

using namespace ambient;

TEST(FluidBodyModelBytes, TheHashSeesEveryBitAndTheLength) {
    test::Random random(5);
    Bytes bytes(101);
    for (unsigned char& byte : bytes)
        byte = static_cast<unsigned char>(random.integer(0, 255));
    std::vector<std::uint64_t> hashes;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
        hashes.push_back(hashOf(bytes.data(), bytes.size()));
        bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    }
    const Bytes zeros(101, 0);
    for (std::size_t count = 0; count <= bytes.size(); ++count) {
        hashes.push_back(hashOf(bytes.data(), count));
        if (count > 0) hashes.push_back(hashOf(zeros.data(), count));
    }
    hashes.push_back(hashOf(bytes.data(), bytes.size(), 1));
    std::sort(hashes.begin(), hashes.end());
    EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

// The library must not use files of earlier builds if its results are different now: if this test fails, raise
// FluidBodyModelBytes::kVersion and put the new numbers here. Tolerance: other compilers' rounding.
TEST(FluidBodyModelBytes, TheVersionGoesUpWhenTheNumbersChange) {
    EXPECT_EQ(FluidBodyModelBytes::kVersion, 13u);
    const auto sum = [](const std::vector<double>& values) {
        return std::accumulate(values.begin(), values.end(), 0.0);
    };
    const TriangleMesh meshes[] = {test::lumpy(makeSphere(1.0, 320)), makePlate({2.0, 0.05, 1.0}, 200)};
    const std::size_t sizes[] = {128382, 127614};
    const double expected[][8] = {{7.06888482307836, 6.71585835694433, 487.828148334379, 615.475200609596,
                                   5.78177776966457, 4.58978616708107, 55.0619978614496, 2.80218780885601},
                                  {1.63338389595339, 2.58828804321633, 134.4, 3456, 1.61373744651801, 1.41414086419681,
                                   23.8599944583946, 279.516502847048}};
    for (int i = 0; i < 2; ++i) {
        const auto model = FluidBodyModel::build(meshes[i]);
        const SurfaceShape& shape = model->surfaceShape();
        const PressureWeights& w = model->pressureWeights();
        ByteWriter bytes;
        FluidBodyModelBytes::write(*model, bytes);
        EXPECT_EQ(bytes.bytes.size(), sizes[i]);
        const double numbers[] = {model->addedMassPerDensity().matrix().trace(),
                                  model->unitPotentials().norm(),
                                  sum(shape.thickness),
                                  sum(shape.roundness) + sum(shape.aspectRatio),
                                  sum(w.of[PressureWeights::LeeFlat]) + sum(w.of[PressureWeights::LeeRound]) +
                                      sum(w.of[PressureWeights::Front]),
                                  w.spin.leftCols<3>().norm() + w.spin.rightCols<9>().norm(),
                                  model->viscousTensor().resistance.norm(),
                                  sum(w.wings.of[WingCells::Half]) + sum(w.wings.of[WingCells::SlopeC]) +
                                      sum(w.of[PressureWeights::Base]) + w.feltRotations.trace()};
        for (int k = 0; k < 8; ++k)
            EXPECT_NEAR(numbers[k] / expected[i][k], 1.0, 1e-9)
                << i << k << std::setprecision(15) << ": " << numbers[k];
    }
}

} // namespace fluid_body_model_bytes_test
