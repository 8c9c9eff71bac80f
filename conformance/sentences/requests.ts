/** Sentences that send requests, and that hold the target. */
import { Blocked, SuiteMistake, Violation } from '../outcomes.js';
import type { DataTable } from '../scenarios/step-library.js';
import { Path } from './json-path.js';
import type { ScenarioWorld } from './scenario-world.js';
import {
  pairsOf,
  type Sentence,
  sentence,
  sentenceWithTable,
  sentenceWithText,
} from './sentence.js';
import type { ScenarioRequest } from './sentence-world.js';
import { fillTemplate, type JsonTemplate, parseTemplate } from './templates.js';

/** Sends a request; in a Given step it must succeed. */
async function send(
  world: ScenarioWorld,
  method: string,
  path: string,
  more: Partial<ScenarioRequest> = {},
): Promise<void> {
  const filled = world.fillPath(path);
  const { response } = await world.send({ method, path: filled, ...more });
  const isSuccess = response.status >= 200 && response.status < 300;
  if (!world.isPreparing || isSuccess) return;
  throw new Blocked(
    world.run.requirement.needs,
    `${method} ${filled} was answered with ${response.status}, but the scenario needs a success`,
  );
}

async function sendJson(
  world: ScenarioWorld,
  method: string,
  path: string,
  json: JsonTemplate,
): Promise<void> {
  await send(world, method, path, { json: fillTemplate(json, world) });
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

/**
 * The parts of a form (RFC 7578).
 *
 * @param rows name, value, and for a file its name and media type
 */
function renderParts(rows: readonly (readonly string[])[]): string {
  const parts = rows.map(([name = '', value = '', file = '', type = '']) => {
    const named = `Content-Disposition: form-data; name="${quotePart(name)}"`;
    const lines = [
      ...[`--${boundary}`, file === '' ? named : `${named}; filename="${quotePart(file)}"`],
      ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ...['', value],
    ];
    return lines.join('\r\n');
  });
  return [...parts, `--${boundary}--`, ''].join('\r\n');
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

/**
 * A copy of a body with another value for one member, or without it when the value is undefined.
 */
function changed(body: unknown, path: Path, value: unknown, world: ScenarioWorld): unknown {
  const copy: unknown = structuredClone(body);
  const { around, step } = demandMember(world.fill(path.text));
  const parent = new Path(around).findOne(copy, world).value;
  if (typeof parent !== 'object' || parent === null) throw noMember(path.text);
  const members = parent as Record<string, unknown>;
  if (value !== undefined) members[step] = value;
  else if (Array.isArray(parent)) parent.splice(Number(step), 1);
  else delete members[step];
  return copy;
}

/**
 * Divides the path of a member or an element into the path around it and the last step.
 *
 * @throws SuiteMistake for another path
 */
export function demandMember(path: string): { readonly around: string; readonly step: string } {
  const [, around = '', name, quotedName, index] =
    /^(\$.*?)(?:\.([^.[\]]+)|\[['"](.*)['"]\]|\[(\d+)\])$/s.exec(path) ?? [];
  const step = name ?? quotedName ?? index;
  if (step === undefined) throw noMember(path);
  return { around, step };
}

function noMember(path: string): SuiteMistake {
  return new SuiteMistake(`"${path}" is not a member of the body that is sent.`);
}

const sending: readonly Sentence[] = [
  sentence('I send {method} {path}', async (world, method: string, path: string) => {
    await send(world, method, path);
  }),
  sentence('I send {method} {path} with {json}', sendJson),
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
  ),
  sentence(
    'I send {method} {path} as {mediatype} with {json}',
    async (world, method: string, path: string, type: string, json: JsonTemplate) => {
      const headers = { 'Content-Type': type };
      await send(world, method, path, { json: fillTemplate(json, world), headers });
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
      const rows = table.raw().map((cells) => cells.map((cell) => world.fill(cell)));
      const type = `multipart/form-data; boundary=${boundary}`;
      await sendText(world, { method, path, type }, renderParts(rows));
    },
  ),
  sentenceWithTable(
    'I send {method} {path} with the query(:)',
    async (world, method: string, path: string, table: DataTable) => {
      await send(world, method, path, { query: fillPairs(world, pairsOf(table)) });
    },
  ),
];

const holding: readonly Sentence[] = [
  sentence('no other scenario runs from here on', async (world) => {
    await world.hold();
  }),
  sentence('other scenarios run again', (world) => {
    world.release();
  }),
];

/** A request with a value that the earlier answer lacks cannot be judged, so it blocks. */
const preparing: readonly Sentence[] = sending.map((one) => ({
  ...one,
  async act(world, parameters) {
    try {
      await one.act(world, parameters);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      throw new Blocked(world.run.requirement.needs, error.message);
    }
  },
}));

export const requests: readonly Sentence[] = [...preparing, ...holding];
