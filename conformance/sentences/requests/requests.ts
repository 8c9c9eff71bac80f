/** Sentences that send requests, and that hold the target. */
import { atStatus, mismatch, oneOfStatuses } from '../../mismatches/mismatch.js';
import type { DataTable } from '../../scenarios/step-parameters.js';
import { BlockedByNeeds, SuiteMistake, Violation } from '../../verdict/outcomes.js';
import type { Path } from '../values/json-path.js';
import { Bytes, fillTemplate, type JsonTemplate, parseTemplate } from '../values/templates.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import {
  pairsOf,
  type Sentence,
  sentence,
  sentenceWithTable,
  sentenceWithText,
} from '../world/sentence.js';
import type { ScenarioRequest } from '../world/sentence-world.js';
import { changed } from './changed-bodies.js';

/** Sends a request; in a Given step it must succeed, unless the next step judges its status. */
async function send(
  world: ScenarioWorld,
  method: string,
  path: string,
  more: Partial<ScenarioRequest> = {},
): Promise<void> {
  const filled = world.fillPath(path);
  const request = { method, path: filled, ...more };
  const { breakOffAfter, isShared = false } = world.nextRequest;
  world.nextRequest = {};
  if (breakOffAfter !== undefined) return await world.breakOff(request, breakOffAfter);
  await (isShared ? world.share(request) : world.send(request));
  if (world.needsSuccess) demandSuccess(`${method} ${filled}`, world);
}

/** @throws Blocked when the latest request prepared without success, Violation for another one */
export function demandSuccess(request: string, world: ScenarioWorld): void {
  const { status } = world.answer.response;
  if (status >= 200 && status < 300) return;
  if (!world.isPreparing) throw new Violation([mismatch(atStatus, oneOfStatuses('2xx'), status)]);
  throw new BlockedByNeeds(
    world.run.requirement.needs,
    `${request} was answered with ${status}, but the scenario needs a success`,
  );
}

async function sendJson(
  world: ScenarioWorld,
  method: string,
  path: string,
  json: JsonTemplate,
): Promise<void> {
  await sendValue(world, { method, path, type: undefined }, fillTemplate(json, world));
}

/** The most requests of one sentence: more would be a load test. */
const mostRepetitions = 1_000;

/** Acts a number of times, one after the other. */
async function repeat(times: number, act: () => Promise<void>): Promise<void> {
  if (times < 1 || times > mostRepetitions) {
    throw new SuiteMistake(`A request is sent 1 to ${mostRepetitions} times, not ${times}.`);
  }
  for (let time = 0; time < times; time += 1) await act();
}

/** A request in a sentence; the type is undefined for the usual one. */
interface TypedRequest {
  readonly method: string;
  readonly path: string;
  readonly type: string | undefined;
}

/** Whether a media type is JSON. */
const jsonType = /[/+]json(?:\s*;|$)/i;

/** Sends bytes unchanged, and so a text whose media type is not JSON; other values as JSON. */
async function sendValue(
  world: ScenarioWorld,
  { method, path, type }: TypedRequest,
  value: unknown,
): Promise<void> {
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const isText = typeof value === 'string' && type !== undefined && !jsonType.test(type);
  const other = isText ? { text: value } : { json: value };
  const body = value instanceof Bytes ? { bytes: value.data } : other;
  await send(world, method, path, { ...body, headers });
}

async function sendText(
  world: ScenarioWorld,
  { method, path, type }: { readonly method: string; readonly path: string; readonly type: string },
  text: string,
): Promise<void> {
  await send(world, method, path, { text, headers: { 'Content-Type': type } });
}

/** A text that no value contains. */
const boundary = 'touchstone-part-8d2f1c7a90';

/** A part of a form: name, value, and for a file its name and media type. */
type Part = readonly [name: string, value: string | Bytes, file: string, type: string];

/**
 * The parts of a form (RFC 7578). Not made by `FormData`, which gives every file a media type, and
 * each form a different boundary, so that equal requests would differ.
 */
