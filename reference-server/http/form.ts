/** The forms of HTML: fields, and files of multipart forms. All texts are byte strings. */
import { toBytes } from '../../interpreter/index.js';
import { parseFields } from './query-string.js';

/** A file that was sent with a form. */
export interface FormFile {
  /** The name that it has at the client. */
  readonly name: string;
  /** The media type that the client states; `""` when it states none. */
  readonly type: string;
  readonly content: string;
}

/** The fields and files of a form by name; of a repeated name the first counts. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FormFile>;
}

/** The media types of forms. */
export const formTypes = {
  urlEncoded: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

export const emptyForm: Form = { fields: new Map(), files: new Map() };

/** Reads a body of type `application/x-www-form-urlencoded`. */
export function parseForm(body: string): Form {
  return { fields: parseFields(body), files: emptyForm.files };
}

async function toFormFile(file: File): Promise<FormFile> {
  const content = Buffer.from(await file.arrayBuffer()).toString('latin1');
  return { name: toBytes(file.name), type: toBytes(file.type), content };
}

/**
 * Reads a body of type `multipart/form-data` (RFC 7578).
 *
 * @param contentType the header, which names the boundary
 * @throws TypeError when the body is not such a form
 */
export async function readMultipart(body: string, contentType: string): Promise<Form> {
  const headers = { 'Content-Type': contentType };
  const parts = await new Response(Buffer.from(body, 'latin1'), { headers }).formData();
  const fields = new Map<string, string>();
  const files = new Map<string, FormFile>();
  for (const [key, part] of parts) {
    const name = toBytes(key);
    if (typeof part !== 'string') {
      if (!files.has(name)) files.set(name, await toFormFile(part));
    } else if (!fields.has(name)) fields.set(name, toBytes(part));
  }
  return { fields, files };
}
