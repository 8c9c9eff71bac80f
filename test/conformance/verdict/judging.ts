/** Requirements and cases to judge. */
import type { Target } from '../../../conformance/servers/target.js';
import type { Requirement } from '../../../conformance/suite/requirements.js';
import { type Case, OpenCase } from '../../../conformance/verdict/case.js';
import { Violation } from '../../../conformance/verdict/outcomes.js';
import { judgeAll, type TallyInput } from '../../../conformance/verdict/tally.js';

/** A requirement of class api and profile basic. */
export function requirement(id: string, fields: Partial<Requirement> = {}): Requirement {
  const defaults = { section: '4.1', also: [], class: 'api', level: 'must', needs: [] } as const;
  return { id, ...defaults, profiles: ['basic'], statement: `${id} holds.`, ...fields };
}

/** A case as the error that a step throws makes it. */
export function record(id: string, result: 'passed' | Error, server = 'basic'): Case {
  const start = { requirement: id, scenario: id, feature: 'f.feature', line: 3 };
  return { ...new OpenCase(start, server).end(result), exchanges: [] };
}

export function target(profile: string): Target {
  return { name: profile, class: 'api', profile };
}

export const wrong = new Violation([{ path: 'status', expected: '200', observed: '500' }]);

/** The judgements without their cases. */
export function judge(
  requirements: readonly Requirement[],
  cases: readonly Case[],
  more: Partial<TallyInput> = {},
) {
  const selection = { classes: ['api'], only: [] } as const;
  const input = { requirements, cases, selection, targets: [target('basic')], ...more };
  return judgeAll(input).map(({ cases: _cases, requirement: _requirement, ...rest }) => rest);
}

/** Three requirements, each of which needs the one before. */
export const chain = [
  requirement('a.root'),
  requirement('a.middle', { needs: ['a.root'] }),
  requirement('a.leaf', { needs: ['a.middle'] }),
];

/** A case whose only request has an answer. */
export function sending(one: Case, method: string, path: string, status = 200): Case {
  const request = { method, url: `http://t${path}`, headers: {}, body: null };
  const response = { status, headers: [], body: '' };
  const exchange = { request, response, failure: null, durationMs: 1, curl: '' };
  return { ...one, exchanges: [exchange] };
}
