// SPDX-License-Identifier: Zlib
// Contacts of bodies so heavy that Bullet takes them for static ones.
#include "BulletAmbientFluid/btFluidRowTransform.h"

bool btFluidRowTransform::lendMasses(btAlignedObjectArray<btSolverBody>& pool)
{
	m_lent.resizeNoInitialize(0);
	for (int i = 0; i < pool.size(); ++i)
	{
		btSolverBody& body = pool[i];
		if (!body.m_originalBody || body.m_invMass.isZero() || !body.m_invMass.fuzzyZero()) continue;
		m_lent.push_back({i, body.m_invMass});
		body.m_invMass.setValue(1, 1, 1);
	}
	return m_lent.size() > 0;
}

void btFluidRowTransform::takeMassesBack(btAlignedObjectArray<btSolverBody>& pool)
{
	for (int i = 0; i < m_lent.size(); ++i) pool[m_lent[i].m_body].m_invMass = m_lent[i].m_invMass;
}
