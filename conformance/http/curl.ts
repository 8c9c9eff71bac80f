/** A shell command that repeats a request. */
import { hidden } from '../../kit/words.js';
import type { SentRequest } from './exchange.js';

/** Headers that curl sends by itself or that only concern the connection. */
const omitted = new Set(['accept', 'accept-encoding', 'user-agent', 'content-length', 'host']);

/** How a line is written. */
export interface CurlOptions {
  /** Whether to accept any certificate. */
  readonly insecure?: boolean;
  /** In bytes: a longer body is left to a file of the reader's, `body.txt`. Default: no limit. */
  readonly longestBody?: number;
}

/** What a redaction puts in the place of a secret. */
const variable = /\$TOUCHSTONE_\w+|\$\{TOUCHSTONE_\w+[%#^,~?]*\}/g;

/**
 * The line for a POSIX shell (bash, when a near miss of a credential or a control character is
 * in it). The request must be redacted already; its placeholders become variables of the shell.
 */
export function curlLine(request: SentRequest, options: CurlOptions = {}): string {
  const { method, url, headers, body } = request;
  const { insecure = false, longestBody = Number.POSITIVE_INFINITY } = options;
  const words = ['curl', '-ig', ...(insecure ? ['-k'] : [])];
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET' || body !== undefined) words.push('-X', quote(method));
  words.push(quote(url));
  for (const [name, value] of Object.entries(headers)) {
    if (!omitted.has(name.toLowerCase())) words.push('-H', quote(`${name}: ${value}`));
  }
  if (body !== undefined) words.push(...bodyWords(body, headers, longestBody));
  return words.join(' ');
}

/** `--data` would add a content type of its own: an empty one takes it away again. */
function bodyWords(body: string, headers: SentRequest['headers'], longestBody: number): string[] {
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const type = hasType ? [] : ['-H', "'Content-Type:'"];
  const isLong = Buffer.byteLength(body) > longestBody;
  const data = isLong ? ['--data-binary', '@body.txt'] : ['--data-raw', quote(body)];
  return [...type, ...data];
}

/** One word of a shell command, whatever characters it has. */
function quote(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  if (text.search(variable) >= 0) return quoteAround(text);
  if (isControlled(text)) return `$'${text.replace(/[\\']/g, '\\$&').replace(controls, asEscape)}'`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Variables keep their meaning inside double quotes, all other characters lose theirs. */
function quoteAround(text: string): string {
  const names = text.match(variable) ?? [];
  const parts = text.split(variable);
  if (isControlled(text)) {
    const word = (part: string) => (part === '' ? '' : quote(part));
    return parts.map((part, i) => word(part) + (names[i] ? `"${names[i]}"` : '')).join('');
  }
  const protect = (part: string) => part.replace(/["\\$`]/g, '\\$&');
  return `"${parts.map((part, i) => protect(part) + (names[i] ?? '')).join('')}"`;
}

/** What would break the line or not be seen in it. */
const controls = new RegExp(`[\\n\\t]|${hidden.source}`, 'gu');

function isControlled(text: string): boolean {
  return text.search(controls) >= 0;
}

/** Byte by byte, so that it means the same whatever encoding the shell has. */
function asEscape(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
