// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CouplingKernelLoops.h"

namespace ambient {

template struct HatTables<float>;
template struct CurrentPoints<float>;
template void addPairBlock<float>(const CurrentPoints<float>&, const CurrentPoints<float>&, const Vector3&, double,
                                  KernelBuffers<float>&, Eigen::Ref<Eigen::MatrixXd>);
template PairForce pairForce<float>(const CurrentPoints<float>&, const CurrentPoints<float>&,
                                    const std::array<std::vector<float>, 3>&, const std::array<std::vector<float>, 3>&,
                                    const Vector3&, KernelBuffers<float>&);

} // namespace ambient
