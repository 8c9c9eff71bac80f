/** What one scenario has created, as far as the guard of others' data and the clean-up need it. */
import type { Exchange } from '../../http/exchange.js';

export class ScenarioCreations {
  /** The path of the latest request, if a GET before it has shown the run's own resource there. */
  ownPath: string | undefined;
  /** What no sentence has deleted so far, by the answers that say so: each function forgets it. */
  readonly kept = new Map<Exchange, () => void>();
  /** The headers of later deletions: their names, and texts with placeholders. */
  readonly deletionHeaders = new Map<string, string>();
}
