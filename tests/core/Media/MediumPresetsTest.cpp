// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/MediumPresets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace medium_presets_test {

using namespace ambient;

TEST(MediumPresets, AirHasTheDensityOfTheStandardAtmosphereAndItsViscosity) {
    // U.S. Standard Atmosphere 1976: at sea level, at 5 and at 11 km. Largest difference 4e-5 and 0.05 %.
    EXPECT_NEAR(airAt(15.0).density(), 1.2250, 1e-4);
    EXPECT_NEAR(airAt(-17.474, 54048.0).density(), 0.73643, 1e-4);
    EXPECT_NEAR(airAt(-56.376, 22699.0).density(), 0.36480, 1e-4);
    EXPECT_NEAR(airAt(15.0).dynamicViscosity(), 1.7894e-5, 2e-8);
    EXPECT_NEAR(airAt(-56.376, 22699.0).dynamicViscosity(), 1.4216e-5, 2e-8);
}

TEST(MediumPresets, FreshWaterIsDensestAtFourDegreesAndHasTheTabulatedValues) {
    // IAPWS-95, another equation by other people: 2.6e-6 and 1.0e-5 apart.
    EXPECT_NEAR(freshWaterAt(20.0).density(), 998.2067, 3e-3);
    EXPECT_NEAR(freshWaterAt(80.0).density(), 971.788, 0.012);
    EXPECT_GT(freshWaterAt(3.98).density(), freshWaterAt(3.5).density());
    EXPECT_GT(freshWaterAt(3.98).density(), freshWaterAt(4.5).density());
    EXPECT_NEAR(freshWaterAt(0.0).dynamicViscosity(), 1.7916e-3, 5e-7); // Korson's table, to its last digit
    EXPECT_NEAR(freshWaterAt(20.0).dynamicViscosity(), 1.0020e-3, 5e-8);
    EXPECT_NEAR(freshWaterAt(80.0).dynamicViscosity(), 0.3538e-3, 5e-7);
}

TEST(MediumPresets, SeaWaterHasTheCheckValuesOfItsEquation) {
    EXPECT_NEAR(seaWaterAt(5.0).density(), 1027.67547, 5e-6);
    EXPECT_NEAR(seaWaterAt(25.0).density(), 1023.34306, 5e-6);
    EXPECT_NEAR(seaWaterAt(5.0, 0.0).density(), 999.96675, 5e-6);
    // Without salt, sea water is fresh water: the two densities were measured independently.
    EXPECT_NEAR(seaWaterAt(20.0, 0.0).density(), freshWaterAt(20.0).density(), 3e-3); // 2.2e-3
    EXPECT_EQ(seaWaterAt(20.0, 0.0).dynamicViscosity(), freshWaterAt(20.0).dynamicViscosity());
    EXPECT_NEAR(seaWaterAt(20.0).dynamicViscosity(), 1.077e-3, 2e-6); // ITTC tables: 1.0772e-3
}

TEST(MediumPresets, RefuseWhatTheirFormulasDoNotCover) {
    EXPECT_THROW(airAt(-273.15), std::invalid_argument);
    EXPECT_THROW(airAt(20.0, 0.0), std::invalid_argument);
    EXPECT_THROW(freshWaterAt(-0.1), std::invalid_argument);
    EXPECT_THROW(seaWaterAt(20.0, -1.0), std::invalid_argument);
    try {
        freshWaterAt(std::numeric_limits<double>::quiet_NaN());
        FAIL() << "a temperature that is no number was taken";
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what()), "freshWaterAt: temperature nan degC is not within 0 to 100 degC");
    }
}

TEST(MediumPresets, ThickMediaAreThickAndOilFloatsOnWaterAsHoneySinksInIt) {
    EXPECT_GT(honey().density(), seaWaterAt(20.0).density());
    EXPECT_LT(oliveOil().density(), castorOil().density());
    EXPECT_LT(castorOil().density(), freshWaterAt(20.0).density());
    EXPECT_GT(honey().dynamicViscosity(), castorOil().dynamicViscosity());
    EXPECT_GT(castorOil().dynamicViscosity(), oliveOil().dynamicViscosity());
}

} // namespace medium_presets_test
