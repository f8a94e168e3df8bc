// SPDX-License-Identifier: Zlib
// The pressure's equation of ambient::ResolvedProjection on several processes, each with a slab of the box:
//     mpirun -n 2 ambient-distributed-pressure CELLS DENSITY amg|pfmg
// Five free balls of a density over the fluid's. Conjugate gradients of our own with one halo of each slab and one sum of
// six numbers per body in each iteration; the preconditioner is one cycle of hypre on the equation without the bodies'
// terms. Prints iterations, the recomputed residual and times.
#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>
#include <HYPRE_struct_ls.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using Vec = std::array<double, 3>;
using Field = std::vector<double>;

constexpr double kRadius = 0.13;
const Vec kPlaces[] = {{0.27, 0.3, 0.3}, {0.73, 0.3, 0.33}, {0.3, 0.7, 0.3}, {0.7, 0.72, 0.68}, {0.3, 0.3, 0.75}};
constexpr int kBodies = 5;

/// Layers first to last - 1 of a box of n^3 cells, with one layer of the neighbours on either side.
struct Slab {
    int n, first, last;

    int layers() const { return last - first; }
    std::size_t layer() const { return std::size_t(n) * std::size_t(n); }
    std::size_t size() const { return layer() * std::size_t(layers() + 2); }
    std::size_t at(int i, int j, int k) const {
        return std::size_t(i) + std::size_t(n) * (std::size_t(j) + std::size_t(n) * std::size_t(k - first + 1));
    }
    bool owns(int k) const { return k >= first && k < last; }
};

/// A face that a ball covers in part or whole.
struct Covered {
    std::size_t low, high;
    bool lowIsOurs, highIsOurs;
    int axis, body;
    double share;
    Vec arm;
};

/// Share of a face that lies in a ball.
double coveredShare(const Vec& face, const Vec& center, double h) {
    Vec arm;
    double square = 0.0, sum = 0.0;
    for (std::size_t a = 0; a < 3; ++a) {
        arm[a] = face[a] - center[a];
        square += arm[a] * arm[a];
        sum += std::abs(arm[a]);
    }
    const double length = std::sqrt(square);
    const double fluid = std::clamp(0.5 + (length - kRadius) / (h * sum / length), 0.0, 1.0);
    return fluid < 0.02 ? 1.0 : 1.0 - fluid;
}

/// The equation on one slab: walls at all sides but the top, which is open.
class Equation {
  public:
    Equation(const Slab& slab, double density) : m_slab(slab), m_h(1.0 / slab.n) {
        for (Field& weights : m_weights)
            weights.assign(slab.size() + slab.layer(), 1.0);
        for (int body = 0; body < kBodies; ++body)
            cover(body);
        const double volume = 4.0 / 3.0 * 3.14159265358979 * kRadius * kRadius * kRadius;
        m_perMass = 1.0 / (density * volume);
        m_perInertia = m_perMass / (0.4 * kRadius * kRadius);
    }

    const Slab& slab() const { return m_slab; }

    /// Seven numbers of the row of a cell: diagonal, then -x, +x, -y, +y, -z, +z. A closed cell has a 1 alone.
    std::array<double, 7> row(int i, int j, int k) const {
        std::array<double, 7> numbers{};
        const int index[] = {i, j, k};
        for (int side = 0; side < 6; ++side) {
            const int axis = side / 2, high = side % 2;
            if (index[axis] == (high ? m_slab.n - 1 : 0)) {
                if (side == 5) numbers[0] += 2.0; // open
                continue;
            }
            const double weight = m_weights[std::size_t(axis)][m_slab.at(i, j, k) + (high ? stride(axis) : 0)];
            numbers[std::size_t(1 + side)] = -weight;
            numbers[0] += weight;
        }
        if (numbers[0] == 0.0) numbers[0] = 1.0;
        return numbers;
    }

