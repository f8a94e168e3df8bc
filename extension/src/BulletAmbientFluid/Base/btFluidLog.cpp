// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidLog.h"

#include <cstdio>
#include <utility>

btFluidLog::btFluidLog(std::function<void(const std::string& line)> receiver) : m_receiver(std::move(receiver)) {}

void btFluidLog::deliver()
{
	for (const std::string& line : std::exchange(m_lines, {}))
	{
		try
		{
			if (m_receiver)
				m_receiver(line);
			else
				std::fprintf(stderr, "btFluidAction: %s\n", line.c_str());
		}
		catch (...)
		{
			std::fprintf(stderr, "btFluidAction: the log callback threw at: %s\n", line.c_str());
		}
	}
}
