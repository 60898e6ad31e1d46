/* rs_write_first_memory: what is judged is said in memory_1r1w_cosim.cpp. */
#define RTL_READ_REGISTER 1
#define WRITE_FIRST 1
#include "common/memory_1r1w_cosim.cpp"
