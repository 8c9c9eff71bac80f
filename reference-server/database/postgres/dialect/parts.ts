import { type Stmt, traverse } from 'sqlite3-parser';
import { longestName } from './names.js';
import type { Placed } from './statement.js';
import { placeOf, TranslationError } from './translation-error.js';

/** What is found in a statement before it is translated. */
export interface Parts {
  /** Which placeholder stands at an offset, counted from 0. */
  readonly placeholders: ReadonlyMap<number, number>;
  /** The names that the statement itself gives, by their lower case. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** As on SQLite; PostgreSQL takes twice as many. */
const mostPlaceholders = 32_766;

/** @throws TranslationError for names and placeholders that cannot be translated */
export function findParts(sql: string, root: Stmt): Parts {
  const offsets: number[] = [];
  const aliases = new Map<string, string>();
  const refuse = (at: Placed, problem: string, instead?: string): never => {
    throw new TranslationError(problem, instead, placeOf(sql, at.span.offset));
  };
  const check = (name: string, at: Placed): void => {
    if (Buffer.byteLength(name) <= longestName) return;
    const problem = `The name ${name} is longer than ${longestName} bytes`;
    refuse(at, problem, 'shorten it: PostgreSQL would cut it off');
  };
  const give = (name: { readonly text: string }): void => {
    aliases.set(name.text.toLowerCase(), name.text);
  };
  traverse(root, {
    nodes: {
      VariableExpr(variable) {
        const { name, span } = variable;
        if (name !== '?') refuse(variable, `Placeholders must be question marks only, not ${name}`);
        if (offsets.push(span.offset) <= mostPlaceholders) return;
        const problem = `There are more than ${mostPlaceholders} placeholders`;
        refuse(variable, problem, 'give a list as JSON, and take it apart with json_each');
      },
      Id: (id) => check(id.name, id),
      Name: (name) => check(name.text, name),
      AsAs: ({ name }) => give(name),
      ElidedAs: ({ name }) => give(name),
      CommonTableExpr({ tblName, columns = [] }) {
        give(tblName);
        for (const { colName } of columns) give(colName);
      },
    },
  });
  const inOrder = offsets.sort((a, b) => a - b);
  return { placeholders: new Map(inOrder.map((offset, index) => [offset, index])), aliases };
}
