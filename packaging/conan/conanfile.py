# SPDX-License-Identifier: Zlib
"""Conan 2 recipe of the tree that it lies in."""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class BulletAmbientFluidConan(ConanFile):
    name = "bullet-ambient-fluid"
    description = "Rigid bodies in air and water for Bullet"
    license = "Zlib"
    topics = ("bullet", "physics", "fluid", "added-mass")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "double_precision": [True, False]}
    default_options = {"shared": False, "fPIC": True, "double_precision": False}
    implements = ["auto_shared_fpic"]

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._root, "CMakeLists.txt"))
        self.version = re.search(r"^ *VERSION (\d+\.\d+\.\d+)$", text, re.M).group(1)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "extension/*", "third_party/*"):
            copy(self, pattern, src=self._root, dst=self.export_sources_folder)

    def configure(self):
        self.options["bullet3"].double_precision = self.options.double_precision

    def requirements(self):
        self.requires("bullet3/3.25", transitive_headers=True, transitive_libs=True)
        self.requires("eigen/3.4.0", transitive_headers=True)

    def validate(self):
        check_min_cppstd(self, 17)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        variables = toolchain.cache_variables
        variables["BulletPhysics_ROOT"] = self.dependencies["bullet3"].package_folder.replace("\\", "/")
        variables["AMBIENT_FLUID_DOUBLE_PRECISION"] = bool(self.options.double_precision)
        variables["AMBIENT_FLUID_C_TYPE"] = "SHARED" if self.options.shared else "STATIC"
        for part in ("BUILD_TOOLS", "BUILD_SAMPLES", "BUILD_TESTS", "BUILD_BENCHMARKS", "WARNINGS_AS_ERRORS"):
            variables[f"AMBIENT_FLUID_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The installed CMake package is used unchanged.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "BulletAmbientFluid")]
        suffix = "-float64" if self.options.double_precision else ""
        self.cpp_info.libs = [f"AmbientFluidC{suffix}", f"BulletAmbientFluid{suffix}", "AmbientFluid"]
        self.cpp_info.defines = ["EIGEN_DONT_PARALLELIZE"] + ([] if self.options.shared else ["AMBIENT_FLUID_C_STATIC"])
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["gomp", "m"]
