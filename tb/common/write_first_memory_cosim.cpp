/* rs_write_first_memory: what is judged is said in payload_memory_cosim.cpp. */
#define RTL_READ_REGISTER 1
#define WRITE_FIRST 1
#include "common/payload_memory_cosim.cpp"
