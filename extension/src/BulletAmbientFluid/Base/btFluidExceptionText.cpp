// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidExceptionText.h"

#include <exception>

std::string btFluidExceptionText()
{
	try
	{
		throw;
	}
	catch (const std::exception& error)
	{
		return error.what();
	}
	catch (const std::string& text)
	{
		return text;
	}
	catch (const char* text)
	{
		return text ? text : "an exception without a text";
	}
	catch (...)
	{
		return "an exception of an unknown type";
	}
}
