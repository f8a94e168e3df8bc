// SPDX-License-Identifier: Zlib
#include "WetMultiBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidCoupling.h"

#include <algorithm>

using namespace ambient;
using namespace ambient::c;

/// Keeps its fluid alive.
struct ambient::c::FluidCoupling {
    FluidCoupling(std::shared_ptr<WorldFluid> in, const btFluidCoupling::btFluidCouplingConstructionInfo& info)
        : fluid(std::move(in)), coupling(fluid->action, info) {
        fluid->world->addAction(&coupling);
        fluid->couplings.push_back(&coupling);
    }
    ~FluidCoupling() {
        fluid->couplings.erase(std::find(fluid->couplings.begin(), fluid->couplings.end(), &coupling));
        fluid->world->removeAction(&coupling);
    }
    FluidCoupling(const FluidCoupling&) = delete;
    FluidCoupling& operator=(const FluidCoupling&) = delete;

    std::shared_ptr<WorldFluid> fluid;
    btFluidCoupling coupling;
};

namespace {

ambient_coupling_options defaultCouplingOptions() {
    const btFluidCoupling::btFluidCouplingConstructionInfo info;
    ambient_coupling_options options{};
    options.struct_size = sizeof options;
    options.drag = AMBIENT_DRAG_MUTUAL;
    options.reach = info.m_reach;
    options.faces = info.m_faces;
    options.degree = info.m_degree;
    return options;
}

btFluidCoupling::btFluidCouplingConstructionInfo infoOf(const ambient_coupling_options* given) {
    const ambient_coupling_options usual = defaultCouplingOptions();
    const ambient_coupling_options options = given ? wholeOf(*given, usual, "ambient_coupling_options") : usual;
    btFluidCoupling::btFluidCouplingConstructionInfo info;
    switch (options.drag) {
    case AMBIENT_DRAG_ALONE:
        info.m_drag = DragInFlow::No;
        break;
    case AMBIENT_DRAG_ONE_WAY:
        info.m_drag = DragInFlow::OneWay;
        break;
    case AMBIENT_DRAG_MUTUAL:
        info.m_drag = DragInFlow::Mutual;
        break;
    default:
        throw std::invalid_argument("ambient_coupling_options: drag " + std::to_string(options.drag) + " is unknown");
    }
    requirePositive(options.reach, "ambient_coupling_options: reach");
    info.m_reach = options.reach;
    info.m_faces = options.faces;
    info.m_degree = options.degree;
    if (info.m_faces < 20 || info.m_degree < 1 || info.m_degree > 8)
        throw std::invalid_argument("ambient_coupling_options: faces must be 20 or more and degree 1 to 8, got " +
                                    std::to_string(info.m_faces) + " and " + std::to_string(info.m_degree));
    return info;
}

/// \throws std::invalid_argument if the address is not that of a wet body of the coupling's fluid
const btRigidBody* coupledBodyOf(const FluidCoupling& coupling, const void* address) {
    requireAddress(address, "rigid_body");
    const auto* const body = static_cast<const btRigidBody*>(address);
    if (!coupling.fluid->action.getFluidBody(body))
        throw std::invalid_argument("rigid_body is no wet body of the coupling's fluid");
    return body;
}

} // namespace

ambient_status ambient_coupling_options_init(ambient_coupling_options* options, size_t struct_size) {
    return guarded([&] {
        giveFields(defaultCouplingOptions(), required(options, "options"), struct_size, "ambient_coupling_options");
    });
}

ambient_status ambient_coupling_create(ambient_fluid* fluid, const ambient_coupling_options* options,
                                       ambient_coupling** coupling) {
    return guarded([&] {
        required(coupling, "coupling");
        *coupling =
            handleOf<ambient_coupling>(std::make_shared<FluidCoupling>(sharedOf(fluid, "fluid"), infoOf(options)));
    });
}

void ambient_coupling_destroy(ambient_coupling* coupling) {
    destroy(coupling, "coupling");
}

ambient_status ambient_coupling_add_wall(ambient_coupling* coupling, const double normal[3], double offset) {
    return guarded([&] {
        btFluidCoupling& to = objectOf(coupling, "coupling").coupling;
        const Vector3 n = requireDirection(vectorOf(&required(normal, "normal")), "normal");
        to.addWall(btFluidVector(n), btFluidFinite(offset, "offset"));
    });
}

ambient_status ambient_coupling_set_coupled(ambient_coupling* coupling, const void* rigid_body, int32_t coupled) {
    return guarded([&] {
        FluidCoupling& to = objectOf(coupling, "coupling");
        to.coupling.setCoupled(coupledBodyOf(to, rigid_body), coupled != 0);
    });
}

ambient_status ambient_coupling_set_multi_body_coupled(ambient_coupling* coupling, const ambient_multi_body* multi_body,
                                                       int32_t coupled) {
    return guarded([&] {
        FluidCoupling& to = objectOf(coupling, "coupling");
        const WetMultiBody& chosen = objectOf(multi_body, "multi_body");
        if (chosen.fluid != to.fluid) throw std::invalid_argument("multi_body is of another fluid than the coupling");
        to.coupling.setCoupled(chosen.body, coupled != 0);
    });
}

ambient_status ambient_coupling_get_wrench(const ambient_coupling* coupling, const void* rigid_body, double wrench[6]) {
    return guarded([&] {
        const FluidCoupling& from = objectOf(coupling, "coupling");
        required(wrench, "wrench");
        copyTo(wrench, from.coupling.getCouplingWrench(coupledBodyOf(from, rigid_body)));
    });
}
