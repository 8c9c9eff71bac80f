/** Makes suites with `touchstone init`. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: features have such places
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { makeFolder, runCommand } from '../run-check.js';

/** The folder of the descriptions. */
export const descriptions = fileURLToPath(new URL('descriptions', import.meta.url));

/** Runs `touchstone init suite` in a new folder, with an optional description and files beside it. */
export async function init(
  description?: string | object,
  files: Readonly<Record<string, object>> = {},
) {
  const cwd = makeFolder();
  const file = typeof description === 'string' ? join(descriptions, description) : 'api.yaml';
  if (typeof description === 'object') writeFileSync(join(cwd, file), stringify(description));
  for (const [name, one] of Object.entries(files)) writeFileSync(join(cwd, name), stringify(one));
  const argv = ['suite', ...(description === undefined ? [] : ['--openapi', file])];
  const result = await runCommand('init', argv, {}, cwd);
  const folder = join(cwd, 'suite');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { ...result, cwd, folder, argv, read };
}

/** The output of `touchstone lint`. */
export async function lint(folder: string): Promise<string> {
  return (await runCommand('lint', [folder], {}, folder)).stdout;
}

/** A description with these paths. */
export function describeApi(paths: object, more: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'Lamps', version: '1' }, paths, ...more };
}

/** A text that could break the files of a suite. */
export const odd = 'Ünï  "quotes" \' # @tag | <x> ${unique}\n\t"""';

/** The content of a body in JSON. */
export const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A POST that takes and returns JSON with a schema. */
export const post = (schema: object, more: object = {}) => ({
  post: {
    requestBody: json(schema),
    responses: { 201: { description: odd, ...json(schema) } },
    ...more,
  },
});
