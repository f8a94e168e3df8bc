// SPDX-License-Identifier: Zlib
// The surface forces of bodies in the flow of others.
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"

#include <algorithm>
#include <utility>

namespace
{
/// The flow strain * (place in the mesh) over the faces of a surface.
class StrainedFaces
{
public:
	StrainedFaces(const ambient::Surface& surface, const ambient::Matrix3& strain) : m_surface(surface)
	{
		const ambient::Faces faces = surface.faces();
		m_flow.setUniform(faces.size(), surface.volume(), surface.centerOfVolume());
		m_flow.moves = true;
		for (int face = 0; face < faces.size(); ++face)
		{
			const ambient::Vector3 place = faces.centroid(face), velocity = strain * place;
			m_flow.velocityX[size_t(face)] = velocity.x();
			m_flow.velocityY[size_t(face)] = velocity.y();
			m_flow.velocityZ[size_t(face)] = velocity.z();
			m_radius = std::max(m_radius, place.norm());
		}
	}

	const ambient::SurfaceMotion& flow() const { return m_flow; }
	double radius() const { return m_radius; }  ///< of the faces' centroids about the origin

	/// Lets the faces count with (1 + coordinate / radius) / 2.
	void weighBy(int axis)
	{
		const ambient::Faces faces = m_surface.faces();
		double area = 0.0, sum = 0.0;
		for (int face = 0; face < faces.size(); ++face)
		{
			const double share = 0.5 + 0.5 * faces.centroid(face)[axis] / m_radius;
			m_flow.wettedFraction[size_t(face)] = share;
			area += faces.area[face];
			sum += share * faces.area[face];
		}
		m_flow.meanWeight = sum / area;
	}

private:
	const ambient::Surface& m_surface;
	ambient::SurfaceMotion m_flow;
	double m_radius = 0.0;
};
}  // namespace

btFluidCoupledFlow::Drag::Drag(const btFluidBody& wet, const ambient::MediumSample& medium)
	: Drag(*wet.getShape().model, wet.getShape().bodyFromMesh, wet.motion().fluid().forces(), medium)
{
}

btFluidCoupledFlow::Drag::Drag(const ambient::FluidBodyModel& model, const ambient::Pose& linkFromMesh,
                               const ambient::ForceSet& forces, const ambient::MediumSample& medium)
	: m_model(&model), m_bodyFromMesh(linkFromMesh), m_forces(&forces), m_medium(medium)
{
}

ambient::ForceInFlow btFluidCoupledFlow::Drag::at(const ambient::Pose& worldFromBody,
                                                  const ambient::MotionInFlow& relative) const
{
	using ambient::Matrix3;
	using ambient::Vector3;
	const ambient::Surface& surface = m_model->surface();
	const ambient::Pose& bodyFromMesh = m_bodyFromMesh;
	const ambient::Pose meshFromWorld = (worldFromBody * bodyFromMesh).inverse();
	const Matrix3 turn = meshFromWorld.orientation.toRotationMatrix();
	const Vector3 origin = meshFromWorld * worldFromBody.position;  // of the body, in the mesh
	ambient::RelativeFlow flow;
	flow.density = m_medium.density;
	flow.dynamicViscosity = m_medium.dynamicViscosity;
	flow.twist = changeFrame(rotated(worldFromBody.orientation.conjugate(), relative.twist), bodyFromMesh);
	ambient::ForceSet forces = *m_forces;
	const auto inWorld = [&](const ambient::Wrench& inMesh)
	{ return rotated(worldFromBody.orientation, changeFrame(bodyFromMesh, inMesh)); };
	if (relative.strain.isZero(0.0)) return {inWorld(forces.evaluate(surface, flow).dissipative), Matrix3::Zero()};

	const Matrix3 strain = turn * relative.strain * turn.transpose();
	flow.twist.linear += strain * origin;  // - strain (x - origin)
	StrainedFaces faces(surface, strain);
	flow.faces = &faces.flow();
	const ambient::Wrench inMesh = forces.evaluate(surface, flow).dissipative;
	// A force of the faces is linear in the shares with which they count: the first moments by shares along each axis.
	forces.setLimitsPower(false);
	const Vector3 whole = forces.evaluate(surface, flow).dissipative.linear;
	Matrix3 stretch;
	for (int axis = 0; axis < 3; ++axis)
	{
		faces.weighBy(axis);
		const Vector3 weighted = forces.evaluate(surface, flow).dissipative.linear;
		stretch.col(axis) = faces.radius() * (2.0 * weighted - whole) - whole * origin[axis];
	}
	return {inWorld(inMesh), turn.transpose() * stretch * turn};
}
