/** A plugin of cucumber-js that keeps the scenarios of the chosen requirements. */

/** The part of what cucumber-js hands to a plugin that is used here. */
interface PluginContext {
  readonly options: { readonly requirements: readonly string[] };
  transform(event: 'pickles:filter', select: (pickles: readonly Pickle[]) => Pickle[]): void;
}

interface Pickle {
  readonly pickle: { readonly tags: readonly { readonly name: string }[] };
}

/** How cucumber-js recognizes a plugin. */
export const type = 'plugin';

/** Before a requirement's id in the tag of its scenarios. */
export const tagPrefix = '@req:';

/** Called by cucumber-js before it reads the features. */
export function coordinator({ options, transform }: PluginContext): void {
  const wanted = new Set(options.requirements.map((id) => tagPrefix + id));
  transform('pickles:filter', (pickles) =>
    pickles.filter(({ pickle }) => pickle.tags.some(({ name }) => wanted.has(name))),
  );
}
