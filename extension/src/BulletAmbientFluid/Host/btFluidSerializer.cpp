// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidSerializer.h"

btFluidSerializer::btFluidSerializer(btFluidSolvedBodies& bodies, int totalSize) : btDefaultSerializer(totalSize)
{
	addBodies(bodies);
}

void btFluidSerializer::addBodies(btFluidSolvedBodies& bodies) { m_sources.push_back({&bodies, bodies.watch()}); }

void btFluidSerializer::finalizeChunk(btChunk* chunk, const char* structType, int chunkCode, void* oldPtr)
{
	for (const Source& source : m_sources)
	{
		if (chunkCode != BT_RIGIDBODY_CODE || source.m_life.expired()) continue;
		const btFluidSolvedBody* const wet = source.m_bodies->findSolvedBody(static_cast<const btRigidBody*>(oldPtr));
		if (wet) wet->serializeOwn(*static_cast<btRigidBodyData*>(chunk->m_oldPtr));  // the data, at this time
	}
	btDefaultSerializer::finalizeChunk(chunk, structType, chunkCode, oldPtr);
}
