// SPDX-License-Identifier: Zlib
#pragma once

#include "DistributedEquation.h"

#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include <HYPRE_struct_ls.h>

namespace distributed {

/// One cycle of a solver of hypre on the equation without the bodies' terms.
class Preconditioner {
  public:
    virtual ~Preconditioner() = default;
    virtual void apply(const Field& from, Field& to) = 0;
};

/// Algebraic multigrid.
class Amg final : public Preconditioner {
  public:
    explicit Amg(const Equation& equation) : m_equation(equation) {
        const Slab& slab = equation.slab();
        const HYPRE_BigInt layer = HYPRE_BigInt(slab.layer());
        const HYPRE_BigInt low = slab.first * layer, high = slab.last * layer - 1;
        HYPRE_IJMatrixCreate(MPI_COMM_WORLD, low, high, low, high, &m_matrix);
        HYPRE_IJMatrixSetObjectType(m_matrix, HYPRE_PARCSR);
        HYPRE_IJMatrixInitialize(m_matrix);
        equation.forEachCell([&](std::size_t, int i, int j, int k) {
            const std::array<double, 7> numbers = equation.row(i, j, k);
            const HYPRE_BigInt own = i + slab.n * (j + HYPRE_BigInt(slab.n) * k);
            const HYPRE_BigInt steps[] = {0, -1, 1, -slab.n, slab.n, -layer, layer};
            HYPRE_BigInt columns[7];
            double values[7];
            HYPRE_Int count = 0;
            for (std::size_t n = 0; n < 7; ++n) {
                if (numbers[n] == 0.0) continue;
                columns[count] = own + steps[n];
                values[count++] = numbers[n];
            }
            HYPRE_BigInt rowNumber = own;
            HYPRE_IJMatrixSetValues(m_matrix, 1, &count, &rowNumber, columns, values);
        });
        HYPRE_IJMatrixAssemble(m_matrix);
        for (HYPRE_IJVector* vector : {&m_right, &m_left}) {
            HYPRE_IJVectorCreate(MPI_COMM_WORLD, low, high, vector);
            HYPRE_IJVectorSetObjectType(*vector, HYPRE_PARCSR);
            HYPRE_IJVectorInitialize(*vector);
        }
        for (HYPRE_BigInt number = low; number <= high; ++number)
            m_numbers.push_back(number);
        HYPRE_BoomerAMGCreate(&m_solver);
        HYPRE_BoomerAMGSetMaxIter(m_solver, 1);
        HYPRE_BoomerAMGSetTol(m_solver, 0.0);
        HYPRE_BoomerAMGSetCoarsenType(m_solver, 8); // PMIS
        HYPRE_BoomerAMGSetInterpType(m_solver, 6);
        HYPRE_BoomerAMGSetRelaxType(m_solver, 6); // symmetric hybrid Gauss-Seidel
        HYPRE_BoomerAMGSetStrongThreshold(m_solver, 0.25);
        load(m_right, Field(slab.size(), 0.0));
        HYPRE_BoomerAMGSetup(m_solver, parcsr(), vectorOf(m_right), vectorOf(m_left));
    }
    ~Amg() override {
        HYPRE_BoomerAMGDestroy(m_solver);
        HYPRE_IJMatrixDestroy(m_matrix);
        HYPRE_IJVectorDestroy(m_right);
        HYPRE_IJVectorDestroy(m_left);
    }

    void apply(const Field& from, Field& to) override {
        load(m_right, from);
        load(m_left, Field(from.size(), 0.0));
        HYPRE_BoomerAMGSolve(m_solver, parcsr(), vectorOf(m_right), vectorOf(m_left));
        const std::size_t skipped = m_equation.slab().layer();
        HYPRE_IJVectorGetValues(m_left, HYPRE_Int(m_numbers.size()), m_numbers.data(), to.data() + skipped);
    }

  private:
    void load(HYPRE_IJVector vector, const Field& field) {
        HYPRE_IJVectorSetValues(vector, HYPRE_Int(m_numbers.size()), m_numbers.data(),
                                field.data() + m_equation.slab().layer());
        HYPRE_IJVectorAssemble(vector);
    }
    HYPRE_ParCSRMatrix parcsr() {
        void* object = nullptr;
        HYPRE_IJMatrixGetObject(m_matrix, &object);
        return static_cast<HYPRE_ParCSRMatrix>(object);
    }
    static HYPRE_ParVector vectorOf(HYPRE_IJVector vector) {
        void* object = nullptr;
        HYPRE_IJVectorGetObject(vector, &object);
        return static_cast<HYPRE_ParVector>(object);
    }

