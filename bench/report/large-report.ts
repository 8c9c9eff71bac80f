/** The result of a check that is far larger than any real one, for measuring renderers. */
import type { DescribedExchange } from '../../conformance/http/described-exchange.js';
import { keepEssential } from '../../conformance/report/kept-exchanges.js';
import {
  type CaseResult,
  type Report,
  type RequirementResult,
  schemaVersion,
  verdictOrder,
} from '../../conformance/report/model.js';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import { loadCatalogue, type Requirement } from '../../conformance/suite/requirements.js';

/** One of so many requirements fails, with all its cases. */
const failureInterval = 6;

const url = 'http://127.0.0.1:7001';

/**
 * A result with the requirements of the catalogue, repeated under new ids until there are enough
 * cases.
 *
 * @param cases least number of cases
 * @param casesEach cases of each requirement
 */
export function makeLargeReport(cases: number, casesEach = 4): Report {
  const suite = loadShippedSuite();
  const catalogue = loadCatalogue(suite);
  const stated = catalogue.requirements;
  const requirements = Array.from({ length: Math.ceil(cases / casesEach) }, (_, index) =>
    makeRequirement(stated[index % stated.length] as Requirement, index, casesEach),
  );
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').length;
  const none = Object.fromEntries(verdictOrder.map((verdict) => [verdict, 0])) as Report['counts'];
  const server = { name: 'basic', class: 'api', profile: 'basic', url } as const;
  const sentence = `The server does not conform: ${failed} requirements failed.`;
  return {
    schemaVersion,
    harness: { version: '0.0.0' },
    suite: {
      ...{ name: suite.name, title: suite.title, version: suite.version, sections: suite.sections },
      specification: {
        ...{ title: suite.specification.title, url: null, anchor: null },
        hash: catalogue.specificationHash,
      },
    },
    scope: 'class api, profile basic',
    target: { title: url, url, profiles: ['basic'], servers: [server] },
    selection: { classes: ['api'], only: [] },
    seed: 1,
    marker: 'touchstone-0a1b2c3d',
    startedAt: '2026-01-02T03:04:05.000Z',
    endedAt: '2026-01-02T03:05:05.000Z',
    traffic: {
      requests: 0,
      medianMs: null,
      mostAtATime: 1,
      bound: 8,
      passedAlone: [],
      throttledMs: 0,
    },
    complete: true,
    outage: null,
    conclusion: { answer: 'does not conform', sentence, exitCode: 1 },
    counts: { ...none, fail: failed, pass: requirements.length - failed },
    requirements,
    coverage: { operations: [] },
    deviations: [],
    leftovers: [],
    faults: [],
  };
}

function makeRequirement(
  { also: _also, ...stated }: Requirement,
  index: number,
  casesEach: number,
): RequirementResult {
  const verdict = index % failureInterval === 0 ? 'fail' : 'pass';
  return {
    ...stated,
    id: `${stated.id}.${index}`,
    needs: [],
    selected: true,
    verdict,
    server: 'basic',
    reason: null,
    blockedBy: null,
    option: null,
    expected: null,
    observations: [],
    cases: keepEssential(
      verdict,
      Array.from({ length: casesEach }, (_, line) => makeCase(stated.statement, verdict, line)),
    ),
  };
}

function makeCase(scenario: string, verdict: 'pass' | 'fail', line: number): CaseResult {
  const mismatch = { path: 'body.data[3].price', expected: '40.5', observed: '"40.5"' };
  return {
    server: 'basic',
    scenario,
    row: null,
    feature: 'features/api/products/list.feature',
    line,
    verdict,
    reason: null,
    mismatches: verdict === 'fail' ? [mismatch] : [],
    observations: [],
    startedMs: line,
    durationMs: 4.2,
    exchanges: [makeExchange('POST', 1), makeExchange('PUT', 1), makeExchange('GET', 10)],
    omittedExchanges: 0,
  };
}

/** An exchange whose answer has that many rows. */
function makeExchange(method: string, rows: number): DescribedExchange {
  const row = {
    ...{ id: 7, name: 'Chair <of oak>', description: null, price: 40.5, stock: 3 },
    ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05' },
  };
  const address = `${url}/api/products?page=1&limit=${rows}`;
  return {
    request: {
      method,
      url: address,
      headers: { 'X-API-Key': '$TOUCHSTONE_API_KEY', 'Content-Type': 'application/json' },
      body: method === 'GET' ? null : JSON.stringify(row),
    },
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['access-control-allow-origin', '*'],
        ['date', 'Fri, 02 Jan 2026 03:04:05 GMT'],
      ],
      body: JSON.stringify(Array.from({ length: rows }, () => row)),
    },
    failure: null,
    durationMs: 1.3,
    curl: `curl -ig '${address}' -H "X-API-Key: $TOUCHSTONE_API_KEY"`,
  };
}
