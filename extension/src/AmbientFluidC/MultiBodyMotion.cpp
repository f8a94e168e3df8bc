// SPDX-License-Identifier: Zlib
// States, loads and drives of multi-bodies.
#include "MultiBodyHandle.h"

#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/btFluidCarrier.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidJointTorques.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <cmath>

using namespace ambient;
using namespace ambient::c;

namespace {

const ArticulatedBody& treeOf(const ambient_multi_body& multiBody) {
    return multiBody.wet().motion().body();
}

void copyVector(const JointVector& from, double* to) {
    std::copy(from.data(), from.data() + from.size(), to);
}

/// A list of the caller. \throws std::invalid_argument naming the list if a number is not finite
JointVector finiteList(const double* numbers, int count, const char* name) {
    JointVector list = Eigen::Map<const JointVector>(&required(numbers, name), count);
    if (!list.allFinite()) throw std::invalid_argument(std::string(name) + ": a number is not finite");
    return list;
}

/// A list of the caller that may be missing.
JointVector listOr(const double* numbers, int count, double missing) {
    if (!numbers) return JointVector::Constant(count, missing);
    return Eigen::Map<const JointVector>(numbers, count);
}

/// Quaternions of spherical joints must have a length.
void requireTurns(const ambient_multi_body& multiBody, const JointVector& positions) {
    for (int i = 1; i < treeOf(multiBody).linkCount(); ++i)
        if (multiBody.jointOf(i) == JointType::Spherical &&
            !(positions.segment<4>(treeOf(multiBody).firstPosition(i)).norm() > 0.0))
            throw std::invalid_argument("positions of link " + std::to_string(i) + " are no quaternion");
}

void writePositions(ambient_multi_body& multiBody, const JointVector& positions) {
    for (int i = 1; i < treeOf(multiBody).linkCount(); ++i) {
        btScalar values[4];
        const int count = multiBody.body->getLink(i - 1).m_posVarCount, first = treeOf(multiBody).firstPosition(i);
        for (int k = 0; k < count; ++k)
            values[k] = btScalar(positions(first + k));
        if (count > 0) multiBody.body->setJointPosMultiDof(i - 1, values);
    }
}

void writeRates(ambient_multi_body& multiBody, const JointVector& rates) {
    for (int i = 1; i < treeOf(multiBody).linkCount(); ++i) {
        btScalar values[3];
        const int count = treeOf(multiBody).ratesOf(i), first = treeOf(multiBody).firstRate(i);
        for (int k = 0; k < count; ++k)
            values[k] = btScalar(rates(first + k));
        if (count > 0) multiBody.body->setJointVelMultiDof(i - 1, values);
    }
}

/// Moves the colliders to the links, and wakes the multi-body.
void publish(btMultiBody& body) {
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    body.forwardKinematics(rotations, origins);
    body.updateCollisionObjectWorldTransforms(rotations, origins);
    body.wakeUp();
}

/// A path of the caller; the present positions without one.
class CallerPath final : public JointPath {
  public:
    CallerPath(const ambient_multi_body& multiBody, ambient_path_function path, void* userData)
        : m_multiBody(multiBody), m_path(path), m_userData(userData), m_held(multiBody.wet().state().positions),
          m_zero(treeOf(multiBody).zeroPositions()), m_rateCount(treeOf(multiBody).rateCount()) {}

    void evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const override {
        positions = m_path ? m_zero : m_held;
        rates.setZero(m_rateCount);
        accelerations.setZero(m_rateCount);
        if (!m_path) return;
        m_path(time, positions.data(), rates.data(), accelerations.data(), m_userData);
        turnPositions(m_multiBody, true, positions);
        turnRates(m_multiBody, true, rates);
        turnRates(m_multiBody, true, accelerations);
    }

  private:
    const ambient_multi_body& m_multiBody; ///< owns the drive, by way of the fluid
    ambient_path_function m_path;
    void* m_userData;
    JointVector m_held, m_zero;
    int m_rateCount;
};

DriveKind kindOf(int32_t kind) {
    switch (kind) {
    case AMBIENT_DRIVE_PRESCRIBED:
        return DriveKind::Prescribed;
    case AMBIENT_DRIVE_SERVO:
        return DriveKind::Servo;
    case AMBIENT_DRIVE_PAPER004:
        return DriveKind::Paper004;
    default:
        throw std::invalid_argument("ambient_drive: kind " + std::to_string(kind) + " is unknown");
    }
}

} // namespace

const btFluidMultiBody& ambient_multi_body::wet() const {
    const btFluidMultiBody* found = fluid->action.getFluidMultiBodies().find(body);
    if (!found) throw std::invalid_argument("multi_body is no longer in the fluid");
    return *found;
}

