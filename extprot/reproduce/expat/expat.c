/* Parses the file named by its argument with expat, without callbacks, and
 * prints how many nanoseconds that took. */
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
	FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
	if (f == NULL || fseek(f, 0, SEEK_END) != 0) return 2;
	long size = ftell(f);
	rewind(f);
	char *text = malloc(size);
	if (text == NULL || fread(text, 1, size, f) != (size_t)size) return 2;
	struct timespec before, after;
	clock_gettime(CLOCK_MONOTONIC, &before);
	XML_Parser p = XML_ParserCreate(NULL);
	if (XML_Parse(p, text, (int)size, 1) != XML_STATUS_OK) {
		fprintf(stderr, "line %lu: %s\n", XML_GetCurrentLineNumber(p), XML_ErrorString(XML_GetErrorCode(p)));
		return 1;
	}
	XML_ParserFree(p);
	clock_gettime(CLOCK_MONOTONIC, &after);
	printf("%lld\n", (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec);
	return 0;
}
