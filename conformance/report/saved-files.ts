/** Reads files that a command has saved in JSON, and checks their form. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { messageOf, systemReason, UsageError } from '../../kit/errors.js';
import { mustExist } from '../../kit/invariant.js';
import { packageFile } from '../../kit/package-root.js';

/** @throws UsageError when the file cannot be read */
export function readText(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${systemReason(error)}.`);
  }
}

/** @throws UsageError when the text is not JSON */
export function parseSaved(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${messageOf(error)}.`);
  }
}

/** By the names of schemas; a site reads thousands of files. */
const validators = new Map<string, ValidateFunction>();

function validatorFor(schema: string): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const text = readFileSync(packageFile('reports', schema), 'utf8');
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(text));
  validators.set(schema, validate);
  return validate;
}

/**
 * @param schema the name of a schema in `reports/`
 * @param command the command that writes such files, for the message
 * @throws UsageError that names the first place where the value has another form
 */
export function demandForm(value: unknown, file: string, schema: string, command: string): void {
  const validate = validatorFor(schema);
  if (validate(value)) return;
  const { instancePath, message } = mustExist(validate.errors?.[0], 'error of the schema');
  const place = instancePath === '' ? 'at its root' : `at ${instancePath}`;
  throw new UsageError(
    `${file} is not a result of "touchstone ${command}": ${place} it ${message}.`,
  );
}
