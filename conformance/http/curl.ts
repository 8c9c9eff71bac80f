/** Shell commands that repeat requests. */
import { hidden } from '../../kit/words.js';
import type { Connection } from './connection-options.js';
import type { SentRequest } from './exchange.js';
import { variablePattern } from './secrets/secrets.js';

/** Headers that curl sends itself, or that concern only the connection. */
const omitted = new Set(['accept', 'accept-encoding', 'user-agent', 'host']);

/**
 * Seconds after which curl closes the connection if the request states its length. The body may be
 * shorter than stated, and the server would wait for the rest.
 */
const longestWait = 5;

/** The word for a body in the reader's file. */
const bodyFile = '@body.txt';

/** Options of a command line. */
export interface CurlOptions {
  /** Default: neither certificate nor proxy. */
  readonly connection?: Connection;
  /** In bytes; a longer body is read from the reader's file `body.txt`. Default: no limit. */
  readonly longestBody?: number;
}

/** The variables in a command line that hold secrets: `TOUCHSTONE_API_KEY`. */
export function secretVariables(command: string): readonly string[] {
  return [...command.matchAll(/(?<=\$\{?)TOUCHSTONE_[A-Z0-9_]+/g)].map(([name]) => name);
}

/**
 * Returns the command line for a POSIX shell, or for bash when it contains a near miss of a
 * credential or a control character. The request must be redacted already; its placeholders become
 * shell variables.
 */
export function curlLine(request: SentRequest, options: CurlOptions = {}): string {
  const { method, url, headers, body, encoding } = request;
  const { connection, longestBody = Number.POSITIVE_INFINITY } = options;
  const words = ['curl', '-ig', ...connectionWords(connection)];
  if (hasHeader(headers, 'content-length')) words.push('-m', String(longestWait));
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET' || body !== undefined) words.push('-X', quote(method));
  words.push(quote(url));
  for (const [name, value] of Object.entries(headers)) {
    if (!omitted.has(name.toLowerCase())) words.push('-H', quote(`${name}: ${value}`));
  }
  if (body === undefined) return words.join(' ');
  if (encoding === undefined || isLonger(body, longestBody)) {
    return [...words, ...bodyWords(body, headers, longestBody)].join(' ');
  }
  const line = [...words, ...typeWords(headers), '--data-binary', '@-'].join(' ');
  return `echo ${quote(body)} | base64 -d | ${line}`;
}

/** Without the proxy's password; curl takes the same proxy from the environment. */
function connectionWords(connection: Partial<Connection> = {}): readonly string[] {
  const { insecure = false, cert, key, proxy } = connection;
  const words = insecure ? ['-k'] : [];
  if (cert !== undefined) words.push('--cert', quote(cert.name));
  if (key !== undefined) words.push('--key', quote(key.name));
  if (proxy !== undefined) words.push('--proxy', quote(new URL(proxy).origin));
  return words;
}

/** @param wanted the name in lower case */
function hasHeader(headers: SentRequest['headers'], wanted: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

function isLonger(body: string, longest: number): boolean {
  return Buffer.byteLength(body) > longest;
}

function typeWords(headers: SentRequest['headers']): readonly string[] {
  return hasHeader(headers, 'content-type') ? [] : ['-H', "'Content-Type:'"];
}

/** `--data` adds a content type; an empty header removes it. */
function bodyWords(body: string, headers: SentRequest['headers'], longestBody: number): string[] {
  const isLong = isLonger(body, longestBody);
  const data = isLong ? ['--data-binary', bodyFile] : ['--data-raw', quote(body)];
  return [...typeWords(headers), ...data];
}

/** Quotes one word of a shell command. */
function quote(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  if (text.search(variablePattern) >= 0) return quoteAround(text);
  if (isControlled(text)) return `$'${text.replace(/[\\']/g, '\\$&').replace(controls, asEscape)}'`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word so that only its variables are expanded. */
function quoteAround(text: string): string {
  const names = text.match(variablePattern) ?? [];
  const parts = text.split(variablePattern);
  if (isControlled(text)) {
    const word = (part: string) => (part === '' ? '' : quote(part));
    return parts.map((part, i) => word(part) + (names[i] ? `"${names[i]}"` : '')).join('');
  }
  const protect = (part: string) => part.replace(/["\\$`]/g, '\\$&');
  return `"${parts.map((part, i) => protect(part) + (names[i] ?? '')).join('')}"`;
}

/** Characters that would break the line or be invisible in it. */
const controls = new RegExp(`[\\n\\t]|${hidden.source}`, 'gu');

function isControlled(text: string): boolean {
  return text.search(controls) >= 0;
}

/** Escapes each byte, so that the result does not depend on the encoding of the shell. */
function asEscape(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
