/**
 * A plugin of cucumber-js that keeps the scenarios of the chosen requirements, and of these the
 * share of one lane among those that run at the same time.
 */

/** The part of what cucumber-js hands to a plugin that is used here. */
interface PluginContext {
  readonly options: Share;
  transform(event: 'pickles:filter', select: (pickles: readonly Pickle[]) => Pickle[]): void;
}

/** Which scenarios a lane runs: every one of so many, from its own number on. */
export interface Share {
  readonly requirements: readonly string[];
  /** Whether these are the scenarios that wait for the target's clock, or the others. */
  readonly waiting: boolean;
  readonly lane: number;
  readonly lanes: number;
}

interface Pickle {
  readonly pickle: { readonly tags: readonly { readonly name: string }[] };
}

/** How cucumber-js recognizes a plugin. */
export const type = 'plugin';

/** Before a requirement's id in the tag of its scenarios. */
export const tagPrefix = '@req:';

/** On scenarios that wait for the target's clock. */
export const waitingTag = '@waits';

/** Called by cucumber-js before it reads the features. */
export function coordinator({ options, transform }: PluginContext): void {
  const wanted = new Set(options.requirements.map((id) => tagPrefix + id));
  const { lane, lanes, waiting } = options;
  transform('pickles:filter', (pickles) =>
    pickles
      .filter(({ pickle }) => pickle.tags.some(({ name }) => wanted.has(name)))
      .filter(({ pickle }) => pickle.tags.some(({ name }) => name === waitingTag) === waiting)
      .filter((_pickle, index) => index % lanes === lane),
  );
}
