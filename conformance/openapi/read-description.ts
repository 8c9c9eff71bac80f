/**
 * Reads the OpenAPI description of an API, for all commands alike: `init`, `lint`, `check`, `docs`.
 */
import { extname } from 'node:path';
import { asObject, type Json } from '../../kit/collections.js';
import { UsageError } from '../../kit/errors.js';
import { compiledOr } from '../../kit/yaml.js';
import { type DocumentPath, nameOf, parsePlacedYaml, readText } from '../suite/checked-document.js';
import { includeFiles } from './include-files.js';

/** A description as one document. */
export interface OpenApiDescription {
  /** Its references lead to parts of itself. */
  readonly document: Json;
  /** The text of the file; undefined when the document has parts of other files. */
  readonly source: string | undefined;
  /** `file:line` of a part of the file, or of its nearest parent; for messages. */
  place(path: DocumentPath): string;
}

/**
 * Reads a description in YAML or JSON, of OpenAPI 3.0, 3.1 or 3.2, with the files that it refers to.
 * Nothing is fetched from other hosts.
 *
 * @throws UsageError that names file, line and mistake
 */
export function readDescription(file: string): OpenApiDescription {
  const place = (path: DocumentPath) => placeIn(file, path);
  const written = asObject(readPart(file));
  checkVersion(written, place);
  const { document, isWhole } = includeFiles(file, written, { read: readPart, placeIn });
  return { document, source: isWhole ? readText(compiledOr(file)) : undefined, place };
}

/** JSON is parsed as JSON, in a fraction of the time; its mistakes are reported by the YAML parser. */
function readPart(file: string): unknown {
  const found = compiledOr(file);
  const text = readText(found);
  if (!['.yaml', '.yml', '.json', ''].includes(extname(found))) return text;
  try {
    if (extname(found) === '.json') return JSON.parse(text);
  } catch {
    // The parser of YAML names the line.
  }
  return parsePlacedYaml(text, nameOf(found)).value;
}

function placeIn(file: string, path: DocumentPath): string {
  return parsePlacedYaml(readText(compiledOr(file)), nameOf(file)).place(path);
}

const nameVersion = (version: unknown) =>
  typeof version === 'string' ? version : JSON.stringify(version);

/** @throws UsageError for a document of another kind or version */
function checkVersion({ openapi, swagger }: Json, place: OpenApiDescription['place']): void {
  const version = openapi ?? swagger;
  if (openapi !== undefined && /^3\.[012](\.|$)/.test(String(openapi))) return;
  const found =
    version === undefined ? 'this is not one' : `its version is ${nameVersion(version)}`;
  const advice = String(version).startsWith('2')
    ? ' Convert it first, with swagger2openapi for example.'
    : '';
  throw new UsageError(
    `${place([openapi === undefined ? 'swagger' : 'openapi'])}: an OpenAPI description of version 3.0, 3.1 or 3.2 is needed, but ${found}.${advice}`,
  );
}
