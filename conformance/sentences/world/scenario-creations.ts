/** What one scenario has created, as far as the guard of others' data and the clean-up need it. */
import type { Exchange } from '../../http/exchange.js';
import type { RequestLine } from '../../suite/suite.js';
import type { JsonTemplate } from '../values/templates.js';

/** A login before a deletion. */
export interface DeletionLogin extends RequestLine {
  /** `#sent` stands for the member of that name in the JSON that created the resource. */
  readonly json: JsonTemplate;
  /** The header of the deletion; its placeholders stand for values of the login's answer. */
  readonly header: { readonly name: string; readonly text: string };
}

export class ScenarioCreations {
  /** The path of the latest request, if a GET before it has shown the run's own resource there. */
  ownPath: string | undefined;
  /** What no sentence has deleted so far, by the answers that say so: each function forgets it. */
  readonly kept = new Map<Exchange, () => void>();
  /** The headers of later deletions: their names, and texts with placeholders. */
  readonly deletionHeaders = new Map<string, string>();
  /** The login with what the scenario creates, for a header of its deletion. */
  deletionLogin: DeletionLogin | undefined;
}
