/** Ready-made sentences that could notice a fault, the strictest first. */
import { asList, asObject, memberOf } from '../../../kit/collections.js';
import { escapeRegExp } from '../../../kit/words.js';
import { isNumber } from '../../http/exact-number.js';
import { headerOf, jsonOf } from '../../http/exchange.js';
import { writeJson } from '../../http/json.js';
import type { Scenario, StepKind } from '../../scenarios/scenario.js';
import type { Fault, SeenExchange } from '../faults/fault.js';
import { counts, pages } from '../faults/lists.js';
import { pageParameters } from '../faults/parameters.js';

/** A step to add to a scenario. */
export interface AddedStep {
  readonly kind: StepKind;
  readonly text: string;
}

/** What a judgement is made from. */
export interface Situation {
  readonly fault: Pick<Fault, 'kind' | 'operation' | 'status' | 'place'>;
  /** The exchange without the fault. */
  readonly sound: SeenExchange;
  /** The steps up to the one that sends the request. */
  readonly steps: Scenario['steps'];
}

type Judge = (situation: Situation) => readonly (readonly string[])[];

const statusOf: Judge = ({ sound }) => [[`the status is ${sound.response.status}`]];

const mediaType: Judge = ({ sound }) => {
  const [type = ''] = (headerOf(sound.response, 'content-type') ?? '').split(/\s*;/);
  return [[`the media type is ${type}`]];
};

const headerIn: Judge = (situation) => {
  const { fault, sound } = situation;
  const { place } = fault;
  if (place === 'content-type') return mediaType(situation);
  const value = headerOf(sound.response, place) ?? '';
  return [[`the header ${place} is ${writeJson(value)}`], [`the header ${place} is present`]];
};

const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value) || typeof value === 'bigint') return 'integer';
  return isNumber(value) ? 'number' : typeof value;
};

const typesInWords: Readonly<Record<string, string>> = {
  null: 'null',
  array: 'an array',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'a boolean',
  object: 'an object',
};

/** The values of the text of a scenario: what its author has chosen, and not the target. */
function isChosen(value: unknown, steps: Situation['steps']): boolean {
  if (typeof value === 'boolean' || value === null) return true;
  const written = writeJson(value);
  return steps.some(({ text }) =>
    new RegExp(`(?<![\\w.])${escapeRegExp(written)}(?![\\w.])`).test(text),
  );
}

/** The value at a path of plain names: `$.items`. */
function valueIn(path: string, { response }: SeenExchange): unknown {
  const names = path.split('.').slice(1);
  return names.reduce<unknown>((at, name) => memberOf(at, name), jsonOf(response)?.value);
}

/** A member outside of lists: its exact value, the value that was sent, or its type. */
function ofMember(path: string, { sound, steps }: Situation): readonly (readonly string[])[] {
  const value = valueIn(path, sound);
  const [name = '', ...deeper] = path.split('.').slice(1);
  const exact = isChosen(value, steps) ? [[`${path} is ${writeJson(value)}`]] : [];
  const sent =
    deeper.length === 0 ? [[`the body matches ${JSON.stringify({ [name]: '#sent' })}`]] : [];
  const unique = uniqueMembers(steps)
    .filter(([member]) => member === name)
    .map(([, text]) => [`${path} is ${text}`]);
  const remembered = rememberedAs(name, steps).map((text) => [`${path} is ${text}`]);
  const type = typesInWords[typeName(value)];
  return [
    ...exact,
    ...sent,
    ...unique,
    ...remembered,
    ...(type === undefined ? [] : [[`${path} is ${type}`]]),
  ];
}

/** The placeholders for values that steps have remembered from members of a name. */
function rememberedAs(name: string, steps: Situation['steps']): readonly string[] {
  return steps.flatMap(({ text }) => {
    const [, member, as] = /^I remember \$\.(\w+) as "([^"]+)"$/.exec(text) ?? [];
    return member === name && as !== undefined ? [`\${${as}}`] : [];
  });
}

/**
 * Whether an answer may be one page of several. On a server with many rows of others, an own element
 * may then be on another one.
 */
function isPage({ request, response }: SeenExchange): boolean {
  const parameters = [...new URL(request.url).searchParams.keys()];
  const visit = (value: unknown): readonly string[] =>
    Object.entries(asObject(value)).flatMap(([name, one]) => [name, ...visit(one)]);
  return (
    parameters.some((name) => pageParameters.test(name)) ||
    visit(jsonOf(response)?.value).some((name) => counts.test(name) || pages.test(name))
  );
}

