/** A result with everything that a report may show, including unpleasant texts. */
import {
  type CaseResult,
  type Report,
  type RequirementResult,
  verdictOrder,
} from '../../../conformance/report/model.js';
import type { Verdict } from '../../../conformance/verdict/outcomes.js';

/** A text that breaks careless renderers. */
export const unpleasant = `<script>alert("1")</script> & ]]> | \`x\` 'é' \u0000\u0007\uFFFF\uD800 \u202e\u2066\u200b\u2028 💚\n*b*`;

/** A case with this verdict. */
export function sampleCase(verdict: CaseResult['verdict']): CaseResult {
  const request = { method: 'POST', url: 'http://t/api/users?a=1', headers: { 'X-A': unpleasant } };
  return {
    server: 'basic',
    scenario: unpleasant,
    row: unpleasant,
    feature: 'features/a.feature',
    line: 12,
    verdict,
    reason: verdict === 'pass' || verdict === 'fail' ? null : unpleasant,
    mismatches:
      verdict === 'fail'
        ? Array.from({ length: 20 }, (_, index) => ({
            path: `body.${index}`,
            expected: unpleasant,
            observed: 'x'.repeat(500),
          }))
        : [],
    observations: [],
    startedMs: 250,
    durationMs: 1.5,
    exchanges: [
      {
        request: { ...request, body: unpleasant },
        response: { status: 200, headers: [['x-b', unpleasant]], body: '{"a":1}' },
        failure: null,
        durationMs: 1,
        curl: `curl '${unpleasant}'`,
      },
      {
        request: { ...request, body: null },
        response: null,
        failure: 'there was no answer within 5 ms',
        durationMs: null,
        curl: 'curl -ig http://t/api/users',
      },
    ],
    omittedExchanges: verdict === 'pass' ? 3 : 0,
  };
}

/** A requirement with this verdict and a matching case. */
export function sampleRequirement(
  verdict: Verdict,
  fields: Partial<RequirementResult> = {},
): RequirementResult {
  const outcomes = ['pass', 'fail', 'blocked', 'not tested', 'error'] as const;
  const outcome = outcomes.find((one) => one === verdict) ?? 'pass';
  return {
    id: `sample.${verdict.replaceAll(' ', '-')}.rule`,
    section: '4.1 rule 2',
    class: 'api',
    profiles: ['basic'],
    level: verdict === 'observed' ? 'open' : 'must',
    needs: verdict === 'blocked' ? ['sample.fail.rule'] : [],
    statement: unpleasant,
    selected: true,
    verdict,
    server: verdict === 'not applicable' ? null : 'basic',
    reason: verdict === 'pass' ? null : unpleasant,
    blockedBy: verdict === 'blocked' ? 'sample.fail.rule' : null,
    option: verdict === 'not tested' ? '--api-key' : null,
    expected: null,
    observations: verdict === 'observed' ? [unpleasant] : [],
    cases: verdict === 'not applicable' ? [] : [sampleCase(outcome)],
    ...fields,
  };
}

/** The suite of the sample results. */
export const sampleSuite: Report['suite'] = {
  name: 'sample',
  title: 'Sample',
  version: '1',
  specification: { title: 'Sample', url: null, anchor: null, hash: 'abc' },
  sections: { '4.1': 'Users' },
};

/** One requirement of every verdict, and an omitted one. */
export function sampleReport(fields: Partial<Report> = {}): Report {
  const leftOut = { id: 'sample.left.out', selected: false, cases: [] };
  return {
    schemaVersion: 2,
    harness: { version: '1.2.3' },
    suite: sampleSuite,
    scope: 'class api, profile basic',
    target: {
      title: 'http://t',
      url: 'http://t',
      profiles: ['basic'],
      servers: [{ name: 'basic', class: 'api', profile: 'basic', url: 'http://t' }],
    },
    selection: { classes: ['api'], only: [] },
    seed: 3,
    marker: 'touchstone-0a1b2c3d',
    startedAt: '2026-01-02T03:04:05.678Z',
    endedAt: '2026-01-02T03:04:07.178Z',
    traffic: {
      requests: 11,
      medianMs: 83.4,
      mostAtATime: 6,
      bound: 8,
      passedAlone: [],
      throttledMs: 0,
    },
    complete: true,
    outage: null,
    conclusion: {
      answer: 'does not conform',
      sentence: 'The server does not conform: 1 requirement failed.',
      exitCode: 1,
    },
    counts: Object.fromEntries(verdictOrder.map((verdict) => [verdict, 1])) as Report['counts'],
    requirements: [
      ...verdictOrder.map((verdict) => sampleRequirement(verdict)),
      sampleRequirement('not tested', leftOut),
    ],
    coverage: {
      operations: [
        {
          operation: 'GET /api/users',
          statuses: [
            { status: '200', answers: 3, members: [{ name: '[].id', seen: false }] },
            { status: '404', answers: 0, members: [] },
          ],
        },
      ],
    },
    deviations: [
      { operation: 'GET /api/users', status: 200, path: '/*', message: unpleasant, count: 2 },
    ],
    leftovers: [
      {
        ...{ server: 'basic', reason: 'DELETE was answered with 500' },
        deletion: { method: 'DELETE', path: '/api/users?id=7' },
      },
      { server: 'basic', creation: { method: 'POST', path: '/api/users' }, reason: unpleasant },
    ],
    faults: [unpleasant],
    ...fields,
  };
}
