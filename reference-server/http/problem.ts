import { toBytes } from '../../interpreter/index.js';

/** What is in the header is for people at a terminal; they have the whole of it in the log. */
const longestHeader = 2_000;

/**
 * The header that tells a client what is wrong with the scripts, of which some have errors or an
 * older version is served: name and value.
 *
 * @param problem ordinary text of one or more lines
 */
export function problemHeader(problem: string): [string, string] {
  const line = toBytes(problem)
    .trim()
    .replace(/\s*\n\s*/g, ' | ');
  const text = line.replace(/[^\x20-\x7e\x80-\xff]/g, ' ').slice(0, longestHeader);
  return ['X-Project-Error', text];
}
