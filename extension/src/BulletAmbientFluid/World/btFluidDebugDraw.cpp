// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidDebugDraw.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/SeparationLine.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidRegion.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <LinearMath/btIDebugDraw.h>

#include <array>
#include <string>

namespace
{
using ambient::Vector3;

enum Color
{
	kOrange,
	kSkyBlue,
	kBluishGreen,
	kReddishPurple,
	kYellow,
	kBlue,
	kVermillion,
	kGrey
};

btVector3 rgb(int color)
{
	static const double kTable[][3] = {{0.90, 0.62, 0.00}, {0.34, 0.71, 0.91}, {0.00, 0.62, 0.45}, {0.80, 0.47, 0.65},
	                                   {0.94, 0.89, 0.26}, {0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.60, 0.60, 0.60}};
	const double* c = kTable[color];
	return btVector3(btScalar(c[0]), btScalar(c[1]), btScalar(c[2]));
}

/// Draws shapes as lines in the world frame.
class Pen
{
public:
	Pen(btIDebugDraw& drawer, Color color) : m_drawer(drawer), m_color(rgb(color)) {}
	Pen(btIDebugDraw& drawer, const btVector3& color) : m_drawer(drawer), m_color(color) {}

	void line(const Vector3& from, const Vector3& to)
	{
		const btVector3 a = btFluidVector(from), b = btFluidVector(to);
		if (btFluidIsFinite(a) && btFluidIsFinite(b) && a != b) m_drawer.drawLine(a, b, m_color);
	}

	/// An arrow with a head of two strokes in the plane of `arrow` and the unit vector `side`.
	void flatArrow(const Vector3& from, const Vector3& arrow, const Vector3& side)
	{
		line(from, from + arrow);
		head(from + arrow, arrow, side);
	}

	/// An arrow with a head of four strokes, visible from every side.
	void arrow(const Vector3& from, const Vector3& arrow)
	{
		const double length = arrow.norm();
		if (!(length > 0.0)) return;
		const Vector3 side = arrow.unitOrthogonal();
		flatArrow(from, arrow, side);
		head(from + arrow, arrow, arrow.cross(side) / length);
	}

	void cross(const Vector3& center, double size)
	{
		for (int k = 0; k < 3; ++k)
			line(center - 0.5 * size * Vector3::Unit(k), center + 0.5 * size * Vector3::Unit(k));
	}

	/// The ellipse with the half axes `a` and `b`.
	void ellipse(const Vector3& center, const Vector3& a, const Vector3& b)
	{
		constexpr int kSides = 32;
		Vector3 from = center + a;
		for (int i = 1; i <= kSides; ++i)
		{
			const double angle = 2.0 * ambient::kPi * (i % kSides) / kSides;
			const Vector3 to = center + ambient::portable::cos(angle) * a + ambient::portable::sin(angle) * b;
			line(from, to);
			from = to;
		}
	}

	void box(const btVector3& low, const btVector3& high, const btTransform& worldFromBox)
	{
		const auto corner = [&](int bits)
		{
			return btFluidVector(worldFromBox * btVector3((bits & 1 ? high : low).x(), (bits & 2 ? high : low).y(),
			                                              (bits & 4 ? high : low).z()));
		};
		for (int bits = 0; bits < 8; ++bits)
			for (const int axis : {1, 2, 4})
				if (!(bits & axis)) line(corner(bits), corner(bits | axis));
	}

private:
	void head(const Vector3& tip, const Vector3& arrow, const Vector3& side)
	{
		const Vector3 back = 0.2 * arrow, out = 0.08 * arrow.norm() * side;
		line(tip, tip - back + out);
		line(tip, tip - back - out);
	}

