/* Puts a configuration together from file, machine name and assignments. */
#include "cli.h"

#include <string.h>

bool rs_cli_add_set(rs_cli_source *source, const char *text, rs_error *error)
{
    if (source->set_count == RS_CLI_MAX_SETS) {
        rs_error_set(error, "found more than %d times --set, expected fewer", RS_CLI_MAX_SETS);
        return false;
    }
    for (size_t i = 0; i < source->set_count; i++) {
        const size_t key = strcspn(text, "=");

        if (strncmp(source->sets[i], text, key) == 0 && source->sets[i][key] == '=' && text[key] == '=') {
            rs_error_set(error, "found --set %.*s twice, expected each key once", key < 40 ? (int)key : 40, text);
            return false;
        }
    }
    source->sets[source->set_count++] = text;
    return true;
}

static bool apply_set(rs_config *config, const char *text, rs_error *error)
{
    char key[32];
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;

    if (length == 0 || length >= sizeof(key)) {
        rs_error_set(error, "found --set '%.60s', expected --set KEY=VALUE", text);
        return false;
    }
    memcpy(key, text, length);
    key[length] = '\0';
    return rs_config_set(config, key, equals + 1, error);
}

bool rs_cli_configure(rs_config *config, const rs_cli_source *source, uint32_t top, const char *machine, rs_error *error)
{
    rs_config_default(config);
    config->top = top;
    if (source->file != NULL && !rs_config_read(config, source->file, error))
        return false;
    if (machine != NULL && !rs_config_machine(config, machine, error))
        return false;
    for (size_t i = 0; i < source->set_count; i++)
        if (!apply_set(config, source->sets[i], error))
            return false;
    return rs_config_finish_file(config, source->file, error);
}