const Pose& ambient_multi_body::frameOf(int32_t link) const {
    if (link < 0 || link >= static_cast<int32_t>(linkFromBullet.size()))
        throw std::invalid_argument("link " + std::to_string(link) + ": there are links 0 to " +
                                    std::to_string(linkFromBullet.size() - 1));
    return linkFromBullet[static_cast<std::size_t>(link)];
}

void ambient::c::turnRates(const ambient_multi_body& multiBody, bool toBullet, JointVector& rates) {
    for (int i = 1; i < treeOf(multiBody).linkCount(); ++i) {
        if (multiBody.jointOf(i) != JointType::Spherical) continue;
        const Quaternion& turn = multiBody.linkFromBullet[static_cast<std::size_t>(i)].orientation;
        auto values = rates.segment<3>(treeOf(multiBody).firstRate(i));
        values = (toBullet ? Quaternion(turn.conjugate()) : turn) * Vector3(values);
    }
}

void ambient::c::turnPositions(const ambient_multi_body& multiBody, bool toBullet, JointVector& positions) {
    for (int i = 1; i < treeOf(multiBody).linkCount(); ++i) {
        if (multiBody.jointOf(i) != JointType::Spherical) continue;
        const Quaternion& turn = multiBody.linkFromBullet[static_cast<std::size_t>(i)].orientation;
        auto values = positions.segment<4>(treeOf(multiBody).firstPosition(i));
        const Quaternion q(Eigen::Vector4d(values.normalized()));
        values.head<3>() = (toBullet ? Quaternion(turn.conjugate()) : turn) * q.vec();
        values(3) = q.w();
    }
}

ambient_status ambient_multi_body_get_info(const ambient_multi_body* multi_body, ambient_multi_body_info* info) {
    return guarded([&] {
        const btFluidMultiBody& wet = required(multi_body, "multi_body").wet();
        requireSize(required(info, "info").struct_size, sizeof *info, "ambient_multi_body_info");
        const ArticulatedBody& tree = wet.motion().body();
        *info = {static_cast<uint32_t>(sizeof *info),
                 tree.linkCount(),
                 wet.getNumWetLinks(),
                 tree.positionCount(),
                 tree.rateCount(),
                 wet.isHealthy()};
    });
}

ambient_status ambient_multi_body_get_place(const ambient_multi_body* multi_body, int32_t link, int32_t* first_position,
                                            int32_t* first_rate) {
    return guarded([&] {
        required(multi_body, "multi_body").frameOf(link);
        if (link == 0) throw std::invalid_argument("link 0 is the base, which has no joint");
        required(first_position, "first_position");
        required(first_rate, "first_rate") = treeOf(*multi_body).firstRate(link);
        *first_position = treeOf(*multi_body).firstPosition(link);
    });
}

ambient_status ambient_multi_body_get_joints(const ambient_multi_body* multi_body, double* positions, double* rates,
                                             double* torques) {
    return guarded([&] {
        const btFluidMultiBody& wet = required(multi_body, "multi_body").wet();
        const btMultiBody& body = *multi_body->body;
        JointVector q = treeOf(*multi_body).zeroPositions(), v = JointVector::Zero(treeOf(*multi_body).rateCount());
        for (int i = 1; i < treeOf(*multi_body).linkCount(); ++i) {
            for (int k = 0; k < body.getLink(i - 1).m_posVarCount; ++k)
                q(treeOf(*multi_body).firstPosition(i) + k) = double(body.getJointPosMultiDof(i - 1)[k]);
            for (int k = 0; k < body.getLink(i - 1).m_dofCount; ++k)
                v(treeOf(*multi_body).firstRate(i) + k) = double(body.getJointVelMultiDof(i - 1)[k]);
        }
        JointVector t = btFluidJointTorques(wet);
        turnPositions(*multi_body, false, q);
        turnRates(*multi_body, false, v);
        turnRates(*multi_body, false, t);
        if (positions) copyVector(q, positions);
        if (rates) copyVector(v, rates);
        if (torques) copyVector(t, torques);
    });
}

ambient_status ambient_multi_body_set_joints(ambient_multi_body* multi_body, const double* positions,
                                             const double* rates) {
    return guarded([&] {
        const ArticulatedBody& tree = treeOf(required(multi_body, "multi_body"));
        JointVector q, v;
        if (positions) {
            q = finiteList(positions, tree.positionCount(), "positions");
            requireTurns(*multi_body, q);
            turnPositions(*multi_body, true, q);
        }
        if (rates) {
            v = finiteList(rates, tree.rateCount(), "rates");
            turnRates(*multi_body, true, v);
        }
        if (positions) writePositions(*multi_body, q);
        if (rates) writeRates(*multi_body, v);
        publish(*multi_body->body);
    });
}

