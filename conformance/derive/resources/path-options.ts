/** Options for path parameters whose values the description does not show. */
import { kebab } from '../description/values.js';

/** An entry of `parameters` in `suite.yaml`. */
export interface PathOption {
  readonly name: string;
  readonly help: string;
}

/** Names that say nothing without the segment before them. */
const general = /^(id|sid|uuid|guid|key|name|slug|code|number|type|value)$/;

/** Collects the options that paths need. */
export class PathOptions {
  readonly #taken: ReadonlySet<string>;
  readonly #found = new Map<string, PathOption>();

  /** @param taken options that no other may be named after */
  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken);
  }

  get all(): readonly PathOption[] {
    return [...this.#found.values()];
  }

  /** The placeholder for a parameter of a path, such as `pet-id` for `{id}` after `/pets`. */
  placeholder(before: readonly string[], parameter: string): string {
    const own = kebab(parameter, 'value');
    const segment = before.findLast((part) => !part.includes('{')) ?? '';
    const noun = kebab(segment, '').replace(/(?<=\w{2})s$/, '');
    const plain = general.test(own) && noun !== '' ? `${noun}-${own}` : own;
    const valid = /^[a-z]/.test(plain) ? plain : `value-${plain}`;
    const name = this.#taken.has(valid) ? `${valid}-value` : valid;
    const help = `an existing value of {${parameter}} in /${[...before, `{${parameter}}`].join('/')}`;
    if (!this.#found.has(name)) this.#found.set(name, { name, help });
    return `\${parameter:${name}}`;
  }
}
