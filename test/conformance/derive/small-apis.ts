/** Parts of small descriptions, and what is derived from them. */
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';

export const text = { type: 'string' };
export const integer = { type: 'integer' };

/** The content of a body in JSON. */
export const content = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A documented answer. */
export const answer = (schema: object) => ({ description: 'done', ...content(schema) });

/** A parameter of a path. */
export const inPath = (name: string, schema: object = text) => ({
  ...{ name, in: 'path', required: true, schema },
});

/** The requirements that the paths of a description give. */
export function deriveFrom(paths: object) {
  const info = { title: 'Things', version: '1' };
  const api = describeDocument({ openapi: '3.1.0', info, paths });
  return derive(api, { takenOptions: [] }).requirements;
}
