/** `docs/sentences.md` has all ready-made sentences, each with an example and its message. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMismatches } from '../../conformance/mismatches/mismatch-text.js';
import { groupLeftovers } from '../../conformance/report/queries.js';
import { compileFeature } from '../../conformance/scenarios/compile-feature.js';
import type { StepLibrary } from '../../conformance/scenarios/step-library.js';
import { sentences } from '../../conformance/sentences/ready-made.js';
import { typeNames, typesInWords } from '../../conformance/sentences/values/named-types.js';
import { loadSteps } from '../../conformance/step-files/load-steps.js';
import { packageFile } from '../../kit/package-root.js';
import { findingsIn } from '../conformance/lint/suite-folder.js';
import { removeFolders } from '../conformance/run-check.js';
import {
  type MadeUpAnswer,
  perform,
  removeScenes,
  type Scene,
  type SceneResult,
} from '../conformance/sentences/scene.js';

afterAll(removeScenes);
afterAll(removeFolders);

const text = readFileSync(packageFile('docs', 'sentences.md'), 'utf8');

interface Entry {
  readonly pattern: string;
  readonly example: string;
  /** `Fails`, `Blocks`, … */
  readonly kind: string;
  readonly message: string;
}

const entries: readonly Entry[] = text
  .split(/^### /m)
  .slice(1)
  .map((part) => {
    const [, pattern = ''] = /^`(.*)`$/m.exec(part) ?? [];
    const [, example = ''] = /```gherkin\n(.*?)```/s.exec(part) ?? [];
    const [, kind = '', message = ''] = /^\*\*([\w ]+):\*\* `(.*)`$/m.exec(part) ?? [];
    return { pattern, example, kind, message };
  });

const json = (value: unknown): Scene => ({ answers: [{ json: value }] });
const status = (number: number): Scene => ({ answers: [{ status: number, json: {} }] });
const header = (name: string, value: string): Scene => ({
  answers: [{ headers: { [name]: value }, text: '[]' }],
});
const body = (content: string): Scene => ({ answers: [{ text: content }] });

const credentials = 'credentials:\n  token:\n    help: a token\n    header: "X-Token: ${value}"\n';
const created: MadeUpAnswer = { status: 201, json: { id: 7 } };
/** A todo that is created, and is read without a value of the run. */
const unmarked = ({ method }: { readonly method: string }): MadeUpAnswer =>
  method === 'POST' ? created : { json: { id: 7 } };
const owner = json({ owner: { name: 'Ada', id: '7', email: 'ada' } });

/** Scenes in which the examples produce the documented messages. */
const scenes: Readonly<Record<string, Scene>> = {
  'I send {method} {path}': status(500),
  'I send {method} {path} with {json}': status(401),
  'I send {method} {path} {int} times': { answers: [created, { json: { views: 1 } }] },
  'I send {method} {path} with {json} {int} times': {
    answers: ({ method }) => (method === 'POST' ? created : { json: Array(12).fill({}) }),
  },
  'I wait until the clock of the target shows another second': {
    answers: [
      { status: 201, json: { id: 7, updated_at: '2030-01-01T00:00:00Z' } },
      { json: { id: 7, title: 'touchstone-0a1b2c3d-1' } },
      { json: { updated_at: '2030-01-01T00:00:00Z' } },
    ],
  },
  'I send GET {path} and read the first {int} event(s)': {
    answers: [
      {
        headers: { 'Content-Type': 'text/event-stream' },
        text: 'data: {"title": "a"}\n\ndata: {"title": "b"}\n\n',
      },
    ],
  },
  'I send {method} {path} with(:)': status(422),
  'I send {method} {path} with {json} in which {jsonpath} is {json}': status(201),
  'I send {method} {path} with {json} without {jsonpath}': status(201),
  'I send {method} {path} as {mediatype}(:)': status(500),
  'I send {method} {path} as {mediatype} with {json}': status(415),
  'I send {method} {path} as {mediatype} with(:)': status(415),
  'I send {method} {path} for up to {int} second(s) until {text}': json({ id: 7, state: 'queued' }),
  'I send GET {path} and follow {path} for up to {int} page(s)': {
    answers: [
      created,
      { json: { items: [{ title: 'touchstone-0a1b2c3d-1' }], next: '/todos?page=2' } },
      { json: { items: [{ title: 'touchstone-0a1b2c3d-1' }] } },
    ],
  },
  'I send {method} {path} with the form(:)': {},
  'I send {method} {path} with the multipart form(:)': status(415),
  'I send {method} {path} with the query(:)': json([{}, {}]),
  '{int} generated request(s) {method} {path} is/are answered as described(:)': status(500),
  '{int} generated request(s) {method} {path} that break(s) one constraint is/are answered with {status}(:)':
    { answers: [created] },
  'all scenarios share the next request': { answers: [created, { json: {} }] },
  'the next request breaks off after {int} byte(s)': {
    answers: [created, { json: { title: 'touchstone-0a1b2c3d-1' } }, {}, { json: { title: '' } }],
  },
  'no other scenario runs from here on': json([{ title: 'another' }]),
  'other scenarios run again': json([{ title: 'another' }]),
  'I set the header {header} to {json}': {},
  'I set the headers(:)': {},
  'I drop the header {header}': header('Content-Type', 'text/csv'),
  'I use the credential {credential}': { suite: credentials },
  'I use no credential': status(200),
  'I use {json} as bearer token': json({}),
  'I use the user {json} with the password {json}': status(200),
  '{jsonpath} has {remembered} element(s)': json({ items: [{}], total: 3 }),
  'the status is {status}': status(500),
  'the status is not {status}': status(500),
  'the header {header} is {json}': header('Cache-Control', 'private'),
  'the header {header} is not {json}': header('ETag', '"a"'),
  'the header {header} contains {json}': header('Content-Type', 'application/json'),
  'the header {header} lists {json}': header('Allow', 'GET, HEAD'),
  'the header {header} does not list {json}': header('Allow', 'GET, DELETE'),
  'the header {header} matches {regexp}': header('ETag', 'abc'),
  'the header {header} is {comparison} {json}': header('X-RateLimit-Remaining', '9'),
  'the header {header} is {type}': header('Last-Modified', '2026-10-21'),
  'the header {header} is present': header('Date', 'now'),
  'the header {header} is absent': header('X-Powered-By', 'Express'),
  'the media type is {mediatype}': header('Content-Type', 'text/html; charset=utf-8'),
  'the challenge {scheme} is present': header('WWW-Authenticate', 'Basic realm="todos"'),
  'the challenge {scheme} is absent': header('WWW-Authenticate', 'Basic realm="todos"'),
  'the challenge {scheme} matches {json}': header('WWW-Authenticate', 'Bearer realm="todos"'),
  '{jsonpath} is {json}': json({ owner: { name: 'Ada', id: '7', admin: true } }),
  '{jsonpath} is not {json}': json({ title: '' }),
  '{jsonpath} is {type}': json({ created: 'yesterday' }),
  '{jsonpath} is present': json({}),
  '{jsonpath} is absent': json({ password: 'secret' }),
  '{jsonpath} matches {json}': owner,
  '{jsonpath} matches(:)': owner,
  '{jsonpath} matches {regexp}': json({ url: 'http://localhost/1' }),
  '{jsonpath} contains {json}': json({ tags: ['garden'] }),
  '{jsonpath} does not contain {json}': json({ title: '<script>alert(1)' }),
  '{jsonpath} is {comparison} {json}': json({ order: -1 }),
  '{jsonpath} has {amount} element(s)': json({ items: [1] }),
  '{jsonpath} has {amount} element(s) that match(es) {json}': json([{ title: 'a' }, {}]),
  '{quantifier} element of {jsonpath} matches {json}': json({ items: [{ id: 7 }, { id: '8' }] }),
  'the elements of {jsonpath} are unique': json([{ id: 7 }, { id: 8 }, { id: 7 }]),
  'the elements of {jsonpath} are in {order} order': json([3, 5, 4].map((order) => ({ order }))),
  'the elements of {jsonpath} are {json} in this order': json([
    { title: 'first' },
    { title: 'second' },
  ]),
  'the elements of {jsonpath} are {json} in any order': json({ tags: ['home', 'office'] }),
  'the body matches {json}': json({ title: 'TOUCHSTONE' }),
  'the body matches(:)': json({ items: [{ price: 1 }, { price: 2.5 }, { price: '12' }] }),
  'the body is exactly {json}': json([1]),
  'the body is exactly(:)': json({ id: 1, title: 'a', extra: true }),
  'the body is JSON': body(''),
  'the body is empty': body('gone'),
  'the bytes of the body are {json}': {
    answers: [{}, { bytes: Buffer.from('89504e47ff', 'hex') }],
  },
  'the text of the body is {json}': body('2.0'),
  'the text of the body contains {json}': body('id;title'),
  'the text of the body does not contain {json}': body('ada:touchstone-0a1b2c3d-1'),
  'the text of the body matches {regexp}': body('two'),
  'the answer conforms to the OpenAPI description': {
    ...json({ title: 7 }),
    openapi: `openapi: 3.1.0
info: { title: Todos, version: '1' }
paths:
  /todos/{id}:
    get:
      responses:
        '200':
          description: A todo
          content:
            application/json:
              schema: { type: object, properties: { title: { type: string } } }
`,
  },
  'the headers conform to the OpenAPI description': {
    ...header('X-Total', 'many'),
    openapi: `openapi: 3.1.0
info: { title: Todos, version: '1' }
paths:
  /todos/{id}:
    get:
      responses:
        '200':
          description: A todo
          headers: { X-Total: { schema: { type: integer } } }
`,
  },
  'one of these holds(:)': json({ items: [1] }),
  'the requirement applies only if {text}': {
    answers: ({ method }) => {
      if (method === 'DELETE') return { status: 405 };
      return method === 'POST' ? created : { json: { title: 'touchstone-0a1b2c3d-1' } };
    },
  },
  'I remember {jsonpath} as {string}': json({}),
  'I remember the endpoint {jsonpath} as {string}': json({}),
  'I remember the header {header} as {string}': json({}),
  'I remember the status as {string}': status(200),
  'I remember the body as {string}': { answers: [{ json: [1] }, { json: [2] }] },
  'I remember the text of the body as {string}': {
    answers: [{ text: '1;milk' }, { text: '1;bread' }],
  },
  'I remember {json} as {string}': {},
  'I remember the text as {string}(:)': status(415),
  'I remember as {string}(:)': {},
  'I remember {json} in which {jsonpath} is {json} as {string}': status(201),
  'I remember {json} without {jsonpath} as {string}': status(201),
  'I remember what {regexp} finds in {json} as {string}': {
    answers: [{ status: 302, headers: { Location: 'http://client.example/?error=access_denied' } }],
  },
  'I remember {json} followed by {json} as {string}': {
    answers: [{ status: 201 }, { bytes: Buffer.from('00ff', 'hex') }],
  },
  'I remember {json} repeated {int} time(s) as {string}': status(201),
  'I remember {json} padded to {int} character(s) as {string}': status(201),
  'I remember {json} plus {json} as {string}': json({ total: 3 }),
  'I remember {json} minus {json} as {string}': header('X-RateLimit-Remaining', '9'),
  'I remember the bytes {json} as {string}': {},
  'I remember the file {file} as {string}': {},
  'I remember the bytes of the body as {string}': {
    answers: ['89ff', '8900'].map((digits) => ({ bytes: Buffer.from(digits, 'hex') })),
  },
  'I remember the {measure} of {json} as {string}': status(400),
  '{remembered} is {json}': {
    answers: [{ json: { title: 'milk' } }, { json: { title: 'bread' } }],
  },
  '{remembered} matches {json}': json({ token: 'e30.eyJzdWIiOiJhZGEiLCJleHAiOiJuZXZlciJ9.c2ln' }),
  '{remembered} matches {regexp}': header('ETag', 'W/"a"'),
  '{remembered} is not {json}': { answers: [created] },
  '{remembered} is {comparison} {json}': json({ version: 3 }),
  'what {method} {path} creates is cleaned up with {method} {path}': {
    answers: ({ method }) => {
      if (method === 'DELETE') return { status: 500 };
      return method === 'POST' ? created : { json: { title: 'touchstone-0a1b2c3d-1' } };
    },
  },
  'what {method} {path} creates is cleaned up with {method} {path}, shown by GET {path}': {
    answers: ({ method, path }) => {
      if (method === 'DELETE') return { status: 500 };
      const shown = path.endsWith('/7') ? { id: 7 } : [{ text: 'touchstone-0a1b2c3d-1' }];
      return method === 'POST' ? created : { json: shown };
    },
  },
  'I clean up with {method} {path}': { answers: unmarked },
  'I clean up with {method} {path}, shown by GET {path}': { answers: unmarked },
  'clean-ups have the header {header} {json}': {
    answers: ({ method }) => (method === 'POST' ? created : { status: 401, json: {} }),
  },
  'clean-ups log in with {method} {path} {json} and have the header {header} {json}': {
    answers: ({ method, path, headers, body: sent }) => {
      if (path === '/sessions') return { json: { token: `of ${JSON.parse(String(sent)).name}` } };
      if (method === 'POST') return created;
      if (headers?.Authorization !== 'Bearer of touchstone-0a1b2c3d-1') return { status: 401 };
      return method === 'GET' ? { json: { name: 'touchstone-0a1b2c3d-1' } } : { status: 500 };
    },
  },
  'the answer is recorded': {
    answers: [{ status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' }, text: '-' }],
  },
  '{jsonpath} is recorded': {
    answers: ({ body: sent }) => ({ json: { title: `${JSON.parse(String(sent)).title}!` } }),
  },
  'the header {header} is recorded': header('Location', '/todos/touchstone-0a1b2c3d-1'),
  '{remembered} is recorded': body('[]'),
  'the type of {jsonpath} is recorded': json({ id: 7 }),
  'whether {text} is recorded': {
    answers: ({ method }) => ({ status: method === 'GET' ? 404 : 500 }),
  },
};

/** The kind and message of an example's result, in the form of the documentation. */
function describeResult({
  outcome,
  observations,
  leftovers,
}: SceneResult): readonly [string, string] {
  const reason = outcome.reason ?? '';
  switch (outcome.verdict) {
    case 'fail':
      return ['Fails', describeMismatches({ ...outcome, exchanges: [] })];
    case 'blocked':
      return ['Blocks', reason];
    case 'not applicable':
      return ['Not applicable', reason];
    case 'not tested':
      return ['Not tested', reason];
    case 'error':
      return ['Mistake', reason.replace(/^features\/\S+:\d+: ".*?(?<!\\)": (?=[A-Z])/s, '')];
    default: {
      const [left] = groupLeftovers(leftovers);
      if (left !== undefined) return ['Leaves', `${left.name}: ${left.reason}`];
      return ['Records', observations.join(', ')];
    }
  }
}

describe('docs/sentences.md', () => {
  let library: StepLibrary;
  beforeAll(async () => {
    library = await loadSteps({ folder: 'sentences', steps: undefined });
  });

  test('has each sentence exactly once, and no others', () => {
    const documented = entries.map(({ pattern }) => pattern);
    expect([...documented].sort()).toEqual(sentences.map(({ pattern }) => pattern).sort());
    expect(Object.keys(scenes).sort()).toEqual([...documented].sort());
  });

  test('names each sentence once in its index', () => {
    const [, index = ''] = /^## Finding a sentence$(.*?)^## /ms.exec(text) ?? [];
    const rows = index.split('\n').filter((line) => line.startsWith('| '));
    const named = rows.flatMap((row) => [...row.matchAll(/`([^`]*)`/g)].map(([, one]) => one));
    expect(named.sort()).toEqual(sentences.map(({ pattern }) => pattern).sort());
  });

  test.each(entries)('$pattern has an example that uses it', ({ pattern, example }) => {
    const [scenario] = compileFeature(`Feature: a\nScenario: b\n${example}`, 'docs');
    const found = (scenario?.steps ?? []).map((step) => library.findAll(step.text));
    expect(found.map((matches) => matches.length)).toEqual(found.map(() => 1));
    const used = found.flat().map(({ definition }) => definition.pattern);
    expect(used).toContain(pattern);
  });

  test.each(entries)(
    '$pattern produces the documented message',
    async ({ pattern, example, kind, message }) => {
      const result = await perform(example, scenes[pattern]);
      expect(describeResult(result)).toEqual([kind, message]);
    },
  );

  test('has no example that lint accuses, except for the documented mistakes', async () => {
    const scenarios = entries
      .filter(({ kind }) => kind !== 'Mistake')
      .map(({ example }) => `  @req:lamp.switch.on\n  Scenario: One\n${example}\n`);
    const findings = await findingsIn({
      'steps/lamp.steps.js': undefined,
      'suite.yaml': `name: lamp\ntitle: Lamp\nrequirements: requirements.yaml\nfeatures: features\nopenapi: openapi.yaml\n${credentials}  password:\n    help: a password\n`,
      'requirements.yaml':
        'requirements:\n  - id: lamp.is.there\n    statement: It is there.\n  - id: lamp.switch.on\n    needs: [lamp.is.there]\n    statement: It is on.\n',
      'openapi.yaml': 'openapi: 3.1.0\ninfo: {title: Lamps, version: "1"}\npaths: {}\n',
      'features/lamp.feature': `Feature: Examples\n${scenarios.join('')}`,
    });
    // Examples need not prepare what they name, or clean up.
    const allowed =
      /no step before this one sends a request|no scenario checks it|judges nothing|only records|clean/;
    expect(findings.filter((one) => !allowed.test(one))).toEqual([]);
  });

  test('has all sentences that the guide to suites recommends', () => {
    const guide = readFileSync(packageFile('docs', 'writing-a-suite.md'), 'utf8');
    const [, table = ''] = /^## Beyond JSON$(.*?)^## /ms.exec(guide) ?? [];
    const steps = [...table.matchAll(/`((?:I|the|what) [^`]*)`/g)].map(([, step = '']) => step);
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.filter((step) => library.findAll(step).length !== 1)).toEqual([]);
  });

  test('names all types of patterns', () => {
    for (const name of typeNames) expect(text).toContain(`#${name}\``);
    for (const [words] of typesInWords) expect(text).toContain(`\`${words}\``);
  });
});
