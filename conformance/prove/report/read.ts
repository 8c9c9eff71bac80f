/** Reads the result of an earlier proof. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UsageError } from '../../../kit/errors.js';
import { packageFile } from '../../../kit/package-root.js';
import { readText } from '../../report/read.js';
import type { ProofReport } from './model.js';

/**
 * Reads a `proof.json`.
 *
 * @param file name of the file in messages
 * @throws UsageError when it cannot be read, or is no result of a proof
 */
export function readProof(path: string, file: string): ProofReport {
  const schema = JSON.parse(readFileSync(packageFile('reports', 'proof.schema.json'), 'utf8'));
  const isProof = new Ajv2020({ strict: false }).compile<ProofReport>(schema);
  const value = parse(readText(path, file));
  if (isProof(value)) return value;
  throw new UsageError(`${file} is not a result of "touchstone prove".`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
