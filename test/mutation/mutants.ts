/** The mutants of the shipped projects. */
import { SourceFile } from '../../interpreter/syntax/parse-module.js';
import { applyEdit, type Edit } from './mutations/edit.js';
import { mutateScript } from './mutations/script-mutations.js';
import { projectOf, readScript } from './projects.js';

/** A script of a project with one change. */
export interface Mutant {
  /** File, line, column and rule: `basic/api/users.wren:7:5 condition-true`. */
  readonly id: string;
  readonly project: string;
  /** The script's path relative to the folder of all projects. */
  readonly file: string;
  readonly line: number;
  /** The changed lines before the mutation, joined to one. */
  readonly before: string;
  /** The same lines after the mutation. */
  readonly after: string;
  readonly edit: Edit;
}

/** All mutants of a script, in the order of their positions. */
export function listMutants(file: string, text = readScript(file)): Mutant[] {
  const source = new SourceFile(file, text);
  return mutateScript(source).map(({ rule, ...edit }) => {
    const { line, column } = source.positionAt(edit.start);
    return {
      id: `${file}:${line}:${column} ${rule}`,
      project: projectOf(file),
      file,
      line,
      ...describeEdit(text, edit),
      edit,
    };
  });
}

function describeEdit(text: string, edit: Edit): Pick<Mutant, 'before' | 'after'> {
  const start = text.lastIndexOf('\n', edit.start - 1) + 1;
  const lineEnd = text.indexOf('\n', edit.end);
  const end = lineEnd === -1 ? text.length : lineEnd;
  const within = { ...edit, start: edit.start - start, end: edit.end - start };
  const before = text.slice(start, end);
  return { before: inOneLine(before), after: inOneLine(applyEdit(before, within)) };
}

function inOneLine(bytes: string): string {
  return Buffer.from(bytes, 'latin1')
    .toString('utf8')
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ');
}
