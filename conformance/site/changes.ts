/** What changed from run to run of an implementation. */
import { brokenVerdicts, type Run } from './run.js';

/** The requirements that a run shows to be broken or fixed. */
export interface Change {
  readonly run: Run;
  /** The run before it; undefined for the first one. */
  readonly before: Run | undefined;
  /** Ids that held when they were last judged, and fail now; and the reverse. */
  readonly broken: readonly string[];
  readonly fixed: readonly string[];
}

/**
 * The first run, and each later one that broke or fixed a requirement. A run that could not judge a
 * requirement changes nothing: the next one that does is compared with the last one that did.
 *
 * @param runs oldest first
 * @returns oldest first
 */
export function listChanges(runs: readonly Run[]): readonly Change[] {
  const held = new Map<string, boolean>();
  const changes = runs.map((run, index): Change => {
    const [broken, fixed]: [string[], string[]] = [[], []];
    run.catalogue.entries.forEach(({ id }, place) => {
      const verdict = run.verdicts[place];
      const holds = verdict === 'pass';
      if (verdict === undefined || !(holds || brokenVerdicts.has(verdict))) return;
      if (held.get(id) === !holds) (holds ? fixed : broken).push(id);
      held.set(id, holds);
    });
    return { run, before: runs[index - 1], broken, fixed };
  });
  return changes.filter(
    ({ before, broken, fixed }) => before === undefined || broken.length + fixed.length > 0,
  );
}
