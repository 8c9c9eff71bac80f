/** Reads the result of an earlier proof. */
import { demandForm, parseSaved, readText } from '../../report/saved-files.js';
import type { ProofReport } from './model.js';

/**
 * Reads a `proof.json`.
 *
 * @param file name of the file in messages
 * @throws UsageError when it cannot be read, or is no result of a proof
 */
export function readProof(path: string, file: string): ProofReport {
  const value = parseSaved(readText(path, file), file);
  demandForm(value, file, 'proof.schema.json', 'prove');
  return value as ProofReport;
}
