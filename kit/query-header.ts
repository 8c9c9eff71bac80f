/**
 * Names by which the headers of a scenario carry parameters of the query, such as an API key: a
 * credential has to be sent wherever a header with one is.
 */

/** The name for a parameter. No header has such a name. */
export function asQueryHeader(parameter: string): string {
  return `?${parameter}`;
}

/** The parameter that a name stands for; undefined for the name of a header. */
export function queryParameterOf(header: string): string | undefined {
  return header.startsWith('?') ? header.slice(1) : undefined;
}
