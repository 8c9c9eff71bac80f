/** The options of a check. */
import type { ClientSettings } from './http/client.js';
import { type Concurrency, usualConcurrency } from './http/concurrency-limit.js';
import type { Credentials } from './suite/suite.js';

/** The formats of reports on request: Common Test Report Format, and Cucumber's messages. */
export const reportFormats = ['ctrf', 'cucumber'] as const;

/** The format of a report on request. */
export type ReportFormat = (typeof reportFormats)[number];

/** The choices for exchanges of passing cases in reports; other cases keep all of theirs. */
export const keptExchanges = ['essential', 'all'] as const;

/** The choice for exchanges of passing cases in reports. */
export type KeptExchanges = (typeof keptExchanges)[number];

/** The options of the harness, which are the same for every suite. */
export interface HarnessOptions {
  /** Commands that start the server, prepare it, and undo the preparation. */
  readonly start: string | undefined;
  readonly setup: string | undefined;
  readonly teardown: string | undefined;
  /** The folder of the suite; undefined for the shipped suite. */
  readonly suite: string | undefined;
  /** Patterns of ids, and sections; empty for all requirements. */
  readonly only: readonly string[];
  /** Checks the requirements that went wrong in the last result among the reports. */
  readonly lastFailed: boolean;
  /** Files of known failures to read, and to write. */
  readonly expect: string | undefined;
  readonly writeExpect: string | undefined;
  /** Sends only requests that change nothing. */
  readonly readOnly: boolean;
  /** The data of the server end with the check. */
  readonly disposable: boolean;
  /** In seconds, until the server's first answer. */
  readonly wait: number;
  /** In milliseconds, for one answer. */
  readonly timeout: number;
  /** Undefined for a random seed. */
  readonly seed: number | undefined;
  /** The number of times that every scenario runs. */
  readonly repeat: number;
  /** The highest number of requests at a time; undefined lets the run choose. */
  readonly concurrency: number | undefined;
  /** Sent with every request. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Accepts any TLS certificate. */
  readonly insecure: boolean;
  /** The folder for the reports. */
  readonly reports: string;
  /** Reports to write besides the usual ones. */
  readonly formats: readonly ReportFormat[];
  readonly keep: KeptExchanges;
  /** The number of results in the history of the reports. */
  readonly history: number;
  /** Prints the described answers that were not exercised. */
  readonly coverage: boolean;
  readonly allowUntested: boolean;
  /** Prints the plan, and sends nothing. */
  readonly list: boolean;
  readonly quiet: boolean;
}

/** The options of a check with a certain suite. */
export interface CheckOptions extends HarnessOptions {
  /** The address of the suite's first server; undefined when the suite starts its own. */
  readonly baseUrl: string | undefined;
  /** The given addresses by their options, with `base-url`. */
  readonly urls: Readonly<Record<string, string>>;
  readonly classes: readonly string[];
  readonly profiles: readonly string[];
  readonly credentials: Credentials;
  /** Values of the suite's parameters, by their names in `suite.yaml`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Values of the start options, by their names in `suite.yaml`. */
  readonly startOptions: Readonly<Record<string, string>>;
}

/** The options of every command that sends requests: addresses, credentials and limits. */
export type TargetOptions = Pick<
  CheckOptions,
  'baseUrl' | 'urls' | 'credentials' | 'parameters' | 'timeout' | 'headers' | 'insecure'
>;

/**
 * Returns the settings of every client of a run. This function is not in `http/client.ts`, since a
 * plan needs it before the HTTP library is loaded.
 */
export function clientSettings({
  headers,
  insecure,
  timeout,
}: Pick<CheckOptions, 'headers' | 'insecure' | 'timeout'>): ClientSettings {
  return { headers: Object.fromEntries(headers), insecure, timeoutMs: timeout };
}

/** The concurrency with our own servers, which get no faster beyond it. */
const ownConcurrency: Concurrency = { bound: 4, adapts: false };

/** The limit of requests under way at a time, for each server. */
export function concurrencyFor({ baseUrl, concurrency }: CheckOptions): Concurrency {
  const usual = baseUrl === undefined ? ownConcurrency : usualConcurrency;
  return { ...usual, bound: concurrency ?? usual.bound };
}
