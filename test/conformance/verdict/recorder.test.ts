import { expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { type CaseRecord, Recorder } from '../../../conformance/verdict/recorder.js';

const start = { requirement: 'a.b', scenario: 's', feature: 'f', line: 1 };
const request = { method: 'GET', url: 'http://t/', headers: {}, body: undefined };
const response = { status: 200, headers: [], body: '', malformedText: false };
const exchange: Exchange = { request, response, durationMs: 1 };

function record(act: (recorder: Recorder) => void): CaseRecord[] {
  const records: CaseRecord[] = [];
  act(new Recorder('basic', (one) => records.push(one)));
  return records;
}

test('keeps what happens between begin and end, and nothing else', () => {
  const [one, ...rest] = record((recorder) => {
    recorder.exchange(exchange);
    recorder.begin(start);
    recorder.exchange(exchange);
    recorder.unanswered(request, 'no answer');
    recorder.observe('409 json-error');
    recorder.end('passed');
    recorder.unanswered(request, 'later');
  });
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    ...start,
    profile: 'basic',
    outcome: { verdict: 'pass' },
    exchanges: [exchange, { request, reason: 'no answer' }],
    observations: ['409 json-error'],
  });
});

test('refuses cases inside cases and ends without a begin', () => {
  record((recorder) => {
    expect(() => recorder.end('passed')).toThrow('ends that did not begin');
    recorder.begin(start);
    expect(() => recorder.begin({ ...start, scenario: 'other' })).toThrow('"other" begins before');
  });
});

test('forgets the open case when it is stopped, and lets none begin', () => {
  const records = record((recorder) => {
    recorder.begin(start);
    recorder.stop();
    recorder.end(new Error('interrupted'));
    expect(() => recorder.begin(start)).toThrow('The run was stopped.');
  });
  expect(records).toEqual([]);
});
