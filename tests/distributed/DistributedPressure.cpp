// SPDX-License-Identifier: Zlib
// The pressure's equation of ambient::ResolvedProjection on several processes, each with a slab of the box:
//     mpirun -n 2 ambient-distributed-pressure CELLS DENSITY amg|pfmg
// Five free balls of a density over the fluid's. Conjugate gradients of our own with one halo of each slab and one sum
// of six numbers per body in each iteration; the preconditioner is one cycle of hypre on the equation without the
// bodies' terms. Prints iterations, the recomputed residual and times.
#include "HyprePreconditioners.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace distributed {
namespace {

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
} // namespace distributed

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int cells = argc > 1 ? std::atoi(argv[1]) : 32;
    const double density = argc > 2 ? std::atof(argv[2]) : 1.0;
    const std::string kind = argc > 3 ? argv[3] : "amg";
    int code = 0;
    if (cells < 16 || cells > 512 || !(density > 0.0) || (kind != "amg" && kind != "pfmg")) {
        std::fprintf(stderr,
                     "usage: ambient-distributed-pressure CELLS DENSITY amg|pfmg, with 16 to 512 cells a side\n");
        code = 2;
    } else {
        HYPRE_Init();
        distributed::run(cells, density, kind);
        HYPRE_Finalize();
    }
    MPI_Finalize();
    return code;
}
