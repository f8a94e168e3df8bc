// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {

namespace {

template <class FaceVelocity>
void fillBlock(const FaceArrays& faces, const FaceVelocity& velocity, double cosSeparation, double band,
               SlipBlock& block) {
    const int first = block.first;
    const double* nx = faces.normalX.data() + first;
    const double* ny = faces.normalY.data() + first;
    const double* nz = faces.normalZ.data() + first;
    const AttachmentRamp attachmentRamp(band);
    const double slope = attachmentRamp.slope, offset = attachmentRamp.offset;
#pragma omp simd
    for (int i = 0; i < block.count; ++i) {
        double ux, uy, uz;
        velocity.at(first + i, ux, uy, uz);
        const double normalVelocity = nx[i] * ux + ny[i] * uy + nz[i] * uz;
        const double speed2 = ux * ux + uy * uy + uz * uz;
        const double cosine = normalVelocity / std::sqrt(std::max(speed2, 1e-300));
        const double ramp = speed2 > 0.0 ? (cosine - cosSeparation) * slope + offset : 0.5;
        const double t = std::min(std::max(ramp, 0.0), 1.0);
        const double sx = ux - normalVelocity * nx[i];
        const double sy = uy - normalVelocity * ny[i];
        const double sz = uz - normalVelocity * nz[i];
        block.x[i] = sx;
        block.y[i] = sy;
        block.z[i] = sz;
        block.squared[i] = sx * sx + sy * sy + sz * sz;
        block.attachment[i] = t * t * (3.0 - 2.0 * t);
        block.share[i] = velocity.share(first + i);
    }
}

} // namespace

void computeSlip(const FluidBodyModel& model, const RelativeFlow& flow, double band, int first, SlipBlock& block) {
    const FaceArrays& faces = model.faces();
    block.first = first;
    block.count = std::min(SlipBlock::kCapacity, faces.size() - first);
    withFaceVelocity(model, flow, [&](const auto& velocity) {
        fillBlock(faces, velocity, std::cos(model.def().separationAngle), band, block);
    });
}

double attachedArea(const FluidBodyModel& model, const RelativeFlow& flow) {
    const FaceArrays& faces = model.faces();
    double sum = 0.0;
    forEachSlipBlock(model, flow, kAttachmentBand, [&](const SlipBlock& block) {
        for (int i = 0; i < block.count; ++i)
            sum += block.attachment[i] * block.share[i] * faces.area[block.first + i];
    });
    return sum;
}

void fillSurfaceField(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField& field, double band) {
    field.slipVelocity.resize(model.faces().size());
    field.attachment.resize(model.faces().size());
    forEachSlipBlock(model, flow, band, [&](const SlipBlock& block) {
        for (int i = 0; i < block.count; ++i) {
            field.attachment[block.first + i] = block.attachment[i];
            field.slipVelocity[block.first + i] = block.attachment[i] * Vector3(block.x[i], block.y[i], block.z[i]);
        }
    });
}

} // namespace ambient