ambient_status ambient_multi_body_get_link(const ambient_multi_body* multi_body, int32_t link,
                                           ambient_body_state* state) {
    return guarded([&] {
        const Pose& linkFromBullet = required(multi_body, "multi_body").frameOf(link);
        required(state, "state");
        const btFluidMultiBody& wet = multi_body->wet();
        const btFluidCarrier carrier(multi_body->body, link - 1, "ambient_multi_body_get_link");
        const btFluidCarrier::State now = carrier.read(multi_body->fluid->action);
        const Quaternion turn = now.m_worldFromBody.orientation * linkFromBullet.orientation.conjugate();
        copyTo(state->position, now.m_worldFromBody.position);
        std::copy(turn.coeffs().data(), turn.coeffs().data() + 4, state->orientation);
        copyTo(state->angular_velocity, now.m_velocity.angular);
        copyTo(state->linear_velocity, now.m_velocity.linear);
        state->time = wet.state().time;
    });
}

ambient_status ambient_multi_body_set_base(ambient_multi_body* multi_body, const ambient_body_state* state) {
    return guarded([&] {
        const Pose& linkFromBullet = required(multi_body, "multi_body").frameOf(0);
        const double* q = required(state, "state").orientation;
        const Quaternion turn(q[3], q[0], q[1], q[2]);
        const Pose pose{turn.normalized() * linkFromBullet.orientation, vectorOf(state->position)};
        const Twist twist{vectorOf(state->angular_velocity), vectorOf(state->linear_velocity)};
        if (!(turn.norm() > 0.0) || !pose.isFinite() || !twist.isFinite())
            throw std::invalid_argument("ambient_body_state: a number is not finite or the orientation no quaternion");
        btMultiBody& body = *multi_body->body;
        if (body.hasFixedBase() && !twist.vector().isZero(0.0))
            throw std::invalid_argument("ambient_body_state: a fixed base has no velocity");
        body.setBaseWorldTransform(btFluidTransform(pose));
        if (!body.hasFixedBase()) {
            body.setBaseOmega(btFluidVector(twist.angular));
            body.setBaseVel(btFluidVector(twist.linear));
        }
        publish(body);
    });
}

ambient_status ambient_multi_body_apply_wrench(ambient_multi_body* multi_body, int32_t link, const double wrench[6]) {
    return guarded([&] {
        required(multi_body, "multi_body").frameOf(link);
        required(wrench, "wrench");
        const Wrench load{vectorOf(wrench), vectorOf(wrench + 3)};
        if (!load.isFinite()) throw std::invalid_argument("wrench is not finite");
        btFluidCarrier(multi_body->body, link - 1, "ambient_multi_body_apply_wrench").apply(load);
    });
}

ambient_status ambient_multi_body_apply_torques(ambient_multi_body* multi_body, const double* torques) {
    return guarded([&] {
        const ArticulatedBody& tree = treeOf(required(multi_body, "multi_body"));
        JointVector t = finiteList(torques, tree.rateCount(), "torques");
        turnRates(*multi_body, true, t);
        for (int i = 1; i < tree.linkCount(); ++i)
            for (int k = 0; k < tree.ratesOf(i); ++k)
                multi_body->body->addJointTorqueMultiDof(i - 1, k, btScalar(t(tree.firstRate(i) + k)));
        multi_body->body->wakeUp();
    });
}

ambient_status ambient_drive_init(ambient_drive* drive, size_t struct_size) {
    return guarded([&] {
        requireSize(struct_size, sizeof *drive, "ambient_drive");
        ambient_drive result{};
        result.struct_size = sizeof result;
        result.kind = AMBIENT_DRIVE_SERVO;
        required(drive, "drive") = result;
    });
}

ambient_status ambient_multi_body_set_drive(ambient_multi_body* multi_body, const ambient_drive* drive) {
    return guarded([&] {
        const int count = treeOf(required(multi_body, "multi_body")).rateCount();
        if (!drive) return multi_body->fluid->action.getFluidMultiBodies().clearDrive(multi_body->body);
        requireSize(drive->struct_size, sizeof *drive, "ambient_drive");
        JointDrive made;
        made.kind = kindOf(drive->kind);
        made.path = std::make_shared<CallerPath>(*multi_body, drive->path, drive->user_data);
        made.stiffness = listOr(drive->stiffness, count, 0.0);
        made.damping = listOr(drive->damping, count, 0.0);
        if (drive->limit) made.limit = listOr(drive->limit, count, 0.0);
        if (drive->resistance) made.resistance = listOr(drive->resistance, count, 0.0);
        multi_body->fluid->action.getFluidMultiBodies().setDrive(multi_body->body, made);
        multi_body->body->wakeUp();
    });
}

ambient_status ambient_multi_body_get_tracking_error(const ambient_multi_body* multi_body, double* error) {
    return guarded([&] {
        const JointDriver* driver = required(multi_body, "multi_body").wet().getDriver();
        required(error, "error") = driver ? driver->trackingError() : 0.0;
    });
}
