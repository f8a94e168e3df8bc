// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BODY_HEALTH_H
#define BT_FLUID_BODY_HEALTH_H

#include <string>

/// Warning of a body or link whose waves have left linear theory.
constexpr const char* kBtFluidLargeWaves =
	"moves by more than a fifth of its draft or 10 degrees: the waves that it makes are those of smaller motions";

/// Failure and warnings of one body, and whether the log has them.
class btFluidBodyHealth
{
public:
	/// False after fail(): the fluid no longer acts on the body.
	bool isHealthy() const { return !m_hasFailed; }
	/// Reason of the failure in a few words; empty while healthy.
	const std::string& failure() const { return m_failure; }
	/// Records a failure. \param userIndex of the rigid body
	void fail(const std::string& reason, int userIndex)
	{
		m_hasFailed = true;
		m_failure = reason;
		m_userIndex = userIndex;
	}
	/// Records an event after which the body goes on. \param userIndex of the rigid body
	void warn(const char* event, int userIndex)
	{
		m_warning = event;
		m_userIndex = userIndex;
	}

	/// True if a failure has not yet been fetched by takeReport().
	bool hasNewFailure() const { return m_hasFailed && !m_isReported; }
	/// True if takeReport() has a line to return.
	bool hasReport() const { return !m_isReported && (m_hasFailed || !m_warning.empty()); }
	/// Fetches a report: once after a failure, and once after a warning. \returns true if `line` was written
	bool takeReport(std::string& line)
	{
		if (!hasReport()) return false;
		m_isReported = m_hasFailed;
		line = "(user index " + std::to_string(m_userIndex) + ") " +
		       (isHealthy() ? m_warning : "was stopped and left the fluid: " + m_failure);
		m_warning.clear();
		return true;
	}

	/// True if a failure has been fetched.
	bool isReported() const { return m_isReported; }
	/// Restores a saved health.
	void restore(bool hasFailed, const std::string& failure, bool isReported)
	{
		m_hasFailed = hasFailed;
		m_failure = failure;
		m_isReported = isReported;
		m_warning.clear();
	}

private:
	bool m_hasFailed = false, m_isReported = false;
	std::string m_warning, m_failure;
	int m_userIndex = -1;
};

#endif  // BT_FLUID_BODY_HEALTH_H
