/**
 * Forms of type `multipart/form-data` (RFC 7578). The parser of `@fastify/busboy` splits the body
 * into parts, as bytes, because a field may contain any. Its class for whole forms silently
 * drops malformed parts, so the parameters of headers are read here.
 */
import { Dicer } from '@fastify/busboy';
import { toBytes } from '../../interpreter/index.js';
import { type FormFile, type HtmlForm, percentDecode } from './request-fields.js';

/** A body is not a valid form. The message is a full sentence without its final period. */
export class FormError extends Error {}

/** Maximum number of parts of a multipart form; each takes far longer than its bytes. */
const mostParts = 1_000;

/** RFC 2046, 5.1.1. The search for a longer one could take very long. */
const longestBoundary = 70;

type Parameters = ReadonlyMap<string, string>;

/**
 * A parameter of a header (RFC 9110, 5.6.6), or of the form of RFC 8187, whose name ends with an
 * asterisk. The value is a quoted text or a token; tokens with forbidden signs are accepted.
 */
const parameter =
  /[ \t]*;[ \t]*(?:([^\s;="]+)[ \t]*=[ \t]*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s;"]*)))?/y;

/**
 * The text in a quoted parameter. A backslash before another sign may be part of a Windows path.
 * Browsers write quotation marks and line ends in percent-encoding (WHATWG HTML, multipart form data).
 */
function unquote(text: string): string {
  const plain = text.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"');
  return plain.replaceAll(/%0d/gi, '\r').replaceAll(/%0a/gi, '\n');
}

/**
 * Reads the parameters of a header: `form-data; name="a"; filename=b.txt`. The first of repeated
 * parameters counts; names are compared case-insensitively.
 *
 * @param header a byte string
 * @returns undefined when the header is malformed
 */
function readParameters(header: string): Parameters | undefined {
  const parameters = new Map<string, string>();
  parameter.lastIndex = header.search(/[ \t]*(?:;|$)/);
  while (parameter.lastIndex < header.trimEnd().length) {
    const found = parameter.exec(header);
    if (found === null) return undefined;
    const [, name, quoted, token = ''] = found;
    const key = name?.toLowerCase();
    if (key === undefined || parameters.has(key)) continue;
    parameters.set(key, quoted === undefined ? token : unquote(quoted));
  }
  return parameters;
}

/** The bytes of a value such as `utf-8'en'%c3%a4` (RFC 8187); undefined for another charset. */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([^']*)'[^']*'(.*)$/.exec(value) ?? [];
  const bytes = percentDecode(encoded);
  if (/^utf-?8$/i.test(charset)) return bytes;
  return /^iso-8859-1$/i.test(charset) ? toBytes(bytes) : undefined;
}

/** File name of a part; undefined for a field. Clients may send it in both forms. */
function fileNameOf(parameters: Parameters): string | undefined {
  const extended = parameters.get('filename*');
  const decoded = extended === undefined ? undefined : decodeExtended(extended);
  return decoded ?? parameters.get('filename');
}

/**
 * Boundary of the parts.
 *
 * @throws FormError when the content type has none, or one that is too long
 */
function boundaryOf(contentType: string): string {
  const boundary = readParameters(contentType)?.get('boundary') ?? '';
  if (boundary === '') throw new FormError('its content type has no boundary');
  if (boundary.length <= longestBoundary) return boundary;
  throw new FormError(`its boundary has more than ${longestBoundary} characters`);
}

/** A part as it is parsed. */
interface Part {
  /** Values of the headers by lower-case name, byte strings; undefined until their end. */
  headers: ReadonlyMap<string, readonly string[]> | undefined;
  readonly chunks: Buffer[];
}

/** The parser drops headers beyond its limits without a word; the body is limited already. */
const noLimits = { maxHeaderPairs: Infinity, maxHeaderSize: Infinity };

/**
 * A body without the blanks that may follow a boundary on its line (RFC 2046, 5.1.1, transport
 * padding) and that the parser does not know.
 */
function withoutPadding(body: string, boundary: string): string {
  const literal = boundary.replace(/[^\w]/g, '\\$&');
  const padded = new RegExp(`((?:^|\\r\\n)--${literal}(?:--)?)[ \\t]+(?=\\r\\n|$)`, 'g');
  return body.replace(padded, '$1');
}

/** Bytes that are parsed at a time: a body with too many parts is not parsed to its end. */
const piece = 8_192;

/** Parses a body piece by piece until the end, or until `isOver`. */
async function feed(parser: Dicer, body: Buffer, isOver: () => boolean): Promise<void> {
  for (let start = 0; start < body.length && !isOver(); start += piece) {
    await new Promise<void>((resolve) => {
      parser.write(body.subarray(start, start + piece), () => resolve());
    });
  }
  if (!isOver()) parser.end();
}

/** The parts of a body, in order. The promise rejects with a FormError. */
function splitParts(body: string, boundary: string): Promise<readonly Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const parser = new Dicer({ boundary, ...noLimits });
    parser.on('part', (stream) => {
      const part: Part = { headers: undefined, chunks: [] };
      if (parts.push(part) > mostParts)
        reject(new FormError(`it has more than ${mostParts} parts`));
      stream.on('header', (headers) => {
        part.headers = new Map(Object.entries(headers));
      });
      stream.on('data', (chunk: Buffer) => part.chunks.push(chunk));
      // The parser has the same error.
      stream.on('error', () => undefined);
    });
    parser.on('error', () => {
      const isFound = parts.length > 0;
      reject(new FormError(isFound ? 'its last boundary is missing' : 'its boundary is missing'));
    });
    parser.on('finish', () => resolve(parts));
    const bytes = Buffer.from(withoutPadding(body, boundary), 'latin1');
    void feed(parser, bytes, () => parser.errored !== null || parts.length > mostParts);
  });
}

/**
 * The parameters of a part, such as its name.
 *
 * @param number of the part, from 1, for the message
 * @throws FormError when the part does not say that it is a field of a form
 */
function dispositionOf({ headers }: Part, number: number): Parameters {
  if (headers === undefined) throw new FormError(`the headers of part ${number} do not end`);
  const disposition = headers.get('content-disposition')?.[0];
  if (disposition === undefined) {
    throw new FormError(`part ${number} has no header Content-Disposition`);
  }
  const parameters = readParameters(disposition);
  if (parameters === undefined || !/^[ \t]*form-data[ \t]*(?:;|$)/i.test(disposition)) {
    throw new FormError(`the header Content-Disposition of part ${number} is malformed`);
  }
  return parameters;
}

/**
 * Parses a body of type `multipart/form-data`.
 *
 * @param contentType the header, which contains the boundary
 * @throws FormError when the body is not a valid form, or has too many parts
 */
export async function parseMultipartForm(body: string, contentType: string): Promise<HtmlForm> {
  const parts = await splitParts(body, boundaryOf(contentType));
  const fields = new Map<string, string>();
  const files = new Map<string, FormFile>();
  for (const [index, part] of parts.entries()) {
    const parameters = dispositionOf(part, index + 1);
    const name = parameters.get('name');
    if (name === undefined) throw new FormError(`part ${index + 1} has no name`);
    const content = Buffer.concat(part.chunks).toString('latin1');
    const fileName = fileNameOf(parameters);
    if (fileName === undefined) {
      if (!fields.has(name)) fields.set(name, content);
    } else if (!files.has(name)) {
      const type = part.headers?.get('content-type')?.[0]?.trim().toLowerCase() ?? '';
      files.set(name, { name: fileName, type, content });
    }
  }
  return { fields, files };
}
