/** The requests of a check, taken from its report. */

import { createRestorer } from '../../conformance/http/secrets/redact.js';
import { secretsOf } from '../../conformance/http/secrets/secrets.js';
import type { CaseResult, Report } from '../../conformance/report/model.js';
import type { Credentials } from '../../conformance/suite/suite.js';

/** A server to which the requests are sent again. */
export interface LoopTarget {
  /** Its name in the report's cases. */
  readonly server: string;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly credentials: Credentials;
}

export interface RecordedRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Takes the requests from a report, grouped by server, redirects them to other servers, and inserts
 * the credentials of these servers where the report has redacted some.
 */
export function readRequests(report: Report, targets: readonly LoopTarget[]): RecordedRequest[] {
  const cases = report.requirements.flatMap((requirement) => requirement.cases);
  return targets.flatMap((target) =>
    cases.filter(({ server }) => server === target.server).flatMap((one) => direct(one, target)),
  );
}

function direct({ exchanges }: CaseResult, { url, credentials }: LoopTarget): RecordedRequest[] {
  const restore = createRestorer(secretsOf(credentials, { credentials: [] }));
  return exchanges.map(({ request }) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, restore(value)]);
    return {
      method: request.method,
      url: restore(url + request.url.slice(new URL(request.url).origin.length), encodeURIComponent),
      headers: Object.fromEntries(headers),
      body: request.body === null ? null : restore(request.body),
    };
  });
}
