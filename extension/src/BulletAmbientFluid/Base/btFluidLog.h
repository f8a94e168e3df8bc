// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_LOG_H
#define BT_FLUID_LOG_H

#include <functional>
#include <string>
#include <vector>

/// One-line messages of a btFluidAction. They wait for the end of a step or call, because their receiver may call the
/// action.
class btFluidLog
{
public:
	/// \param receiver btFluidActionConstructionInfo::m_log; empty: standard error
	explicit btFluidLog(std::function<void(const std::string& line)> receiver);

	/// Adds a line.
	void report(const std::string& line) { m_lines.push_back(line); }
	/// Passes the waiting lines on. An exception of the receiver ends here.
	void deliver();

private:
	std::function<void(const std::string& line)> m_receiver;
	std::vector<std::string> m_lines;
};

#endif  // BT_FLUID_LOG_H
