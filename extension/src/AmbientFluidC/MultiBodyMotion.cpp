// SPDX-License-Identifier: Zlib
// States, loads and drives of multi-bodies.
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "WetMultiBody.h"

#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/MultiBody/btFluidJointTorques.h"
#include "BulletAmbientFluid/btFluidCarrier.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

using namespace ambient;
using namespace ambient::c;

namespace {

void copyVector(const JointVector& from, double* to) {
    std::copy(from.data(), from.data() + from.size(), to);
}

/// A list of the caller for Bullet. \throws std::invalid_argument naming a number that Bullet's precision cannot hold
JointVector finiteList(const double* numbers, int count, const char* name) {
    JointVector list = Eigen::Map<const JointVector>(&required(numbers, name), count);
    for (int i = 0; i < count; ++i)
        btFluidFinite(list(i), (std::string(name) + "[" + std::to_string(i) + "]").c_str());
    return list;
}

/// An optional list of the caller.
JointVector listOr(const double* numbers, int count, double missing) {
    if (!numbers) return JointVector::Constant(count, missing);
    return Eigen::Map<const JointVector>(numbers, count);
}

/// Quaternions of spherical joints must have a length.
void requireTurns(const WetMultiBody& multiBody, const JointVector& positions) {
    for (int i = 1; i < multiBody.tree().linkCount(); ++i)
        if (multiBody.jointOf(i) == JointType::Spherical)
            turnOf(positions.data() + multiBody.tree().firstPosition(i),
                   ("positions of link " + std::to_string(i)).c_str());
}

void writePositions(WetMultiBody& multiBody, const JointVector& positions) {
    for (int i = 1; i < multiBody.tree().linkCount(); ++i) {
        btScalar values[4];
        const int count = multiBody.body->getLink(i - 1).m_posVarCount, first = multiBody.tree().firstPosition(i);
        for (int k = 0; k < count; ++k)
            values[k] = btScalar(positions(first + k));
        if (count > 0) multiBody.body->setJointPosMultiDof(i - 1, values);
    }
}

void writeRates(WetMultiBody& multiBody, const JointVector& rates) {
    for (int i = 1; i < multiBody.tree().linkCount(); ++i) {
        btScalar values[3];
        const int count = multiBody.tree().ratesOf(i), first = multiBody.tree().firstRate(i);
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
    CallerPath(const WetMultiBody& multiBody, ambient_path_function path, void* userData)
        : m_multiBody(multiBody), m_path(path), m_userData(userData), m_held(multiBody.wet().state().positions),
          m_zero(multiBody.tree().zeroPositions()), m_rateCount(multiBody.tree().rateCount()) {}

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
    const WetMultiBody& m_multiBody; ///< owns the drive, through the fluid
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

const btFluidMultiBody& WetMultiBody::wet() const {
    const btFluidMultiBody* found = fluid->action.getFluidMultiBodies().find(body);
    if (!found) throw std::invalid_argument("multi_body is no longer in the fluid");
    return *found;
}

const Pose& WetMultiBody::frameOf(int32_t link) const {
    if (link < 0 || link >= static_cast<int32_t>(linkFromBullet.size()))
        throw std::invalid_argument("link " + std::to_string(link) + ": there are links 0 to " +
                                    std::to_string(linkFromBullet.size() - 1));
    return linkFromBullet[static_cast<std::size_t>(link)];
}

void ambient::c::turnRates(const WetMultiBody& multiBody, bool toBullet, JointVector& rates) {
    for (int i = 1; i < multiBody.tree().linkCount(); ++i) {
        if (multiBody.jointOf(i) != JointType::Spherical) continue;
        const Quaternion& turn = multiBody.linkFromBullet[static_cast<std::size_t>(i)].orientation;
        auto values = rates.segment<3>(multiBody.tree().firstRate(i));
        values = (toBullet ? Quaternion(turn.conjugate()) : turn) * Vector3(values);
    }
}

void ambient::c::turnPositions(const WetMultiBody& multiBody, bool toBullet, JointVector& positions) {
    for (int i = 1; i < multiBody.tree().linkCount(); ++i) {
        if (multiBody.jointOf(i) != JointType::Spherical) continue;
        const Quaternion& turn = multiBody.linkFromBullet[static_cast<std::size_t>(i)].orientation;
        auto values = positions.segment<4>(multiBody.tree().firstPosition(i));
        const Quaternion q(Eigen::Vector4d(values.normalized()));
        values.head<3>() = (toBullet ? Quaternion(turn.conjugate()) : turn) * q.vec();
        values(3) = q.w();
    }
}

ambient_status ambient_multi_body_get_info(const ambient_multi_body* multi_body, ambient_multi_body_info* info) {
    return guarded([&] {
        const btFluidMultiBody& wet = objectOf(multi_body, "multi_body").wet();
        requireSizeOf<ambient_multi_body_info>(required(info, "info").struct_size, "ambient_multi_body_info");
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
        const WetMultiBody& of = objectOf(multi_body, "multi_body");
        of.frameOf(link);
        if (link == 0) throw std::invalid_argument("link 0 is the base, which has no joint");
        required(first_position, "first_position");
        required(first_rate, "first_rate") = of.tree().firstRate(link);
        *first_position = of.tree().firstPosition(link);
    });
}

ambient_status ambient_multi_body_get_joints(const ambient_multi_body* multi_body, double* positions, double* rates,
                                             double* torques) {
    return guarded([&] {
        const WetMultiBody& of = objectOf(multi_body, "multi_body");
        const ArticulatedBody& tree = of.tree();
        const btMultiBody& body = *of.body;
        JointVector q = tree.zeroPositions(), v = JointVector::Zero(tree.rateCount());
        for (int i = 1; i < tree.linkCount(); ++i) {
            for (int k = 0; k < body.getLink(i - 1).m_posVarCount; ++k)
                q(tree.firstPosition(i) + k) = double(body.getJointPosMultiDof(i - 1)[k]);
            for (int k = 0; k < body.getLink(i - 1).m_dofCount; ++k)
                v(tree.firstRate(i) + k) = double(body.getJointVelMultiDof(i - 1)[k]);
        }
        JointVector t = btFluidJointTorques(of.wet());
        turnPositions(of, false, q);
        turnRates(of, false, v);
        turnRates(of, false, t);
        if (positions) copyVector(q, positions);
        if (rates) copyVector(v, rates);
        if (torques) copyVector(t, torques);
    });
}

ambient_status ambient_multi_body_set_joints(ambient_multi_body* multi_body, const double* positions,
                                             const double* rates) {
    return guarded([&] {
        WetMultiBody& to = objectOf(multi_body, "multi_body");
        const ArticulatedBody& tree = to.tree();
        JointVector q, v;
        if (positions) {
            q = finiteList(positions, tree.positionCount(), "positions");
            requireTurns(to, q);
            turnPositions(to, true, q);
        }
        if (rates) {
            v = finiteList(rates, tree.rateCount(), "rates");
            turnRates(to, true, v);
        }
        if (positions) writePositions(to, q);
        if (rates) writeRates(to, v);
        publish(*to.body);
    });
}

ambient_status ambient_multi_body_get_link(const ambient_multi_body* multi_body, int32_t link,
                                           ambient_body_state* state) {
    return guarded([&] {
        const WetMultiBody& of = objectOf(multi_body, "multi_body");
        const Pose& linkFromBullet = of.frameOf(link);
        required(state, "state");
        const btFluidMultiBody& wet = of.wet();
        const btFluidCarrier carrier(of.body, link - 1, "ambient_multi_body_get_link");
        const btFluidCarrier::State now = carrier.read(of.fluid->action);
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
        WetMultiBody& to = objectOf(multi_body, "multi_body");
        Pose pose = poseOf(required(state, "state").position, state->orientation);
        pose.orientation = pose.orientation * to.frameOf(0).orientation;
        btFluidFiniteVector(pose.position, "ambient_body_state: position");
        const Twist twist = twistOf(*state);
        btFluidFiniteVector(twist.angular, "ambient_body_state: angular_velocity");
        btFluidFiniteVector(twist.linear, "ambient_body_state: linear_velocity");
        btMultiBody& body = *to.body;
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
        WetMultiBody& to = objectOf(multi_body, "multi_body");
        to.frameOf(link);
        required(wrench, "wrench");
        const Wrench load = finiteSpatial<Wrench>(wrench, "wrench");
        btFluidFiniteVector(load.angular, "wrench: its torque");
        btFluidFiniteVector(load.linear, "wrench: its force");
        btFluidCarrier(to.body, link - 1, "ambient_multi_body_apply_wrench").apply(load);
    });
}

ambient_status ambient_multi_body_apply_torques(ambient_multi_body* multi_body, const double* torques) {
    return guarded([&] {
        WetMultiBody& to = objectOf(multi_body, "multi_body");
        const ArticulatedBody& tree = to.tree();
        JointVector t = finiteList(torques, tree.rateCount(), "torques");
        turnRates(to, true, t);
        for (int i = 1; i < tree.linkCount(); ++i)
            for (int k = 0; k < tree.ratesOf(i); ++k)
                to.body->addJointTorqueMultiDof(i - 1, k, btScalar(t(tree.firstRate(i) + k)));
        to.body->wakeUp();
    });
}

ambient_status ambient_drive_init(ambient_drive* drive, size_t struct_size) {
    return guarded([&] {
        requireSizeOf<ambient_drive>(struct_size, "ambient_drive");
        ambient_drive result{};
        result.struct_size = sizeof result;
        result.kind = AMBIENT_DRIVE_SERVO;
        required(drive, "drive") = result;
    });
}

ambient_status ambient_multi_body_set_drive(ambient_multi_body* multi_body, const ambient_drive* drive) {
    return guarded([&] {
        WetMultiBody& driven = objectOf(multi_body, "multi_body");
        const int count = driven.tree().rateCount();
        btFluidMultiBodies& multiBodies = driven.fluid->action.getFluidMultiBodies();
        if (!drive) return multiBodies.clearDrive(driven.body);
        requireSizeOf<ambient_drive>(drive->struct_size, "ambient_drive");
        JointDrive made;
        made.kind = kindOf(drive->kind);
        made.path = std::make_shared<CallerPath>(driven, drive->path, drive->user_data);
        made.stiffness = listOr(drive->stiffness, count, 0.0);
        made.damping = listOr(drive->damping, count, 0.0);
        if (drive->limit) made.limit = listOr(drive->limit, count, 0.0);
        if (drive->resistance) made.resistance = listOr(drive->resistance, count, 0.0);
        multiBodies.setDrive(driven.body, made);
        driven.body->wakeUp();
    });
}

ambient_status ambient_multi_body_get_tracking_error(const ambient_multi_body* multi_body, double* error) {
    return guarded([&] {
        const JointDriver* driver = objectOf(multi_body, "multi_body").wet().getDriver();
        required(error, "error") = driver ? driver->trackingError() : 0.0;
    });
}
