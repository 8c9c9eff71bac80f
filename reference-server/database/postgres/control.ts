import { skipLeadIn } from '../sql-text.js';

/** As on SQLite, where one transaction that writes runs at a time. */
const isolation = 'ISOLATION LEVEL SERIALIZABLE';

/** What begins and ends a transaction. */
export const controls = {
  begin: `BEGIN ${isolation}`,
  commit: 'COMMIT',
  rollBack: 'ROLLBACK',
} as const;

/** One of them. */
export type Control = keyof typeof controls;

const controlWords: readonly [pattern: RegExp, control: Control][] = [
  [/^begin(?:\s+(?:deferred|immediate|exclusive))?(?:\s+transaction)?[\s;]*$/i, 'begin'],
  [/^(?:commit|end)(?:\s+transaction)?[\s;]*$/i, 'commit'],
  [/^rollback(?:\s+transaction)?[\s;]*$/i, 'rollBack'],
];

/** What a script's statement does with its transaction as a whole; undefined for any other. */
export function controlOf(sql: string): Control | undefined {
  const text = skipLeadIn(sql);
  return controlWords.find(([pattern]) => pattern.test(text))?.[1];
}
