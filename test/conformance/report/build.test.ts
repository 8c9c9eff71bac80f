import { expect, test } from 'vitest';
import type { Exchange } from '../../../conformance/http/exchange.js';
import { buildReport, type RunResult } from '../../../conformance/report/build.js';
import type { Level, Requirement } from '../../../conformance/requirements.js';
import type { CaseRecord, Outcome } from '../../../conformance/verdict/recorder.js';

const long = 'x'.repeat(2000);

const requirement: Requirement = {
  id: 'users.list.status',
  section: '4.1',
  also: [],
  class: 'api',
  profiles: ['basic'],
  level: 'must',
  needs: [],
  statement: 'A list is answered with 200.',
};

function caseOf(outcome: Outcome): CaseRecord {
  const request = { method: 'POST', url: 'http://t/api/users', headers: {}, body: long };
  const response = { status: 200, headers: [], body: long, malformedAt: undefined };
  const exchange: Exchange = { request, response, durationMs: 1 };
  const place = { requirement: requirement.id, scenario: 's', feature: 'f', line: 1 };
  const rest = { server: 'basic', exchanges: [exchange], observations: [], durationMs: 1 };
  return { ...place, ...rest, outcome };
}

/** The only exchange of a run with one case. */
function describeCase(outcome: Outcome, level: Level) {
  const judgement = {
    ...{ requirement: { ...requirement, level }, selected: true, verdict: 'pass' as const },
    ...{ server: 'basic', reason: undefined, blockedBy: undefined, option: undefined },
    ...{ expected: undefined, cases: [caseOf(outcome)] },
  };
  const result: RunResult = {
    ...{ suiteVersion: '1', specificationHash: '', targetUrl: null, profiles: [], servers: [] },
    ...{ selection: { classes: ['api'], only: [] }, seed: 1, complete: true, insecure: false },
    ...{ startedAt: new Date(0), endedAt: new Date(0), leftovers: [], faults: [] },
    ...{ judgements: [judgement], contract: { coverage: { operations: [] }, deviations: [] } },
    conclusion: { answer: 'conforms', sentence: '', exitCode: 0 },
  };
  const report = buildReport(result, (text) => text);
  const exchange = report.requirements[0]?.cases[0]?.exchanges[0];
  return { request: exchange?.request.body, response: exchange?.response?.body };
}

const failed: Outcome = { verdict: 'fail', mismatches: [] };

test('of a passed case the long answer is cut, and how much is said; the request is whole', () => {
  expect(describeCase({ verdict: 'pass' }, 'must')).toEqual({
    request: long,
    response: `${'x'.repeat(512)}… (1488 more characters)`,
  });
});

test('what failed, and what was observed, keeps its answer', () => {
  expect(describeCase(failed, 'must').response).toBe(long);
  expect(describeCase({ verdict: 'pass' }, 'open').response).toBe(long);
});
