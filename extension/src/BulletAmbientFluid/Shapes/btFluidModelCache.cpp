// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Shapes/btFluidModelCache.h"

#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace
{
constexpr double kLeastDensity = 1.0, kMostDensity = 23000.0;
constexpr double kMostInertiaRatio = 3.0;

/// Raised whenever btFluidMeshBuilder makes other meshes: files of earlier versions then no longer match.
constexpr double kMeshBuilderVersion = 1.0;

/// Adds the version and the precision, to which Bullet's shapes round their sizes.
std::vector<double> fileKeyOf(std::vector<double> key)
{
	key.insert(key.end(), {kMeshBuilderVersion, double(sizeof(btScalar))});
	return key;
}

/// FNV-1a hash of the bytes.
std::uint64_t hashOf(const std::vector<double>& key)
{
	std::uint64_t hash = 14695981039346656037u;
	for (double value : key)
	{
		std::uint64_t bits;
		std::memcpy(&bits, &value, sizeof bits);
		for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (bits >> 8 * byte & 0xff)) * 1099511628211u;
	}
	return hash;
}

constexpr double kNotedMisfit = 0.02;

std::string misfitNote(const btCollisionShape& shape, const ambient::ReducedModel& reduced)
{
	char text[200];
	std::snprintf(
		text, sizeof text,
		"has a model for games or crowds of its %s, whose forces are %.1f %% off (root mean square; at most %.0f %%)",
		btFluidShapeName(shape).c_str(), 100 * reduced.misfit.mean, 100 * reduced.misfit.largest);
	return text;
}
}  // namespace

void btFluidModelCache::keepIn(const std::string& folder, ambient::FluidBodyModelCache::Log log)
{
	m_files.reset();
	if (!folder.empty())
		m_files = std::make_unique<ambient::FluidBodyModelCache>(std::filesystem::u8path(folder), std::move(log));
}

std::shared_ptr<const ambient::FluidBodyModel> btFluidModelCache::modelOf(const btCollisionShape& shape,
                                                                          const btFluidMeshOptions& options,
                                                                          std::vector<std::string>& notes)
{
	const auto isUnused = [](const Entry& entry) { return entry.m_model.expired(); };
	m_entries.erase(std::remove_if(m_entries.begin(), m_entries.end(), isUnused), m_entries.end());
	const btFluidMeshBuilder builder(shape, options);
	const std::uint64_t hash = hashOf(builder.key());
	const auto find = [&](ambient::ModelDetail detail) -> std::shared_ptr<const ambient::FluidBodyModel>
	{
		for (const Entry& entry : m_entries)
			if (entry.m_hash == hash && entry.m_detail == detail && entry.m_key == builder.key())
				return entry.m_model.lock();
		return nullptr;
	};
	if (const auto known = find(options.m_detail)) return known;
	std::vector<std::string> said;
	std::shared_ptr<const ambient::FluidBodyModel> model = find(ambient::ModelDetail::Full);
	if (!model) model = fullModel(shape, builder, said);
	if (options.m_detail != ambient::ModelDetail::Full)
	{
		const ambient::ReducedModel reduced = ambient::modelOfDetail(model, options.m_detail);
		model = reduced.model;
		if (reduced.misfit.mean > kNotedMisfit) said.push_back(misfitNote(shape, reduced));
	}
	notes = std::move(said);
	m_entries.push_back({hash, builder.key(), options.m_detail, model});
	return model;
}

std::shared_ptr<const ambient::FluidBodyModel> btFluidModelCache::fullModel(const btCollisionShape& shape,
                                                                            const btFluidMeshBuilder& builder,
                                                                            std::vector<std::string>& notes)
{
	const auto makeMesh = [&](std::vector<std::string>& said)
	{
		btFluidMesh mesh = builder.build();
		said = std::move(mesh.m_notes);
		return std::move(mesh.m_mesh);
	};
	try
	{
		if (m_files) return m_files->build({fileKeyOf(builder.key()), makeMesh}, {}, &notes);
		return ambient::FluidBodyModel::build(makeMesh(notes));
	}
	catch (const std::invalid_argument& error)
	{
		throw std::invalid_argument("btFluidMeshBuilder: " + btFluidShapeName(shape) + ": " + error.what());
	}
}

std::vector<std::string> btFluidDoubtsAbout(const btRigidBody& body, const ambient::FluidBodyModel& model)
{
	std::vector<std::string> doubts;
	char text[320];
	const std::string shape = btFluidShapeName(*body.getCollisionShape());
	const double mass = 1.0 / double(body.getInvMass()), density = mass / model.displacedVolume();
	if (density < kLeastDensity || density > kMostDensity)
	{
		std::snprintf(
			text, sizeof text,
			"has a mean density of %.3g kg/m^3 (%.3g kg in the %.3g m^3 of its %s), outside of %g to %g: are its "
			"mass and its size in kg and m?",
			density, mass, model.displacedVolume(), shape.c_str(), kLeastDensity, kMostDensity);
		doubts.push_back(text);
	}
	const ambient::Vector3 own = btFluidVector(body.getInvInertiaDiagLocal()).cwiseInverse();
	const ambient::Vector3 solid = ambient::solidMassProperties(model.mesh(), mass / model.volume()).inertia.diagonal();
	const ambient::Vector3 ratio = own.cwiseQuotient(solid);
	if (ratio.maxCoeff() > kMostInertiaRatio || ratio.minCoeff() < 1.0 / kMostInertiaRatio)
	{
		std::snprintf(
			text, sizeof text,
			"has moments of inertia (%.3g, %.3g, %.3g) kg m^2; a solid of its mass and %s would have (%.3g, %.3g, "
			"%.3g)",
			own[0], own[1], own[2], shape.c_str(), solid[0], solid[1], solid[2]);
		doubts.push_back(text);
	}
	return doubts;
}
