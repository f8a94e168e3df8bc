# SPDX-License-Identifier: Zlib
# GTest::gtest and GTest::gtest_main (BSD-3), for the tests only
if(TARGET GTest::gtest)
    return()
endif()
find_package(GTest 1.12 REQUIRED)
