/** Makes one document of a description in several files. */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { asList, asObject, type Json, memberOf } from '../../kit/collections.js';
import { UsageError } from '../../kit/errors.js';
import { decodeStep, keysOfPointer, toPointerStep } from '../../kit/json-pointer.js';
import { cut } from '../../kit/words.js';
import { type DocumentPath, nameOf } from '../suite/checked-document.js';

/** Access to the files of a description. */
export interface FileAccess {
  /** @throws UsageError when the file cannot be read or parsed */
  read(file: string): unknown;
  /** `file:line` of a part. */
  placeIn(file: string, path: DocumentPath): string;
}

/** The place of a value: in its file, and in the document. */
interface Position {
  readonly file: string;
  readonly path: DocumentPath;
  readonly pointer: string;
  /** Names of the author's choice, so that `x-` marks no extension. */
  readonly isMap: boolean;
  /** Inside an example, which may look like a reference. */
  readonly isData: boolean;
}

/**
 * The document with the referenced parts of other files, each at the place of its first reference,
 * to which further references point. Extensions with broken references are left out, because no
 * request and no answer depends on them.
 *
 * @param file the file of the document, absolute or relative to the current folder
 * @returns the document, and whether it is the whole content of its file
 * @throws UsageError that names file and line of a reference that cannot be followed
 */
export function includeFiles(
  file: string,
  written: Json,
  access: FileAccess,
): { readonly document: Json; readonly isWhole: boolean } {
  const root = resolve(file);
  const inclusion = new Inclusion(root, written, access);
  const start = { file: root, path: [], pointer: '#', isMap: false, isData: false };
  const document = asObject(inclusion.copy(written, start));
  return { document, isWhole: inclusion.isWhole };
}

/** Objects whose members have names of the author's choice. */
export const maps: ReadonlySet<string> = new Set([
  ...['$defs', 'callbacks', 'content', 'definitions', 'dependentSchemas', 'encoding', 'examples'],
  ...['headers', 'links', 'mapping', 'parameters', 'pathItems', 'patternProperties', 'properties'],
  ...['mediaTypes', 'requestBodies', 'responses', 'schemas', 'scopes', 'securitySchemes'],
  ...['additionalOperations', 'variables', 'webhooks'],
]);

/** Keywords whose values are data of the API. */
export const dataKeywords: ReadonlySet<string> = new Set([
  'const',
  'default',
  'enum',
  'example',
  'value',
]);

/** A part of another file. */
interface Target {
  readonly file: string;
  /** The steps of a JSON pointer; empty for the whole file. */
  readonly path: readonly string[];
}

class Inclusion {
  isWhole = true;
  readonly #root: string;
  readonly #access: FileAccess;
  readonly #files: Map<string, unknown>;
  /** The pointers in the document to included parts, by file and path there. */
  #included = new Map<string, string>();

  constructor(root: string, written: Json, access: FileAccess) {
    this.#root = root;
    this.#access = access;
    this.#files = new Map([[root, written]]);
  }

  copy(value: unknown, at: Position): unknown {
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => this.copy(item, { ...at, ...stepTo(at, index) }));
    }
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference, ...siblings } = value as Json;
    if (typeof reference !== 'string') return this.#copyMembers(value as Json, at);
    if (!at.isData) return this.#follow(reference, siblings, at);
    return this.#attempt(() => this.#follow(reference, siblings, at)) ?? value;
  }

  #copyMembers(value: Json, at: Position): Json {
    const members = Object.entries(value).flatMap(([name, part]) => {
      const isData = at.isData || (!at.isMap && dataKeywords.has(name));
      const inside = { ...at, ...stepTo(at, name), isMap: !at.isMap && maps.has(name), isData };
      if (at.isMap || !name.startsWith('x-')) return [[name, this.copy(part, inside)]];
      const copied = this.#attempt(() => [name, this.copy(part, inside)]);
      if (copied === undefined) this.isWhole = false;
      return copied === undefined ? [] : [copied];
    });
    return Object.fromEntries(members) as Json;
  }

  /** Undefined when a reference cannot be followed. */
  #attempt<T>(copy: () => T): T | undefined {
    const before = new Map(this.#included);
    try {
      return copy();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#included = before;
      return undefined;
    }
  }

  #follow(reference: string, siblings: Json, at: Position): unknown {
    const [name, fragment] = cut(reference, '#');
    const file = name === '' ? at.file : resolve(dirname(at.file), decodeStep(name));
    const beside = this.#copyMembers(siblings, at);
    if (file === this.#root) return { $ref: `#${fragment}`, ...beside };
    this.isWhole = false;
    const target = { file, path: keysOfPointer(fragment) };
    const key = JSON.stringify([file, target.path]);
    const known = this.#included.get(key);
    if (known !== undefined) return { $ref: known, ...beside };
    const found = this.#find(target, reference, at);
    return this.#include(found, beside, { ...at, ...target, isMap: false }, key);
  }

  /** Puts a part in the place of the reference; beside keywords, where both count. */
  #include(found: unknown, beside: Json, at: Position, key: string): unknown {
    const place = (pointer: string) => {
      this.#included.set(key, pointer);
      return this.copy(found, { ...at, pointer });
    };
    const names = Object.keys(beside);
    if (names.every((name) => name === 'summary' || name === 'description')) {
      const included = place(at.pointer);
      return names.length === 0 ? included : { ...asObject(included), ...beside };
    }
    if (/^#\/(paths|webhooks|components\/pathItems)\/[^/]+$/.test(at.pointer)) {
      const pointer = `${at.pointer}/x-path-item`;
      return { ...beside, 'x-path-item': place(pointer), $ref: pointer };
    }
    const others = asList(beside.allOf);
    return { ...beside, allOf: [...others, place(`${at.pointer}/allOf/${others.length}`)] };
  }

  #find({ file, path }: Target, reference: string, at: Position): unknown {
    const fail = (reason: string): never => {
      const place = this.#access.placeIn(at.file, [...at.path, '$ref']);
      throw new UsageError(`${place}: the reference ${reference} cannot be followed: ${reason}.`);
    };
    if (/^[a-z][a-z\d+.-]+:/i.test(reference)) {
      fail('it leads to another host; save the file beside the description');
    }
    if (!existsSync(file)) fail('there is no such file');
    let value = this.#files.get(file) ?? this.#access.read(file);
    this.#files.set(file, value);
    for (const step of path) value = memberOf(value, step);
    return value ?? fail(`${nameOf(file)} has no such part`);
  }
}

function stepTo(at: Position, step: string | number): Pick<Position, 'path' | 'pointer' | 'isMap'> {
  const pointer = `${at.pointer}/${toPointerStep(String(step))}`;
  return { path: [...at.path, step], pointer, isMap: false };
}
