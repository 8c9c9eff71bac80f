/** Color for terminals. */
import type { Writable } from 'node:stream';

const codes = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

/** What a text can look like. */
export type Style = keyof typeof codes;

/** Gives a text a style, or leaves it alone. */
export type Paint = (style: Style, text: string) => string;

/** Whether a person sees what is written to the stream as it is written. */
export function isTerminal(stream: Writable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** Whether what is written can be drawn over: not in CI systems, some of which feign a terminal. */
export function isInteractive(
  stream: Writable,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal(stream) && env.TERM !== 'dumb' && !env.CI;
}

/** The columns that a terminal has; undefined for anything else. */
export function widthOf(stream: Writable): number | undefined {
  if (!isTerminal(stream) || !('columns' in stream)) return undefined;
  return typeof stream.columns === 'number' && stream.columns > 0 ? stream.columns : undefined;
}

/** Styles on a terminal only, and never when `NO_COLOR` is set (no-color.org). */
export function paintFor(
  stream: Writable,
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  const isPlain = !isTerminal(stream) || Boolean(env.NO_COLOR) || env.TERM === 'dumb';
  if (isPlain) return (_style, text) => text;
  return (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m`;
}