    const Equation& m_equation;
    HYPRE_IJMatrix m_matrix;
    HYPRE_IJVector m_right, m_left;
    HYPRE_Solver m_solver;
    std::vector<HYPRE_BigInt> m_numbers;
};

/// Geometric multigrid on the box.
class Pfmg final : public Preconditioner {
  public:
    explicit Pfmg(const Equation& equation) : m_equation(equation) {
        const Slab& slab = equation.slab();
        HYPRE_Int low[] = {0, 0, slab.first}, high[] = {slab.n - 1, slab.n - 1, slab.last - 1};
        std::copy(low, low + 3, m_low);
        std::copy(high, high + 3, m_high);
        HYPRE_StructGridCreate(MPI_COMM_WORLD, 3, &m_grid);
        HYPRE_StructGridSetExtents(m_grid, m_low, m_high);
        HYPRE_StructGridAssemble(m_grid);
        HYPRE_StructStencilCreate(3, 7, &m_stencil);
        HYPRE_Int offsets[7][3] = {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
        for (HYPRE_Int n = 0; n < 7; ++n)
            HYPRE_StructStencilSetElement(m_stencil, n, offsets[n]);
        HYPRE_StructMatrixCreate(MPI_COMM_WORLD, m_grid, m_stencil, &m_matrix);
        HYPRE_StructMatrixInitialize(m_matrix);
        Field values;
        equation.forEachCell([&](std::size_t, int i, int j, int k) {
            for (const double number : equation.row(i, j, k))
                values.push_back(number);
        });
        HYPRE_Int entries[] = {0, 1, 2, 3, 4, 5, 6};
        HYPRE_StructMatrixSetBoxValues(m_matrix, m_low, m_high, 7, entries, values.data());
        HYPRE_StructMatrixAssemble(m_matrix);
        for (HYPRE_StructVector* vector : {&m_right, &m_left}) {
            HYPRE_StructVectorCreate(MPI_COMM_WORLD, m_grid, vector);
            HYPRE_StructVectorInitialize(*vector);
        }
        HYPRE_StructPFMGCreate(MPI_COMM_WORLD, &m_solver);
        HYPRE_StructPFMGSetMaxIter(m_solver, 1);
        HYPRE_StructPFMGSetTol(m_solver, 0.0);
        HYPRE_StructPFMGSetRelaxType(m_solver, 2); // symmetric red-black Gauss-Seidel
        HYPRE_StructPFMGSetNumPreRelax(m_solver, 1);
        HYPRE_StructPFMGSetNumPostRelax(m_solver, 1);
        HYPRE_StructPFMGSetup(m_solver, m_matrix, m_right, m_left);
    }
    ~Pfmg() override {
        HYPRE_StructPFMGDestroy(m_solver);
        HYPRE_StructMatrixDestroy(m_matrix);
        HYPRE_StructVectorDestroy(m_right);
        HYPRE_StructVectorDestroy(m_left);
        HYPRE_StructStencilDestroy(m_stencil);
        HYPRE_StructGridDestroy(m_grid);
    }

    void apply(const Field& from, Field& to) override {
        const std::size_t skipped = m_equation.slab().layer();
        HYPRE_StructVectorSetBoxValues(m_right, m_low, m_high, const_cast<double*>(from.data() + skipped));
        HYPRE_StructVectorSetConstantValues(m_left, 0.0);
        HYPRE_StructPFMGSolve(m_solver, m_matrix, m_right, m_left);
        HYPRE_StructVectorGetBoxValues(m_left, m_low, m_high, to.data() + skipped);
    }

  private:
    const Equation& m_equation;
    HYPRE_Int m_low[3], m_high[3];
    HYPRE_StructGrid m_grid;
    HYPRE_StructStencil m_stencil;
    HYPRE_StructMatrix m_matrix;
    HYPRE_StructVector m_right, m_left;
    HYPRE_StructSolver m_solver;
};

} // namespace distributed