    /// y = A x. The neighbours' layers of x are exchanged.
    void apply(Field& x, Field& y) const {
        exchange(x);
        forEachCell([&](std::size_t c, int i, int j, int k) {
            const std::array<double, 7> a = row(i, j, k);
            double sum = a[0] * x[c];
            for (int side = 0; side < 6; ++side)
                if (a[std::size_t(1 + side)] != 0.0)
                    sum += a[std::size_t(1 + side)] * x[side % 2 ? c + stride(side / 2) : c - stride(side / 2)];
            y[c] = sum;
        });
        std::array<double, 6 * kBodies> impulses{};
        for (const Covered& face : m_covered) {
            if (!face.highIsOurs) continue; // the other slab counts it
            const double push = face.share * (x[face.low] - x[face.high]);
            addPush(&impulses[std::size_t(6 * face.body)], push, face);
        }
        MPI_Allreduce(MPI_IN_PLACE, impulses.data(), int(impulses.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (std::size_t n = 0; n < impulses.size(); ++n)
            impulses[n] *= n % 6 < 3 ? m_perMass : m_perInertia;
        addFluxes(impulses.data(), m_h * m_h * m_h, y);
    }

    /// y += fluxes of the bodies' motions through their faces.
    void addFluxes(const double* motions, double factor, Field& y) const {
        for (const Covered& face : m_covered) {
            const double* const m = motions + 6 * face.body;
            const std::size_t a = std::size_t(face.axis), b = (a + 1) % 3, c = (a + 2) % 3;
            const double flux = factor * face.share * (m[a] + m[3 + b] * face.arm[c] - m[3 + c] * face.arm[b]);
            if (face.lowIsOurs) y[face.low] += flux;
            if (face.highIsOurs) y[face.high] -= flux;
        }
    }

    double dot(const Field& a, const Field& b) const {
        double sum = 0.0;
        forEachCell([&](std::size_t c, int, int, int) { sum += a[c] * b[c]; });
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        return sum;
    }

    template <class Function>
    void forEachCell(const Function& function) const {
        for (int k = m_slab.first; k < m_slab.last; ++k)
            for (int j = 0; j < m_slab.n; ++j)
                for (int i = 0; i < m_slab.n; ++i)
                    function(m_slab.at(i, j, k), i, j, k);
    }

  private:
    std::size_t stride(int axis) const {
        return axis == 0 ? 1 : axis == 1 ? std::size_t(m_slab.n) : m_slab.layer();
    }

    static void addPush(double* sum, double push, const Covered& face) {
        const std::size_t a = std::size_t(face.axis), b = (a + 1) % 3, c = (a + 2) % 3;
        sum[a] += push;
        sum[3 + b] += push * face.arm[c];
        sum[3 + c] -= push * face.arm[b];
    }

    void cover(int body) {
        const Vec& center = kPlaces[body];
        for (int axis = 0; axis < 3; ++axis)
            for (int k = std::max(m_slab.first, axis == 2 ? 1 : 0); k < m_slab.last + (axis == 2 ? 1 : 0); ++k)
                for (int j = axis == 1 ? 1 : 0; j < m_slab.n; ++j)
                    for (int i = axis == 0 ? 1 : 0; i < m_slab.n; ++i) {
                        if (k >= m_slab.n) continue;
                        Vec point = {(i + 0.5) * m_h, (j + 0.5) * m_h, (k + 0.5) * m_h};
                        point[std::size_t(axis)] -= 0.5 * m_h;
                        const double share = coveredShare(point, center, m_h);
                        if (!(share > 0.0)) continue;
                        const std::size_t high = m_slab.at(i, j, k);
                        m_weights[std::size_t(axis)][high] -= share;
                        const Vec arm = {point[0] - center[0], point[1] - center[1], point[2] - center[2]};
                        m_covered.push_back({high - stride(axis), high, m_slab.owns(axis == 2 ? k - 1 : k),
                                             m_slab.owns(k), axis, body, share, arm});
                    }
    }

    void exchange(Field& x) const {
        int rank, ranks;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        const int below = rank > 0 ? rank - 1 : MPI_PROC_NULL, above = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
        const int count = int(m_slab.layer());
        double* const bottom = &x[m_slab.at(0, 0, m_slab.first)];
        double* const top = &x[m_slab.at(0, 0, m_slab.last - 1)];
        MPI_Sendrecv(top, count, MPI_DOUBLE, above, 0, bottom - count, count, MPI_DOUBLE, below, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(bottom, count, MPI_DOUBLE, below, 1, top + count, count, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }

    Slab m_slab;
    double m_h, m_perMass, m_perInertia;
    std::array<Field, 3> m_weights; ///< of the fluid, on the low face of each cell
    std::vector<Covered> m_covered;
};

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

/// Conjugate gradients. \returns iterations
int solve(const Equation& equation, Preconditioner& preconditioner, const Field& right, Field& x) {
    Field residual = right, better(right.size(), 0.0), applied(right.size(), 0.0);
    const double size = equation.dot(right, right);
    preconditioner.apply(residual, better);
    Field direction = better;
    double gain = equation.dot(residual, better);
    int iterations = 0;
    while (iterations < 400 && equation.dot(residual, residual) > 1e-12 * size) {
        equation.apply(direction, applied);
        const double step = gain / equation.dot(direction, applied);
        equation.forEachCell([&](std::size_t c, int, int, int) {
            x[c] += step * direction[c];
            residual[c] -= step * applied[c];
        });
        preconditioner.apply(residual, better);
        const double next = equation.dot(residual, better), keep = next / gain;
        gain = next;
        equation.forEachCell([&](std::size_t c, int, int, int) { direction[c] = better[c] + keep * direction[c]; });
        ++iterations;
    }
    return iterations;
}

void run(int cells, double density, const std::string& kind) {
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const Equation equation({cells, cells * rank / ranks, cells * (rank + 1) / ranks}, density);
    const double begin = MPI_Wtime();
    std::unique_ptr<Preconditioner> preconditioner;
    if (kind == "pfmg")
        preconditioner = std::make_unique<Pfmg>(equation);
    else
        preconditioner = std::make_unique<Amg>(equation);
    const double ready = MPI_Wtime();
    Field right(equation.slab().size(), 0.0), x = right, check = right;
    double motions[6 * kBodies];
    for (int n = 0; n < 6 * kBodies; ++n)
        motions[n] = std::sin(1.0 + 2.0 * n);
    equation.addFluxes(motions, 1.0, right);
    const int iterations = solve(equation, *preconditioner, right, x);
    const double end = MPI_Wtime();
    equation.apply(x, check);
    equation.forEachCell([&](std::size_t c, int, int, int) { check[c] -= right[c]; });
    const double residual = std::sqrt(equation.dot(check, check) / equation.dot(right, right));
    if (rank == 0)
        std::printf("%d processes, %d cells a side, density %g, %s: %d iterations, residual %.1e, set-up %.3f s, solve "
                    "%.3f s\n",
                    ranks, cells, density, kind.c_str(), iterations, residual, ready - begin, end - ready);
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int cells = argc > 1 ? std::atoi(argv[1]) : 32;
    const double density = argc > 2 ? std::atof(argv[2]) : 1.0;
    const std::string kind = argc > 3 ? argv[3] : "amg";
    int code = 0;
    if (cells < 16 || cells > 512 || !(density > 0.0) || (kind != "amg" && kind != "pfmg")) {
        std::fprintf(stderr, "usage: ambient-distributed-pressure CELLS DENSITY amg|pfmg, with 16 to 512 cells a side\n");
        code = 2;
    } else {
        HYPRE_Init();
        run(cells, density, kind);
        HYPRE_Finalize();
    }
    MPI_Finalize();
    return code;
}
