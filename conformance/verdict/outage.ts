/** The end of a target during a run. */
import type { Loss } from '../http/reachability.js';
import type { CaseStart } from './case.js';

/** When and with which request a target stopped answering. It is data alone. */
export interface Outage {
  /** The server's name in reports. */
  readonly server: string;
  /** In UTC, ISO 8601. */
  readonly at: string;
  readonly request: {
    readonly method: string;
    /** Absolute. */
    readonly url: string;
  };
  /** Why the request had no answer. */
  readonly reason: string;
  /** The scenario that sent it, and what that judges; undefined for one that was none's. */
  readonly scenario: Pick<CaseStart, 'requirement' | 'feature' | 'line'> | undefined;
}

/** @param scenario the one that sent the first lost request */
export function describeOutage(
  server: string,
  { at, request, reason }: Loss,
  scenario: CaseStart | undefined,
): Outage {
  const { method, url } = request;
  const place = scenario && {
    requirement: scenario.requirement,
    feature: scenario.feature,
    line: scenario.line,
  };
  return { server, at: at.toISOString(), request: { method, url }, reason, scenario: place };
}
