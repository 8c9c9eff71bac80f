// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { afterAll, expect, test } from 'vitest';
import { type MadeUpAnswer, perform, removeScenes, type Scene, summarize } from './scene.js';

afterAll(removeScenes);

const said = async (steps: string, scene: Scene) => summarize(await perform(steps, scene));

test('a repeated request is the same each time', async () => {
  const { requests } = await perform('When I send POST /a with {"title": "${unique}"} 3 times');
  expect(requests.map(({ body }) => body)).toEqual(Array(3).fill(requests[0]?.body));
});

test('every repetition of a preparation must succeed', async () => {
  const answers = [{ json: {} }, { status: 500, json: {} }, { json: {} }];
  expect(await said('Given I send GET /a 3 times', { answers })).toMatch(
    /^blocked: GET \/a .* 500/,
  );
});

test.each([0, 1001])('a request is not sent %i times', async (times) => {
  const { requests, outcome } = await perform(`When I send GET /a ${times} times`);
  expect([requests, outcome.verdict]).toEqual([[], 'error']);
});

const stream = (text: string, more: MadeUpAnswer = {}): Scene => ({
  answers: [{ headers: { 'Content-Type': 'text/event-stream; charset=utf-8' }, text, ...more }],
});

test.each<[string, Scene, string]>([
  ['with the events', stream('id: 1\ndata: [1]\n\ndata: b\n\n'), 'pass'],
  [
    'with too few',
    stream('data: [1]\n\n'),
    'fail: events: expected 2 events before the end or the time limit, observed 1 event',
  ],
  [
    'with other data',
    stream('id: 1\ndata: [2]\n\ndata: b\n\n'),
    'fail: body[0].data[0]: expected 1, observed 2',
  ],
  ['of another type', { answers: [{ json: [] }] }, 'fail: body[0]: expected '],
])('the events of a stream are judged: %s', async (_name, scene, expected) => {
  const steps = `When I send GET /events and read the first 2 events
    Then $[0] matches {"event": "message", "data": [1], "id": "1"}
    And $[1].data is "b"`;
  expect(await said(steps, scene)).toContain(expected);
});

test('an error in place of a stream is judged as it is', async () => {
  const scene = stream('', { status: 404, json: { error: 'none' } });
  const steps = 'When I send GET /events and read the first event\nThen $.error is "none"';
  expect(await said(steps.replace('the first event', 'the first 1 event'), scene)).toBe('pass');
});

test.each<[unknown, string]>([
  [2, 'pass'],
  [3, 'fail: body.items: expected 3 elements, as $.total states, observed 2 elements'],
  ['2', 'fail: body.total: expected a number, observed "2"'],
])('a list has as many elements as a member states: %j', async (total, expected) => {
  const scene = { answers: [{ json: { items: [1, 2], total } }] };
  const steps = 'When I send GET /a\nThen $.items has ${$.total} elements';
  expect(await said(steps, scene)).toBe(expected);
});
