import { expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { type CaseRecord, Recorder } from '../../../conformance/verdict/recorder.js';

const start = { requirement: 'a.b', scenario: 's', feature: 'f', line: 1 };
const request = { method: 'GET', url: 'http://t/', headers: {}, body: undefined };
const response = { status: 200, headers: [], body: '', malformedAt: undefined };
const exchange: Exchange = { request, response, durationMs: 1 };

function record(act: (recorder: Recorder) => void): CaseRecord[] {
  const records: CaseRecord[] = [];
  act(new Recorder('basic', (one) => records.push(one)));
  return records;
}

test('keeps what happens in each of the cases that are open', () => {
  const records = record((recorder) => {
    const first = recorder.begin(start);
    const second = recorder.begin({ ...start, scenario: 'other' });
    first.exchange(exchange);
    second.observe('200 json');
    first.unanswered(request, 'no answer');
    first.observe('409 json-error');
    second.end('passed');
    first.end('passed');
  });
  expect(records).toMatchObject([
    { scenario: 'other', exchanges: [], observations: ['200 json'] },
    {
      ...start,
      server: 'basic',
      outcome: { verdict: 'pass' },
      exchanges: [exchange, { request, reason: 'no answer' }],
      observations: ['409 json-error'],
    },
  ]);
});

test('forgets the open cases when it is stopped, and lets none begin', () => {
  const records = record((recorder) => {
    const open = recorder.begin(start);
    recorder.stop();
    open.end(new Error('interrupted'));
    expect(() => recorder.begin(start)).toThrow('The run was stopped.');
  });
  expect(records).toEqual([]);
});
