// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CouplingKernelLoops.h"

namespace ambient {

template struct HatTables<double>;
template struct CurrentPoints<double>;
template void addPairBlock<double>(const CurrentPoints<double>&, const CurrentPoints<double>&, const Vector3&, double,
                                   KernelBuffers<double>&, Eigen::Ref<Eigen::MatrixXd>);
template PairForce pairForce<double>(const CurrentPoints<double>&, const CurrentPoints<double>&,
                                     const std::array<std::vector<double>, 3>&,
                                     const std::array<std::vector<double>, 3>&, const Vector3&, KernelBuffers<double>&);

} // namespace ambient
