// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/IntegratorOptions.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/LoadHistory.h"
#include "AmbientFluid/Math/SymmetricEigen.h"

#include <algorithm>
#include <optional>

namespace ambient {

/// Linear drag D of a body of inertia K, by its modes: D x = rate K x, the x orthonormal in the metric K. About the
/// centre of mass, body axes.
class DragModes {
  public:
    /// \param damping D, symmetric, positive semidefinite \param inertia K, positive definite
    DragModes(const Matrix6& damping, const Matrix6& inertia);

    double fastest() const { return m_modes.values[5]; } ///< largest rate [1/s]
    const Matrix6& damping() const { return m_damping; } ///< D
    /// f(-h D K^-1) applied to a momentum, f a function of each mode's h rate.
    template <class Function>
    Vector6 ofMomentum(double h, const Vector6& momentum, Function f) const {
        return m_inertia * ofTwist(h, momentum, f);
    }
    /// K^-1 times ofMomentum().
    template <class Function>
    Vector6 ofTwist(double h, const Vector6& momentum, Function f) const {
        Vector6 sizes = m_modes.vectors.transpose() * momentum;
        for (int k = 0; k < 6; ++k)
            sizes[k] *= f(h * std::max(m_modes.values[k], 0.0));
        return m_modes.vectors * sizes;
    }

  private:
    Matrix6 m_damping, m_inertia;
    SymmetricEigen<6> m_modes;
};

/// The modes of the drag of a body if one decays by more than a factor e over a step: the drag is then stiff. Costs a
/// product of two matrices if the viscosity is small, and the modes only if the drag may be stiff.
/// \param momentum as FluidBodyState::momentum
std::optional<DragModes> stiffDrag(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum,
                                   double duration);

/// Whether stiffDrag() may find stiff drag at any momentum; if not, the answer holds for as long as K, the medium and
/// the step are the same.
bool mayBeStiff(const KirchhoffMotion& motion, const Evaluation& at, double duration);

/// integrate() with the answer of stiffDrag() for `state` and the whole duration, which the adaptive method needs.
IntegrationReport integrate(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                            const IntegratorOptions& options, const std::optional<DragModes>& drag,
                            LoadHistory* history, MotionBuffers& buffers);

/// One step of a second-order exponential Runge-Kutta rule (ETD2RK) [Cox2002, eqs. 20 to 22], with the linear drag D
/// of DragModes and all other loads f as the rest:
///     mu_p = mu + h phi_1 f,   mu_1 = mu_p + h phi_2 (f_p + D Y_p - f - D Y),   phi at -h D K^-1
/// and the pose moves with the mean of the twist, Y + h K^-1 phi_2 f + (Y_1 - Y_p)/3. Of second order for any D; exact
/// for linear drag under a constant load, of any stiffness.
struct ExponentialStep {
    FluidBodyState end;
    Vector6 change; ///< mu_1 - mu_p in body axes: the error of the first-order step
    Vector6 error;  ///< change of the mean twist by the second stage
};

/// \param loads at the start, with the user's \param buffer receives the evaluation of the second stage
ExponentialStep exponentialStep(const KirchhoffMotion& motion, const DragModes& drag, const FluidBodyState& start,
                                const Loads& loads, double h, const Wrench& user, Evaluation& buffer);

/// Impulse of a load over `h` [s] by the linearly implicit Euler rule, h (1 + h D K^-1)^-1 load: stable for any
/// stiffness. The impulses of all loads add up to zero at the velocity at which the loads do. World axes.
Momentum implicitImpulse(const DragModes& drag, const Evaluation& at, const Wrench& load, double h);

} // namespace ambient
