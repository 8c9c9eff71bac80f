/** The lines of a script around the place of a fault, for the person who writes it. */
import { fromBytes, WrenRuntimeError } from '../../interpreter/index.js';

/** The texts of modules by name; names are byte strings. */
export type Sources = ReadonlyMap<string, Uint8Array>;

/** How many lines are shown above and below. */
const surroundings = 2;

/**
 * A line of a script among those around it, numbered and marked:
 *
 *     api/notes.wren
 *         3 | var body = Request.json()
 *       > 4 | body.oh
 *
 * @param line counted from 1
 */
function excerptAt(name: string, text: string, line: number): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const first = Math.max(line - surroundings, 1);
  const last = Math.min(line + surroundings, lines.length);
  const width = String(last).length;
  const rows = lines.slice(first - 1, last).map((content, index) => {
    const number = first + index;
    const mark = number === line ? '>' : ' ';
    return `  ${mark} ${String(number).padStart(width)} | ${content}`.trimEnd();
  });
  return [name, ...rows].join('\n');
}

/** Where a script failed; undefined when that was in none of the given modules. */
export function excerptOf(fault: unknown, sources: Sources): string | undefined {
  if (!(fault instanceof WrenRuntimeError)) return undefined;
  const place = fault.frames.find(({ module }) => sources.has(module));
  const text = sources.get(place?.module ?? '');
  if (place === undefined || text === undefined) return undefined;
  return excerptAt(fromBytes(place.module), Buffer.from(text).toString('utf8'), place.line);
}
