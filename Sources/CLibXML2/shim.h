// Some builds of libxml2 name ICU's converters at the end of a structure that nobody here reads.
// ICU's headers declare again, and otherwise, what Foundation's own ICU declares.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
