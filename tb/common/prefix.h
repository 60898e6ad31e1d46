/* Read before every other header of a bench and of a Verilated model: precompiled once (tb/tb.mk), as they take most of
 * the time that a small bench takes to compile. */
#include "verilated.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>
