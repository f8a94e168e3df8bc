// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_GRID_ACTUATOR_H
#define BT_FLUID_GRID_ACTUATOR_H

#include "AmbientFluid/Dynamics/Evaluation.h"
#include "AmbientFluidGrid/GridBlob.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"

#include <cstdint>
#include <vector>

class btFluidAction;
class btFluidBody;
class btFluidStateReader;
class btFluidStateWriter;

/// What a rigid body, or one link of a multi-body, exchanges with the water of a btFluidGrid.
struct btFluidGridActuator
{
	double m_diameter = 0.0;                                       ///< [m]
	ambient::Vector3 m_center = ambient::Vector3::Zero();          ///< of volume, world frame [m]
	ambient::Vector3 m_centerOfMass = ambient::Vector3::Zero();    ///< world frame [m]
	ambient::Vector3 m_impulse = ambient::Vector3::Zero();         ///< since the last step of the grid
	ambient::Vector3 m_angularImpulse = ambient::Vector3::Zero();  ///< the same, about the centre of mass
	ambient::Wrench m_wrench;                              ///< of dissipative forces at the end of the last step
	ambient::Vector3 m_force = ambient::Vector3::Zero();   ///< of the last step of the grid
	double m_speed = 0.0;                                  ///< largest relative to the flow, since the grid's step
	ambient::Vector3 m_stream = ambient::Vector3::Zero();  ///< to be given to the body [m/s]
	ambient::Vector3 m_acceleration = ambient::Vector3::Zero();  ///< of the flow, to be given to the body [m/s^2]
	ambient::GridBlob m_blob;                                    ///< over which the grid has the force, and is read
	bool m_isInGrid = false;                                     ///< in the last step of the grid
	bool m_isReported = false;                                   ///< whether the log has its size, too large or small
	bool m_hasWrench = false;                                    ///< whether m_wrench is that of a step

	/// Writes what the next step needs of this one.
	void save(btFluidStateWriter& out) const;
	/// Reads what save() wrote.
	void load(btFluidStateReader& in);
};

/// The actuators of one wet body: one of a rigid body, one for each wet link of a multi-body.
class btFluidGridBody
{
public:
	virtual ~btFluidGridBody() = default;
	/// Whether the body takes part: it is healthy, in the world, and in a uniform medium.
	virtual bool isPresent() const = 0;
	/// Sets m_center and m_centerOfMass.
	virtual void locate() = 0;
	/// Adds the impulse of drag, lift and friction over the last step of the world, and takes note of speeds.
	/// \param mediumVelocity of the fluid's medium [m/s]
	virtual void noteImpulses(double timeStep, const ambient::Vector3& mediumVelocity) = 0;
	/// Gives the body m_stream and, for the time of a step of the grid, the pressure of a flow with m_acceleration.
	/// The body has not moved since locate().
	virtual void giveFlow(double duration, const ambient::Vector3& mediumVelocity) = 0;
	/// btFluidNumbered::getNumber() of the btFluidBody or btFluidMultiBody.
	virtual std::uint64_t wetNumber() const = 0;
	/// Words for messages.
	virtual std::string name(int part) const = 0;
	/// Actuator of a link; null for a dry one. \param link 0: the base, or a rigid body
	const btFluidGridActuator* find(int link) const;

	std::vector<btFluidGridActuator> m_parts;  ///< one of a rigid body, one for each wet link of a multi-body

protected:
	std::vector<int> m_links;  ///< of each part
};

/// A wet rigid body in a grid.
class btFluidGridRigidBody final : public btFluidGridBody
{
public:
	/// Both outlive this object. \param number by order of addition to the fluid
	btFluidGridRigidBody(btFluidAction& fluid, const btFluidBody& wet, int number);
	bool isPresent() const override;
	void locate() override;
	void noteImpulses(double timeStep, const ambient::Vector3& mediumVelocity) override;
	void giveFlow(double duration, const ambient::Vector3& mediumVelocity) override;
	std::uint64_t wetNumber() const override { return m_wetNumber; }
	std::string name(int part) const override;

private:
	void push(double duration);

	btFluidAction& m_fluid;
	const btFluidBody& m_wet;
	int m_number;
	std::uint64_t m_wetNumber;
	ambient::Evaluation m_evaluation;
};

/// The wet links of a multi-body in a grid.
///
/// The impulses of the links are those of the dissipative forces by the trapezoidal rule. What their sum lacks of the
/// impulse that the body has taken over the step is shared out by their sizes: so the sum is exact for a free base.
class btFluidGridMultiBody final : public btFluidGridBody
{
public:
	/// \param wet outlives this object \param number by order of addition to the fluid
	btFluidGridMultiBody(btFluidMultiBody& wet, int number);
	bool isPresent() const override;
	void locate() override;
	void noteImpulses(double timeStep, const ambient::Vector3& mediumVelocity) override;
	void giveFlow(double duration, const ambient::Vector3& mediumVelocity) override;
	std::uint64_t wetNumber() const override { return m_wetNumber; }
	std::string name(int part) const override;

private:
	/// Finds the impulses of the flow's pressure from the accelerations of the parts, which are located.
	void findImpulses(double duration);
	void takeSpeeds(const ambient::Vector3& mediumVelocity, bool isNew);

	btFluidMultiBody& m_wet;
	int m_number;
	std::uint64_t m_wetNumber;
	// Given to the links: as btFluidLinkExchange has them.
	std::vector<ambient::Vector3> m_streams;
	std::vector<ambient::Wrench> m_impulses;
};

#endif  // BT_FLUID_GRID_ACTUATOR_H