/** A member of the elements of a list. */
function ofElements(
  list: string,
  member: string,
  { sound, steps }: Situation,
): readonly (readonly string[])[] {
  const values = asList(valueIn(list, sound)).map((one) => memberOf(one, member));
  const chosen = values.filter((one) => one !== undefined && isChosen(one, steps));
  const texts = isPage(sound) ? [] : uniqueMembers(steps);
  const own = texts.flatMap(([name, text]) => {
    const element = `${list}[?@.${name} == ${text.replaceAll('"', "'")}]`;
    if (name === member) return [[`${element} has 1 element`]];
    const known = [...rememberedAs(member, steps), ...chosen.map((one) => writeJson(one))];
    return [...new Set(known)].map((value) => [`${element}.${member} is ${value}`]);
  });
  const [first] = values.filter((one) => one !== undefined);
  const type = `every element of ${list} matches ${JSON.stringify({ [member]: `#${typeName(first)}` })}`;
  return [...own, ...(first === undefined ? [] : [[type]])];
}

const memberIn: Judge = (situation) => {
  const { place } = situation.fault;
  const [, list, member] = /^(\$(?:\.\w+)*)\[\*\]\.(\w+)$/.exec(place) ?? [];
  if (list !== undefined && member !== undefined) return ofElements(list, member, situation);
  return /^\$(?:\.\w+)+$/.test(place) ? ofMember(place, situation) : [];
};

/** The members that requests send with a unique text: `["title", "\"${unique}\""]`. */
function uniqueMembers(
  steps: Situation['steps'],
): readonly (readonly [name: string, text: string])[] {
  return steps.flatMap(({ text, argument }) => {
    const whole = `${text} ${argument?.docString?.content ?? ''}`;
    return [...whole.matchAll(/"(\w+)":\s*("\$\{unique(?:-word)?(?::[^}]*)?\}")/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
  });
}

const listIn: Judge = ({ fault: { place }, sound, steps }) =>
  (isPage(sound) ? [] : uniqueMembers(steps)).map(([name, text]) => [
    `${place}[?@.${name} == ${text.replaceAll('"', "'")}] has 1 element`,
  ]);

/** Sentences about the answer itself, by the kind of the fault. */
const judges: Readonly<Record<string, Judge>> = {
  'status-documented': statusOf,
  'status-200': statusOf,
  'status-400': statusOf,
  'status-500': statusOf,
  'error-form': () => [['the body is JSON']],
  'header-absent': headerIn,
  'header-wrong': headerIn,
  'media-type': mediaType,
  'member-extra': () => [['the answer conforms to the OpenAPI description']],
  'credentials-ignored': statusOf,
  'credentials-refused': statusOf,
  'validation-skipped': statusOf,
};

/**
 * The steps to add after the request, one alternative after the other. A fault of a write shows in
 * a later read.
 */
export function judgementsFor(situation: Situation): readonly (readonly AddedStep[])[] {
  const { kind } = situation.fault;
  if (/^(?:write|delete)-/.test(kind)) return readsAfter(situation);
  const usual = kind.startsWith('list-') ? listIn : memberIn;
  const judge = judges[kind] ?? usual;
  return judge(situation).map((texts) => texts.map((text) => ({ kind: 'judgement', text })));
}

/** A read of what a request should have changed, deleted or created. */
function readsAfter({ steps }: Situation): readonly (readonly AddedStep[])[] {
  const last = steps.at(-1)?.text ?? '';
  const [, method = '', path = '', body] =
    /^I send ([A-Z]+) (\S+)(?: with (\{.*\}))?$/.exec(last) ?? [];
  const read = (from: string, judgement: string): readonly AddedStep[] => [
    { kind: 'action', text: `I send GET ${from}` },
    { kind: 'judgement', text: judgement },
  ];
  if (method === 'DELETE') return [read(path, 'the status is not a success')];
  if (method === 'PUT' || method === 'PATCH') {
    return body === undefined ? [] : [read(path, `the body matches ${body}`)];
  }
  const cleaned = steps.flatMap(({ text }) => {
    const [, created = '', deleted] =
      /^what POST (\S+) creates is cleaned up with DELETE (\S+)$/.exec(text) ?? [];
    return method === 'POST' && created === path && deleted !== undefined ? [deleted] : [];
  });
  return cleaned.map((resource) => read(resource, 'the status is a success'));
}
