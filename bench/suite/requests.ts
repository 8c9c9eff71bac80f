/** The requests that a run of the suite sent, taken from its report. */
import type { Report } from '../../conformance/report/model.js';
import type { Credentials } from '../../conformance/run.js';

export interface RecordedRequest {
  readonly method: string;
  /** Path and query string. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Takes the requests out of a report and puts the credentials back that it hides. */
export function readRequests(report: Report, credentials: Credentials): RecordedRequest[] {
  const exchanges = report.requirements
    .flatMap(({ cases }) => cases)
    .flatMap((scenario) => scenario.exchanges);
  return exchanges.map(({ request: { method, url, headers, body } }) => ({
    method,
    target: url.slice(new URL(url).origin.length),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, reveal(value, credentials)]),
    ),
    body,
  }));
}

function reveal(text: string, { apiKey = '', inactiveApiKey = '' }: Credentials): string {
  return text
    .replaceAll('$TOUCHSTONE_INACTIVE_API_KEY', inactiveApiKey)
    .replaceAll('$TOUCHSTONE_API_KEY', apiKey);
}
