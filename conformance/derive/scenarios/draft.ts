/** Makes requirements of scenarios, with the ids, sections and needs that all kinds have in common. */
import type { ApiOperation } from '../description/description.js';
import { asSent, operationName } from '../description/paths.js';
import { NoExample } from '../examples/example-value.js';
import type { Plan, Use } from '../resources/plan.js';
import type { Kind, PlannedRequirement } from './model.js';
import { Writer } from './writer.js';

/** What a requirement states, and where it stands. */
export interface About {
  /** The end of its id: `response.headers`. */
  readonly rule: string;
  readonly kind: Kind;
  readonly statement: string;
  /** Default: the statement's place in the operation's name. */
  readonly title?: string;
  readonly level?: PlannedRequirement['level'];
  /** Default: the operation. */
  readonly pointer?: string;
  readonly needs?: readonly string[];
  /** Default: none */
  readonly families?: readonly string[];
  readonly tags?: readonly string[];
  readonly exercises?: readonly string[];
}

/** @throws NoExample when the description does not show how to judge it */
type Write = (writer: Writer) => void;

/**
 * A requirement with one scenario; none when the description does not show how to judge it.
 */
export function draft(
  plan: Plan,
  use: Use,
  about: About,
  write: Write,
): readonly PlannedRequirement[] {
  try {
    return [draftOrThrow(plan, use, about, write)];
  } catch (error) {
    if (error instanceof NoExample) return [];
    throw error;
  }
}

/** What several kinds of requirements plan: none for a kind whose requests cannot be made. */
export function planEach<Subject>(
  kinds: readonly ((plan: Plan, subject: Subject) => readonly PlannedRequirement[])[],
  plan: Plan,
  subject: Subject,
): readonly PlannedRequirement[] {
  return kinds.flatMap((kind) => {
    try {
      return kind(plan, subject);
    } catch (error) {
      if (error instanceof NoExample) return [];
      throw error;
    }
  });
}

/** The requirement of `draft`, or one with an unfinished scenario that says what the description does not show. */
export function draftOrSay(
  plan: Plan,
  use: Use,
  about: About,
  write: Write,
): readonly PlannedRequirement[] {
  try {
    return [draftOrThrow(plan, use, about, write)];
  } catch (error) {
    if (!(error instanceof NoExample)) throw error;
    const { method, path } = use.operation;
    const place = asSent(use.operation, path.replace(/\s/g, '%20'));
    const steps = new Writer(plan).add('When', `I send ${method} ${place}`);
    const [status = '2xx'] = /\d\d\d(?= )?/.exec(about.statement) ?? [];
    const scenario = steps.expect(status).end(about.title ?? about.statement);
    return [{ ...describe(use, about, []), scenarios: [scenario], unfinished: error.message }];
  }
}

function draftOrThrow(plan: Plan, use: Use, about: About, write: Write): PlannedRequirement {
  const writer = new Writer(plan);
  write(writer);
  const scenario = writer.end(about.title ?? titleOf(use, about), ...(about.tags ?? []));
  return { ...describe(use, about, [...writer.needs]), scenarios: [scenario] };
}

function titleOf({ operation }: Use, { statement }: About): string {
  return statement.startsWith(operation.method)
    ? statement.replace(/\.$/, '')
    : `${operationName(operation)}: ${statement.replace(/\.$/, '')}`;
}

function describe(
  { operation, name }: Use,
  about: About,
  prepared: readonly string[],
): Omit<PlannedRequirement, 'scenarios'> {
  const id = `${name}.${about.rule}`;
  const needs = [...new Set([...prepared, ...(about.needs ?? [])])].filter((one) => one !== id);
  return {
    ...{ id, needs, kind: about.kind, statement: about.statement, tag: operation.tag },
    section: sectionOf(operation, about.pointer),
    level: about.level ?? 'must',
    families: about.families ?? [],
    exercises: about.exercises ?? [],
    unfinished: undefined,
  };
}

/** The operation's section, and the part of it: `/paths/~1todos/post responses/201`. */
function sectionOf({ pointer: own }: ApiOperation, pointer = own): string {
  const section = sectionNameOf(own);
  return pointer.startsWith(`${own}/`) ? `${section} ${pointer.slice(own.length + 1)}` : section;
}

/** The JSON pointer to an operation, as readers know it: without `#` and percent-encoding. */
export function sectionNameOf(pointer: string): string {
  const plain = pointer.replace(/^#/, '').replace(/ /g, '%20');
  try {
    return decodeURIComponent(plain).replaceAll(' ', '%20');
  } catch {
    return plain;
  }
}
