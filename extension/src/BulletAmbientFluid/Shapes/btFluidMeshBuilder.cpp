// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMeshBuilder.h"

#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/Decimation.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshRefinement.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/SolidUnion.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace
{
using ambient::TriangleMesh;
using ambient::Vector3;

constexpr int kFewestFaces = 100, kMostFaces = 20000;
constexpr int kMostTrianglesOfMesh = 1500;
constexpr int kManySolids = 8;
/// Sharp bodies: just below the number to which the added mass refines edges (ambient::AddedMassOptions).
constexpr int kFacesOfSharpBody = 380, kFacesOfRoundBody = 600, kFacesOfManySolids = 760;

int facesOfPrimitive(btFluidShapePart::Kind kind)
{
	switch (kind)
	{
		case btFluidShapePart::BALL:
			return 320;
		case btFluidShapePart::BOX:
			return 432;
		case btFluidShapePart::CYLINDER:
			return 400;
		case btFluidShapePart::CAPSULE:
			return 500;
		default:
			return kFacesOfRoundBody;
	}
}

bool isRound(const btFluidShapePart& part)
{
	return part.m_kind != btFluidShapePart::BOX && part.m_kind != btFluidShapePart::CYLINDER &&
	       part.m_kind != btFluidShapePart::HULL;
}

[[noreturn]] void refuse(const std::string& name, const std::string& why)
{
	throw std::invalid_argument("btFluidMeshBuilder: " + name + ": " + why);
}

/// Runs a function and adds the name of the shape to its messages.
template <class Function>
auto named(const std::string& name, Function&& function)
{
	try
	{
		return function();
	}
	catch (const std::invalid_argument& error)
	{
		refuse(name, error.what());
	}
}

bool isHull(const btFluidShapePart& part)
{
	return part.m_kind == btFluidShapePart::HULL || part.m_kind == btFluidShapePart::ROUND;
}

/// Replaces the points of a hull by its mesh, rounded off by the margin if `includeMargin` is set.
void prepareHull(btFluidShapePart& part, bool includeMargin)
{
	constexpr int coneFaces = 400;
	const bool isRounded = includeMargin && part.m_margin > 0.0;
	if (part.m_kind == btFluidShapePart::CONE && isRounded)
	{
		const ambient::Pose partFromBody = part.m_bodyFromPart.inverse();
		for (const Vector3& p : btFluidMeshOfPrimitive(part, coneFaces).vertices)
			part.m_points.push_back(partFromBody * p);
		part.m_kind = btFluidShapePart::ROUND;
	}
	if (!isHull(part)) return;
	for (const Vector3& p : part.m_points)
		if (!p.allFinite()) refuse(part.m_name, "one of its points is not finite");
	part.m_mesh = btFluidConvexHull(part.m_points);
	if (isRounded && !part.m_mesh.faces.empty())
	{
		part.m_mesh = btFluidConvexHull(btFluidRoundedPoints(part.m_mesh.vertices, part.m_margin));
		part.m_kind = btFluidShapePart::ROUND;
	}
	if (part.m_mesh.faces.empty()) refuse(part.m_name, "its points lie in one plane, so it has no volume");
	part.m_points.clear();
}

void append(std::vector<double>& key, const Vector3& v) { key.insert(key.end(), v.data(), v.data() + 3); }

void append(std::vector<double>& key, const btFluidShapePart& part)
{
	const ambient::Quaternion& q = part.m_bodyFromPart.orientation;
	key.insert(key.end(), {double(part.m_kind), q.w(), q.x(), q.y(), q.z()});
	append(key, part.m_bodyFromPart.position);
	append(key, part.m_size);
	key.push_back(part.m_mesh.vertexCount());
	key.push_back(part.m_mesh.faceCount());
	for (const Vector3& v : part.m_mesh.vertices) append(key, v);
	for (const TriangleMesh::Face& f : part.m_mesh.faces) key.insert(key.end(), f.begin(), f.end());
}

/// True if a triangle is more than 15 times as long as high.
bool hasSlivers(const TriangleMesh& mesh)
{
	constexpr double leastHeight = 1.0 / 15.0;
	for (int f = 0; f < mesh.faceCount(); ++f)
	{
		double longest2 = 0.0;
		for (int k = 0; k < 3; ++k)
			longest2 = std::max(longest2, (mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k)).squaredNorm());
		if (2.0 * mesh.areaVector(f).norm() < leastHeight * longest2) return true;
	}
	return false;
}

TriangleMesh thinnedOut(const TriangleMesh& mesh, int faces)
{
	const auto stay = [](const Vector3& point) { return point; };
	TriangleMesh thin = ambient::decimate(mesh, faces, stay, ambient::Keep::SharpEdges);
	const Vector3 centre = ambient::volumeCentroid(mesh);
	const double factor = ambient::portable::cbrt(ambient::enclosedVolume(mesh) / ambient::enclosedVolume(thin));
	for (Vector3& p : thin.vertices) p = centre + factor * (p - centre);
	return ambient::checkMesh(thin).usable() ? thin : mesh;
}
}  // namespace

