import { SourceFile } from '../../interpreter/syntax/parse-module.js';
import { applyEdit } from './edit.js';
import { mutateScript } from './script-mutations.js';

/** What the mutations of a small script make of it, all or those of one rule. */
export function changesOf(text: string, rule?: string): string[] {
  return mutateScript(new SourceFile('small', text))
    .filter((mutation) => rule === undefined || mutation.rule === rule)
    .map((mutation) => applyEdit(text, mutation));
}
