// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_STATE_PARTS_H
#define BT_FLUID_STATE_PARTS_H

#include "BulletAmbientFluid/Base/btFluidStateStream.h"

#include <functional>

/// The parts of a world that save and restore their own bytes, as one: all of them are restored, or none.
class btFluidStateParts
{
public:
	using Bytes = std::vector<unsigned char>;

	/// \param restore throws std::invalid_argument, with nothing changed, for bytes that `save` did not write
	void add(std::function<Bytes()> save, std::function<void(const Bytes&)> restore)
	{
		m_parts.push_back({std::move(save), std::move(restore)});
	}
	/// Adds an object with saveState() and restoreState(); null: nothing.
	template <class Part>
	void add(Part* part)
	{
		if (part) add([part] { return part->saveState(); }, [part](const Bytes& state) { part->restoreState(state); });
	}

	/// Writes the number of parts and their states.
	void write(btFluidStateWriter& out) const
	{
		out.write(std::uint64_t(m_parts.size()));
		for (const Part& part : m_parts)
		{
			const Bytes bytes = part.save();
			out.write(std::string(bytes.begin(), bytes.end()));
		}
	}
	/// Reads the result of write(), for restore(). \throws std::invalid_argument if it is of another number of parts
	std::vector<Bytes> read(btFluidStateReader& in) const
	{
		if (in.read<std::uint64_t>() != m_parts.size())
			throw std::invalid_argument(in.owner() + ": the state is of a world with other parts");
		std::vector<Bytes> states;
		for (size_t i = 0; i < m_parts.size(); ++i)
		{
			const std::string text = in.readText();
			states.emplace_back(text.begin(), text.end());
		}
		return states;
	}
	/// \param states one for each part \throws std::invalid_argument of the first part that refuses its bytes; the
	/// parts before it then go back
	void restore(const std::vector<Bytes>& states) const
	{
		std::vector<Bytes> before;
		for (size_t i = 0; i + 1 < m_parts.size(); ++i) before.push_back(m_parts[i].save());
		size_t restored = 0;
		try
		{
			for (; restored < m_parts.size(); ++restored) m_parts[restored].restore(states[restored]);
		}
		catch (...)
		{
			for (size_t i = 0; i < restored; ++i) m_parts[i].restore(before[i]);
			throw;
		}
	}

private:
	struct Part
	{
		std::function<Bytes()> save;
		std::function<void(const Bytes&)> restore;
	};
	std::vector<Part> m_parts;
};

#endif  // BT_FLUID_STATE_PARTS_H