btFluidMeshBuilder::btFluidMeshBuilder(const btCollisionShape& shape, const btFluidMeshOptions& options)
	: m_options(options), m_shapeName(btFluidShapeName(shape)), m_parts(btFluidReadShape(shape))
{
	const int faces = options.m_targetFaces;
	if (faces != 0 && (faces < kFewestFaces || faces > kMostFaces))
		throw std::invalid_argument("btFluidMeshOptions::m_targetFaces must be 0 or from 100 to 20000, got " +
		                            std::to_string(faces));
	if (!(options.m_sheetThickness >= 0.0) || !std::isfinite(options.m_sheetThickness))
		throw std::invalid_argument("btFluidMeshOptions::m_sheetThickness must be zero or positive and finite");
	m_key = {double(faces), double(options.m_includeMargin), options.m_sheetThickness};
	for (btFluidShapePart& part : m_parts)
	{
		const bool isPrimitive = !isHull(part) && part.m_kind != btFluidShapePart::MESH;
		if (isPrimitive) named(part.m_name, [&] { return btFluidMeshOfPrimitive(part, kFewestFaces); });
		prepareHull(part, options.m_includeMargin);
		if (part.m_kind == btFluidShapePart::MESH && m_parts.size() > 1)
			refuse(part.m_name,
			       "a triangle mesh cannot be joined with other children: make convex parts of it, or give "
			       "addBody a model of the whole");
		append(m_key, part);
	}
}

btFluidMeshBuilder::~btFluidMeshBuilder() = default;

btFluidMesh btFluidMeshBuilder::build() const
{
	btFluidMesh result;
	result.m_mesh = m_parts.size() == 1 ? meshOfPart(m_parts.front(), result.m_notes) : meshOfParts();
	return result;
}

TriangleMesh btFluidMeshBuilder::meshOfParts() const
{
	std::vector<ambient::ConvexSolid> solids;
	for (const btFluidShapePart& part : m_parts) solids.push_back(btFluidSolidOfPart(part, part.m_mesh));
	const bool anyRound = std::any_of(m_parts.begin(), m_parts.end(), isRound);
	const int faces = int(solids.size()) > kManySolids ? kFacesOfManySolids
	                  : anyRound                       ? kFacesOfRoundBody
	                                                   : kFacesOfSharpBody;
	return named(m_shapeName, [&] { return ambient::meshOfUnion(solids, facesOr(faces)); });
}

TriangleMesh btFluidMeshBuilder::meshOfPart(const btFluidShapePart& part, std::vector<std::string>& notes) const
{
	if (part.m_kind == btFluidShapePart::MESH) return repairedMesh(part, notes);
	if (!isHull(part)) return btFluidMeshOfPrimitive(part, facesOr(facesOfPrimitive(part.m_kind)));
	TriangleMesh mesh = part.m_mesh;
	for (Vector3& p : mesh.vertices) p = part.m_bodyFromPart * p;
	const int refined = facesOr(kFacesOfSharpBody), anew = facesOr(kFacesOfRoundBody);
	if (part.m_kind == btFluidShapePart::HULL && mesh.faceCount() <= 2 * refined)
	{
		mesh = ambient::refineTowardsSharpEdges(mesh, refined);
		if (!hasSlivers(mesh)) return mesh;
	}
	return named(part.m_name, [&] { return ambient::meshOfUnion({btFluidSolidOfPart(part, part.m_mesh)}, anew); });
}

TriangleMesh btFluidMeshBuilder::repairedMesh(const btFluidShapePart& part, std::vector<std::string>& notes) const
{
	TriangleMesh mesh = part.m_mesh;
	for (Vector3& p : mesh.vertices) p = part.m_bodyFromPart * p;
	ambient::CheckedMesh checked =
		ambient::repairMesh(mesh, ambient::MeshRepair::FlipInverted, m_options.m_sheetThickness);
	if (!checked.report.usable()) refuse(part.m_name, checked.report.issues.front().message);
	for (const std::string& repair : checked.report.repairs) notes.push_back(part.m_name + ": " + repair);
	if (m_options.m_includeMargin && part.m_margin > 0.0)
		notes.push_back(part.m_name + ": the margin of a triangle mesh is left out");
	const int most = facesOr(kMostTrianglesOfMesh);
	if (checked.mesh.faceCount() > most) return thinnedOut(checked.mesh, most);
	return ambient::refineTowardsSharpEdges(checked.mesh, std::min(most, kFacesOfSharpBody));
}
