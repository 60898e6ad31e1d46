/* The rowstreak command: C twin alone. */
#include "cli.h"

int main(int argc, char **argv)
{
    return rs_cli_run(argc, argv, NULL);
}
