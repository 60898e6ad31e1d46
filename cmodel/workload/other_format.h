/* Files of the field that a reader was given in another's place: what they are, by a line at their begin, and who reads them. */
#ifndef RS_OTHER_FORMAT_H
#define RS_OTHER_FORMAT_H

#ifdef __cplusplus
extern "C" {
#endif

/* For behind "found"; NULL: nothing that is known. */
const char *rs_other_format(const char *line);

#ifdef __cplusplus
}
#endif
#endif