	btIDebugDraw& m_drawer;
	btVector3 m_color;
};

void drawConvex(const btConvexShape& shape, const btTransform& worldFromShape, Pen& pen)
{
	constexpr int kSides = 32;
	for (int axis = 0; axis < 3; ++axis)
	{
		const auto touched = [&](int side)
		{
			const double angle = 2.0 * ambient::kPi * (side % kSides) / kSides;
			const Vector3 direction = ambient::portable::cos(angle) * Vector3::Unit((axis + 1) % 3) +
			                          ambient::portable::sin(angle) * Vector3::Unit((axis + 2) % 3);
			return btFluidVector(worldFromShape * shape.localGetSupportingVertex(btFluidVector(direction)));
		};
		for (int side = 0; side < kSides; ++side) pen.line(touched(side), touched(side + 1));
	}
}

void drawSolid(const btCollisionShape& shape, const btTransform& worldFromShape, Pen& pen)
{
	if (shape.getShapeType() == BOX_SHAPE_PROXYTYPE)
	{
		const btVector3 half = static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin();
		pen.box(-half, half, worldFromShape);
	}
	else if (shape.isConvex())
		drawConvex(static_cast<const btConvexShape&>(shape), worldFromShape, pen);
	else if (shape.isCompound())
	{
		const auto& compound = static_cast<const btCompoundShape&>(shape);
		for (int i = 0; i < compound.getNumChildShapes(); ++i)
			drawSolid(*compound.getChildShape(i), worldFromShape * compound.getChildTransform(i), pen);
	}
}

/// Working data of drawing one body.
class BodyDrawing
{
public:
	BodyDrawing(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
	            const btFluidDebugDrawOptions& options, btIDebugDraw& drawer)
		: m_motion(motion),
		  m_model(*motion.body().model),
		  m_options(options),
		  m_drawer(drawer),
		  m_worldFromBody(state.worldFromBody),
		  m_worldFromMesh(state.worldFromBody * motion.body().bodyFromMesh),
		  m_at(motion, state),
		  m_readout(readOut(motion, m_at, momentumInMedium(motion, m_at, state)))
	{
		const ambient::Twist relative = motion.relativeTwist(m_at, momentumInMedium(motion, m_at, state));
		m_flow = motion.fluid().relativeFlow(m_at.fluid(), 0, relative, motion.gravity());
	}

	void drawWhatTheFluidDoes() const
	{
		if (m_options.m_flags & BT_FLUID_DRAW_FORCES) drawForces();
		if (m_options.m_flags & BT_FLUID_DRAW_SLIP_VELOCITY) drawSlipVelocity();
		if (m_options.m_flags & BT_FLUID_DRAW_SEPARATION_LINE) drawSeparationLine();
		if (m_options.m_flags & BT_FLUID_DRAW_ADDED_MASS) drawAddedMass();
		if (m_options.m_flags & BT_FLUID_DRAW_WINGS) drawWings();
		if (m_options.m_flags & BT_FLUID_DRAW_CENTER_OF_BUOYANCY)
			Pen(m_drawer, kBluishGreen).cross(m_readout.centerOfBuoyancy, crossSize());
	}

	void drawWhatTheBodyHas() const
	{
		const Vector3& center = m_worldFromBody.position;
		if (m_options.m_flags & BT_FLUID_DRAW_CENTER_OF_MASS) Pen(m_drawer, kGrey).cross(center, crossSize());
		if (m_options.m_flags & BT_FLUID_DRAW_VELOCITY)
			Pen(m_drawer, kReddishPurple).arrow(center, double(m_options.m_velocityScale) * m_readout.twist.linear);
		if (m_options.m_flags & BT_FLUID_DRAW_WEIGHT) drawForce(m_readout.weight, rgb(kGrey));
	}

	bool isWet() const { return m_at.medium().density > 0.0; }

private:
	double crossSize() const { return 0.2 * m_model.length(); }

	double metrePerNewton() const
	{
		return double(m_options.m_forceScale) * m_model.length() / (9.81 * m_motion.body().mass());
	}

	void drawForce(const ambient::TermReadout& term, const btVector3& color) const
	{
		Pen(m_drawer, color).arrow(m_worldFromBody.position, metrePerNewton() * term.wrench.linear);
	}

	void drawForces() const
	{
		for (int i = 0; i < m_readout.termCount; ++i)
			if (m_options.m_terms & (1u << i)) drawForce(m_readout.terms[size_t(i)], btFluidTermColor(i));
		if (m_options.m_terms & btFluidPowerLimitBit()) drawForce(m_readout.powerLimit, rgb(kGrey));
	}

