// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_EXCEPTION_TEXT_H
#define BT_FLUID_EXCEPTION_TEXT_H

#include <string>

/// Text of the exception in flight, of any type, for a message. Call it in a catch block.
std::string btFluidExceptionText();

#endif  // BT_FLUID_EXCEPTION_TEXT_H
