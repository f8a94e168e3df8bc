// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

/// \file
/// The renderer's shaders, GLSL 3.30. Positions are in world axes about the eye, so that single precision serves a
/// body of a centimetre a hundred metres from the world's origin. Light is linear up to the last line of each.
namespace samples {

std::string bodyVertexShader();
/// \param softShadows whether a place looks into the shadow map more than once
std::string bodyFragmentShader(bool softShadows);

/// Only depth, as the sun sees it.
std::string depthVertexShader();
std::string depthFragmentShader();

/// A horizontal plane, the ground.
std::string planeVertexShader();
std::string groundFragmentShader(bool softShadows);

/// A surface of water, mirroring the sky by Schlick's formula.
std::string waterVertexShader();
std::string waterFragmentShader();

std::string skyVertexShader();
std::string skyFragmentShader();

std::string lineVertexShader();
std::string lineFragmentShader();

} // namespace samples
