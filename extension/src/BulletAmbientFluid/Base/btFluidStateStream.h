// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_STATE_STREAM_H
#define BT_FLUID_STATE_STREAM_H

#include "AmbientFluid/Math/Types.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Writes a saved state as bytes, in the machine's own representation of numbers.
class btFluidStateWriter
{
public:
	/// Writes a number or an enumerator, in the size of its type.
	template <class T>
	void write(const T& value)
	{
		static_assert(std::is_arithmetic<T>::value || std::is_enum<T>::value, "numbers only: no padding gets in");
		const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&value);
		m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof value);
	}
	/// Writes `count` values, without the count.
	template <class T>
	void write(const T* values, int count)
	{
		for (int i = 0; i < count; ++i) write(values[i]);
	}
	/// Writes a 32-bit length, then the bytes of a text.
	void write(const std::string& text)
	{
		write(std::uint32_t(text.size()));
		m_bytes.insert(m_bytes.end(), text.begin(), text.end());
	}

	std::vector<unsigned char> m_bytes;  ///< all bytes written so far; to be moved out at the end
};

/// Reads the bytes of a btFluidStateWriter in the same order.
/// \throws std::invalid_argument if there are too few bytes
class btFluidStateReader
{
public:
	/// \param bytes kept by reference \param owner of error messages
	btFluidStateReader(const std::vector<unsigned char>& bytes, std::string owner)
		: m_bytes(bytes), m_owner(std::move(owner))
	{
	}

	/// Inverse of write(value) with an equal type.
	template <class T>
	T read()
	{
		T value;
		std::memcpy(&value, take(sizeof value), sizeof value);
		return value;
	}
	/// Inverse of write(values, count).
	template <class T>
	void read(T* values, int count)
	{
		for (int i = 0; i < count; ++i) values[i] = read<T>();
	}
	/// Inverse of write(text).
	std::string readText()
	{
		const std::uint32_t size = read<std::uint32_t>();
		const unsigned char* text = take(size);
		return std::string(text, text + size);
	}
	/// Offset of places that are read from those that were written: the world was moved since [m]. Initially zero.
	const ambient::Vector3& offset() const { return m_offset; }
	void setOffset(const ambient::Vector3& offset) { m_offset = offset; }  ///< for the places that follow

	bool atEnd() const { return m_position == m_bytes.size(); }  ///< false: bytes are left over
	const std::string& owner() const { return m_owner; }         ///< of error messages

private:
	const unsigned char* take(size_t count)
	{
		if (count > m_bytes.size() - m_position)
			throw std::invalid_argument(m_owner + ": the state is cut off after " + std::to_string(m_bytes.size()) +
			                            " bytes");
		const unsigned char* at = m_bytes.data() + m_position;
		m_position += count;
		return at;
	}

	const std::vector<unsigned char>& m_bytes;
	std::string m_owner;
	ambient::Vector3 m_offset = ambient::Vector3::Zero();
	size_t m_position = 0;
};

#endif  // BT_FLUID_STATE_STREAM_H