	void drawSlipVelocity() const
	{
		ambient::SurfaceField field;
		fillSurfaceField(m_model, m_flow, field);
		const ambient::Quaternion& q = m_worldFromMesh.orientation;
		Pen pen(m_drawer, kYellow);
		for (int f = 0; f < m_model.faces().size(); ++f)
		{
			if (m_flow.faces && m_flow.faces->wettedFraction[size_t(f)] == 0.0) continue;  // dry
			const Vector3 slip = double(m_options.m_velocityScale) * field.slipVelocity[size_t(f)];
			const Vector3 side = m_model.faces().normal(f).cross(slip.normalized());
			if (slip.squaredNorm() > 0.0)
				pen.flatArrow(m_worldFromMesh * m_model.faces().centroid(f), q * slip, q * side);
		}
	}

	void drawSeparationLine() const
	{
		Pen pen(m_drawer, kVermillion);
		for (const std::array<Vector3, 2>& piece : separationLine(m_model, m_flow))
			pen.line(m_worldFromMesh * piece[0], m_worldFromMesh * piece[1]);
	}

	void drawWings() const
	{
		if (btFluidTermBit(m_motion.fluid().forces(), "surface_pressure") == 0) return;
		const std::vector<ambient::WingCellForce> cells = ambient::wingForces(m_model, m_flow);
		double area = 0.0;
		for (const ambient::WingCellForce& cell : cells) area += cell.area;
		for (const ambient::WingCellForce& cell : cells)
		{
			const double scale = 0.1 * metrePerNewton() * area / cell.area;
			const Vector3 from = m_worldFromMesh * cell.position;
			const auto draw = [&](const Vector3& force, Color color)
			{ Pen(m_drawer, color).arrow(from, scale * (m_worldFromMesh.orientation * force)); };
			draw(cell.lift, kSkyBlue);
			draw(cell.suction, kVermillion);
			draw(cell.lee, kYellow);
		}
	}

	void drawAddedMass() const
	{
		const ambient::Matrix6 added = m_at.inertia().inertia.matrix() - m_motion.body().bodyInertia.matrix();
		const ambient::Matrix3 ofTranslation = added.bottomRightCorner<3, 3>();
		const Eigen::SelfAdjointEigenSolver<ambient::Matrix3> principal(ofTranslation);
		const double largest = principal.eigenvalues()[2];
		if (!(largest > 0.0)) return;
		const double metrePerKilogram = 0.5 * m_model.length() * double(m_options.m_addedMassScale) / largest;
		Vector3 halfAxis[3];
		for (int k = 0; k < 3; ++k)
			halfAxis[k] = m_worldFromBody.orientation * Vector3(principal.eigenvectors().col(k)) *
			              (metrePerKilogram * principal.eigenvalues()[k]);
		Pen pen(m_drawer, kBlue);
		for (int k = 0; k < 3; ++k) pen.ellipse(m_worldFromBody.position, halfAxis[k], halfAxis[(k + 1) % 3]);
	}

	const ambient::KirchhoffMotion& m_motion;
	const ambient::FluidBodyModel& m_model;
	const btFluidDebugDrawOptions& m_options;
	btIDebugDraw& m_drawer;
	ambient::Pose m_worldFromBody;
	ambient::Pose m_worldFromMesh;
	ambient::EvaluationAt m_at;
	ambient::FluidReadout m_readout;
	ambient::RelativeFlow m_flow;  ///< refers to m_at
};
}  // namespace

unsigned btFluidTermBit(const ambient::ForceSet& forces, const char* name)
{
	for (int i = 0; i < forces.size(); ++i)
		if (forces.force(i).name() == name) return 1u << i;
	return std::string("power_limit") == name ? btFluidPowerLimitBit() : 0u;
}

btVector3 btFluidTermColor(int term) { return rgb(term < kGrey ? term : kGrey); }

void btFluidDrawBody(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
                     const btFluidDebugDrawOptions& options, btIDebugDraw& drawer)
{
	if (options.m_flags == 0 || !state.isFinite()) return;
	const BodyDrawing drawing(motion, state, options, drawer);
	if (drawing.isWet()) drawing.drawWhatTheFluidDoes();
	drawing.drawWhatTheBodyHas();
}

void btFluidDrawRegion(const btFluidRegion& region, btIDebugDraw& drawer)
{
	Pen pen(drawer, region.isEnabled() ? kBlue : kGrey);
	if (const btCollisionObject* object = region.getCollisionObject())
		return drawSolid(*object->getCollisionShape(), object->getWorldTransform(), pen);
	btVector3 low, high;
	region.getAabb(low, high);
	pen.box(low, high, btTransform::getIdentity());
}
