/**
 * The ids of resources that bodies refer to, while a scenario is planned: texts, since bodies are JSON.
 * In the sentences of the scenario, a placeholder for a remembered value stands in their place.
 */

/** The id of a resource that a scenario creates for a body. */
export interface ReferredId {
  /** The members on the way to it, such as `items productId`. */
  readonly name: string;
  /** The name of the unique text of the resource that has the body; empty for the usual one. */
  readonly mark: string;
  /** The path of the collection that has the resource, or what `inPath` makes of it. */
  readonly collection: string;
  /** A value that the schema allows in its place. */
  readonly sample?: unknown;
}

/** The collection of what the path of the request itself names: `/orders/{}`. */
export function inPath(collection: readonly string[]): string {
  return `/${[...collection, '{}'].join('/')}`;
}

/** Whether a body repeats an id of the path that it is sent to. */
export function isInPath({ collection }: Pick<ReferredId, 'collection'>): boolean {
  return collection.endsWith('/{}');
}

const form = /\$\{referred:([^:}]*):([^:}]*):([^:}]*):([^:}]*)\}/g;
const quoted = new RegExp(`"${form.source}"|${form.source}`, 'g');

/** @param sample a value that the schema allows in its place */
export function writeReferred(
  { name, mark, collection }: Omit<ReferredId, 'sample'>,
  sample: unknown,
): string {
  const parts = [name, mark, collection, JSON.stringify(sample)];
  return `\${referred:${parts.map(encodeURIComponent).join(':')}}`;
}

function read([name = '', mark = '', collection = '', sample]: readonly string[]): ReferredId {
  return {
    sample: sample === undefined ? undefined : JSON.parse(decodeURIComponent(sample)),
    name: decodeURIComponent(name),
    mark: decodeURIComponent(mark),
    collection: decodeURIComponent(collection),
  };
}

/** The ids in a text. */
export function referredIn(text: string): readonly ReferredId[] {
  return [...text.matchAll(form)].map(([, ...parts]) => read(parts));
}

/** Whether a body has the id of another resource. */
export function refersToOthers(body: unknown): boolean {
  return referredIn(JSON.stringify(body) ?? '').length > 0;
}

/** Whether a value of a body is such an id. */
export function isReferred(value: unknown): value is string {
  return typeof value === 'string' && value.replace(form, '') === '' && value !== '';
}

/** The sample of an id; undefined for any other text. */
export function sampleOfReferred(text: string): unknown {
  const [, , , , sample] = isReferred(text) ? (new RegExp(form.source).exec(text) ?? []) : [];
  return sample === undefined ? undefined : JSON.parse(decodeURIComponent(sample));
}

/** A text in which the ids with one mark have another one. */
export function renameReferred(text: string, from: string, to: string): string {
  const [old, own] = [from, to].map(encodeURIComponent);
  return text.replace(form, (whole, name, mark, collection, sample) =>
    mark === old ? `\${referred:${name}:${own}:${collection}:${sample}}` : whole,
  );
}

/** The name by which a scenario remembers an id. */
export function rememberedName({ name, mark }: Pick<ReferredId, 'name' | 'mark'>): string {
  return mark === '' ? `its ${name}` : `its ${name} (${mark})`;
}

/** A text of a sentence: a placeholder without quotes stands for a whole value in JSON. */
export function withRemembered(text: string): string {
  return text.replace(quoted, (_whole, ...groups: string[]) => {
    const parts = groups[0] === undefined ? groups.slice(4) : groups;
    return `\${${rememberedName(read(parts))}}`;
  });
}
