/* Contract: options.h. */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int rs_cli_fail(const rs_error *error)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "rowstreak: %s\n", error->text);
    return 2;
}

int rs_cli_finish_output(int exit_code)
{
    rs_error error;

    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return exit_code;
    rs_error_set(&error, "standard output: found a failed write (%s), expected room for the result", strerror(errno));
    (void)rs_cli_fail(&error);
    return exit_code == 0 ? 2 : exit_code;
}

int rs_cli_next(rs_cli_parser *parser)
{
    const char *argument, *equals;
    size_t length;
    rs_error error;

    if (parser->next >= parser->argc)
        return RS_CLI_END;
    argument = parser->argv[parser->next++];
    parser->value = argument;
    if (argument[0] != '-' || argument[1] == '\0')
        return RS_CLI_OPERAND;
    if (strcmp(argument, "-h") == 0)
        argument = "--help";
    equals = strchr(argument, '=');
    length = equals != NULL ? (size_t)(equals - argument) : strlen(argument);
    for (size_t i = 0; i < parser->count; i++) {
        const rs_cli_option *option = &parser->options[i];

        if (strncmp(argument, "--", 2) != 0 || strlen(option->name) != length - 2 ||
            strncmp(argument + 2, option->name, length - 2) != 0)
            continue;
        if (option->value == NULL && equals != NULL) {
            rs_error_set(&error, "%s: found '%.60s', expected --%s without a value", parser->argv[0], argument,
                         option->name);
            (void)rs_cli_fail(&error);
            return RS_CLI_BAD;
        }
        if (option->value != NULL && equals != NULL) {
            parser->value = equals + 1;
        } else if (option->value != NULL) {
            if (parser->next >= parser->argc) {
                rs_error_set(&error, "%s: found --%s at the end, expected --%s %s", parser->argv[0], option->name,
                             option->name, option->value);
                (void)rs_cli_fail(&error);
                return RS_CLI_BAD;
            }
            parser->value = parser->argv[parser->next++];
        }
        return (int)i;
    }
    rs_error_set(&error, "%s: found unknown option '%.60s', expected one that 'rowstreak %s --help' lists",
                 parser->argv[0], argument, parser->argv[0]);
    (void)rs_cli_fail(&error);
    return RS_CLI_BAD;
}

void rs_cli_print_options(const rs_cli_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = options[i].text;
        int column = printf("  --%s%s%s", options[i].name, options[i].value != NULL ? " " : "",
                            options[i].value != NULL ? options[i].value : "");

        if (column > 24)
            column = printf("\n") - 1;
        while (*text != '\0') {
            size_t length = strcspn(text, "\n");

            (void)printf("%*s%.*s\n", 26 - column, "", (int)length, text);
            text += length + (text[length] == '\n');
            column = 0;
        }
    }
}

bool rs_cli_number(const char *what, const char *text, uint64_t least, uint64_t most, uint64_t *number,
                   rs_error *error)
{
    unsigned long long value;
    char *end;

    errno = 0;
    value = strtoull(text, &end, 0);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno != 0 || value < least || value > most) {
        rs_error_set(error, "found %s '%.40s', expected %llu to %llu", what, text, (unsigned long long)least,
                     (unsigned long long)most);
        return false;
    }
    *number = value;
    return true;
}
