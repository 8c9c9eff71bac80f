/** What an operator can say of a check, whichever way the values come in. */
import type { ClientSettings } from './http/client.js';
import { type Concurrency, usualConcurrency } from './http/concurrency-limit.js';
import type { Credentials } from './suite/suite.js';

/** Reports that are written on request: Common Test Report Format, and Cucumber's messages. */
export const reportFormats = ['ctrf', 'cucumber'] as const;

/** One of them. */
export type ReportFormat = (typeof reportFormats)[number];

/** What reports have of the exchanges of passing cases; of all others they have everything. */
export const keptExchanges = ['essential', 'all'] as const;

/** One of them. */
export type KeptExchanges = (typeof keptExchanges)[number];

/** What every check can be told, with whatever suite. */
export interface HarnessOptions {
  /** Commands that start the server, prepare it, and undo that. */
  readonly start: string | undefined;
  readonly setup: string | undefined;
  readonly teardown: string | undefined;
  /** The folder of the suite; undefined for the one that comes with Touchstone. */
  readonly suite: string | undefined;
  /** Patterns of ids, and sections; none for all requirements. */
  readonly only: readonly string[];
  /** Checks what went wrong in the last result among the reports. */
  readonly lastFailed: boolean;
  /** Files of known failures: to be read, and to be written. */
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
  /** Undefined for another one each time. */
  readonly seed: number | undefined;
  /** How often everything runs. */
  readonly repeat: number;
  /** Requests at a time, at most; undefined leaves it to the run. */
  readonly concurrency: number | undefined;
  /** Sent with every request. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Accepts any TLS certificate. */
  readonly insecure: boolean;
  /** The folder for the reports. */
  readonly reports: string;
  /** Reports to be written besides the usual ones. */
  readonly formats: readonly ReportFormat[];
  readonly keep: KeptExchanges;
  /** How many results the history of the reports keeps. */
  readonly history: number;
  /** Names the described answers that were not exercised. */
  readonly coverage: boolean;
  readonly allowUntested: boolean;
  /** Prints what would be checked, and sends nothing. */
  readonly list: boolean;
  readonly quiet: boolean;
}

/** The value of every option of a check with some suite. */
export interface CheckOptions extends HarnessOptions {
  /** The address of the suite's first server; undefined when the suite starts its own. */
  readonly baseUrl: string | undefined;
  /** The addresses that were given, by their options, `base-url` among them. */
  readonly urls: Readonly<Record<string, string>>;
  readonly classes: readonly string[];
  readonly profiles: readonly string[];
  readonly credentials: Credentials;
  /** The suite's further options, by their names in `suite.yaml`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The options of the servers that the suite starts, likewise. */
  readonly startOptions: Readonly<Record<string, string>>;
}

/** Where a server is, and how to get in: what every command that sends requests has to know. */
export type ServerOptions = Pick<
  CheckOptions,
  'baseUrl' | 'urls' | 'credentials' | 'parameters' | 'timeout' | 'headers' | 'insecure'
>;

/**
 * The options that hold for every client of a run. They are not read in `http/client.ts`, since a plan
 * needs them before the HTTP library is loaded.
 */
export function clientSettings({
  headers,
  insecure,
  timeout,
}: Pick<CheckOptions, 'headers' | 'insecure' | 'timeout'>): ClientSettings {
  return { headers: Object.fromEntries(headers), insecure, timeoutMs: timeout };
}

/** Nobody else uses our own servers, and more makes them no faster. */
const ownConcurrency: Concurrency = { bound: 4, adapts: false };

/** How many requests may be under way at a time, on each server. */
export function concurrencyFor({ baseUrl, concurrency }: CheckOptions): Concurrency {
  const usual = baseUrl === undefined ? ownConcurrency : usualConcurrency;
  return { ...usual, bound: concurrency ?? usual.bound };
}