function renderParts(parts: readonly Part[]): Buffer {
  const rendered = parts.flatMap(([name, value, file, type]) => {
    const named = `Content-Disposition: form-data; name="${quotePart(name)}"`;
    const lines = [
      ...[`--${boundary}`, file === '' ? named : `${named}; filename="${quotePart(file)}"`],
      ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ...['', ''],
    ];
    const content = value instanceof Bytes ? value.data : Buffer.from(value);
    return [Buffer.from(lines.join('\r\n')), content, Buffer.from('\r\n')];
  });
  return Buffer.concat([...rendered, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The value of a cell: the bytes for which a placeholder stands alone, or a text. */
function fillCell(cell: string, world: ScenarioWorld): string | Bytes {
  const [, name] = /^\$\{([^}]*)\}$/.exec(cell) ?? [];
  const value = name === undefined ? undefined : world.lookUp(name);
  return value instanceof Bytes ? value : world.fill(cell);
}

/** Browsers escape these characters in the same way. */
function quotePart(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function fillPairs(
  world: ScenarioWorld,
  pairs: readonly (readonly [string, string])[],
): [string, string][] {
  return pairs.map(([name, value]) => [world.fill(name), world.fill(value)]);
}

const sending: readonly Sentence[] = [
  sentence('I send {method} {path}', async (world, method: string, path: string) => {
    await send(world, method, path);
  }),
  sentence('I send {method} {path} with {json}', sendJson),
  sentence(
    'I send {method} {path} {int} times',
    async (world, method: string, path: string, times: number) => {
      await repeat(times, () => send(world, method, path));
    },
  ),
  sentence(
    'I send {method} {path} with {json} {int} times',
    async (world, method: string, path: string, json: JsonTemplate, times: number) => {
      await repeat(times, () => sendJson(world, method, path, json));
    },
  ),
  sentenceWithText(
    'I send {method} {path} with(:)',
    async (world, method: string, path: string, text: string) => {
      await sendJson(world, method, path, parseTemplate(text));
    },
  ),
  sentence(
    'I send {method} {path} with {json} in which {jsonpath} is {json}',
    async (
      world,
      method: string,
      path: string,
      body: JsonTemplate,
      member: Path,
      value: JsonTemplate,
    ) => {
      const filled = fillTemplate(body, world);
      const json = changed(filled, member, fillTemplate(value, world), world);
      await send(world, method, path, { json });
    },
  ),
  sentence(
    'I send {method} {path} with {json} without {jsonpath}',
    async (world, method: string, path: string, body: JsonTemplate, member: Path) => {
      const json = changed(fillTemplate(body, world), member, undefined, world);
      await send(world, method, path, { json });
    },
  ),
  sentenceWithText(
    'I send {method} {path} as {mediatype}(:)',
    async (world, method: string, path: string, type: string, text: string) => {
      await sendText(world, { method, path, type }, world.fill(text));
    },
    'no JSON',
  ),
  sentenceWithText(
    'I send {method} {path} as {mediatype} with(:)',
    async (world, method: string, path: string, type: string, text: string) => {
      await sendValue(world, { method, path, type }, fillTemplate(parseTemplate(text), world));
    },
  ),
  sentence(
    'I send {method} {path} as {mediatype} with {json}',
    async (world, method: string, path: string, type: string, json: JsonTemplate) => {
      await sendValue(world, { method, path, type }, fillTemplate(json, world));
    },
  ),
  sentenceWithTable(
    'I send {method} {path} with the form(:)',
    async (world, method: string, path: string, table: DataTable) => {
      const form = new URLSearchParams(fillPairs(world, pairsOf(table)));
      const type = 'application/x-www-form-urlencoded';
      await sendText(world, { method, path, type }, form.toString());
    },
  ),
  sentenceWithTable(
    'I send {method} {path} with the multipart form(:)',
    async (world, method: string, path: string, table: DataTable) => {
      const parts = table.raw().map(([name = '', value = '', file = '', type = '']): Part => {
        return [world.fill(name), fillCell(value, world), world.fill(file), world.fill(type)];
      });
      const type = `multipart/form-data; boundary=${boundary}`;
      await sendValue(world, { method, path, type }, new Bytes(renderParts(parts)));
    },
    'parts',
  ),
  sentenceWithTable(
    'I send {method} {path} with the query(:)',
    async (world, method: string, path: string, table: DataTable) => {
      await send(world, method, path, { query: fillPairs(world, pairsOf(table)) });
    },
  ),
];

/** The sentence after whose request there is no answer. */
export const breakOff = 'the next request breaks off after {int} byte(s)';

const breaking: readonly Sentence[] = [
  sentence(breakOff, (world, bytes: number) => {
    world.nextRequest = { ...world.nextRequest, breakOffAfter: bytes };
  }),
];

const sharing: readonly Sentence[] = [
  sentence('all scenarios share the next request', (world) => {
    world.nextRequest = { ...world.nextRequest, isShared: true };
  }),
];

/** The sentences that hold the target and release it. */
export const [hold, release] = ['no other scenario runs from here on', 'other scenarios run again'];

const holding: readonly Sentence[] = [
  sentence(hold, async (world) => {
    await world.hold();
  }),
  sentence(release, (world) => {
    world.release();
  }),
];

const preparing: readonly Sentence[] = sending.map((one) => ({
  ...one,
  act: (world, parameters) => blockWithoutValues(world, () => one.act(world, parameters)),
}));

/** Blocks when `act` needs a value that the answer to a preparation lacks. */
export async function blockWithoutValues<T>(
  world: ScenarioWorld,
  act: () => T | Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Violation && world.isAnswerPrepared)) throw error;
    throw new BlockedByNeeds(world.run.requirement.needs, error);
  }
}

export const requests: readonly Sentence[] = [...preparing, ...sharing, ...breaking, ...holding];
