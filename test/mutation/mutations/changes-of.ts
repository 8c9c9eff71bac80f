import { SourceFile } from '../../../interpreter/syntax/parse-module.js';
import { applyEdit } from './edit.js';
import { mutateScript } from './script-mutations.js';

/** Returns the mutated versions of a small script, for all rules or one. */
export function changesOf(text: string, rule?: string): string[] {
  return mutateScript(new SourceFile('small', text))
    .filter((mutation) => rule === undefined || mutation.rule === rule)
    .map((mutation) => applyEdit(text, mutation));
}
