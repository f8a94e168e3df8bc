// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/GerstnerLoop.h"
#include "AmbientFluid/Media/WaveFlowLoop.h"

namespace ambient {

void sampleGerstnerInSingle(const WaveSet& waves, const GerstnerDerivatives& derivatives, const PointRows& points,
                            double time, SurfaceRows& rows, VectorRows* acceleration) {
    sampleGerstner<float>(waves, derivatives, points, time, rows, acceleration);
}

void sampleWaveMotionInSingle(const WaveSet& waves, const PointRows& points, double time, MotionRows& rows) {
    sampleWaveMotion<float>(waves, points, time, rows);
}

} // namespace ambient
