/** The options of a check. */
import { type Concurrency, usualConcurrency } from '../http/concurrency-limit.js';
import type { KeptExchanges, ReportFormat } from '../report/reports-folder.js';
import type { ClientOptions, ServerOptions, TargetOptions } from '../servers/target-options.js';

/** The options of the harness, which are the same for every suite. */
export interface HarnessOptions extends ServerOptions, ClientOptions {
  /** The folder of the suite; undefined for the shipped suite. */
  readonly suite: string | undefined;
  /** The OpenAPI description that is judged in place of a suite; undefined for a suite. */
  readonly openapi: string | undefined;
  /** Kinds and ids of derived requirements that are left out. */
  readonly except: readonly string[];
  /** The number of requests that are generated for each operation of a description that creates. */
  readonly examples: number;
  /** The greatest number of requests that are planned for a description; undefined for no limit. */
  readonly maxRequests: number | undefined;
  /** Operations of a description that may change data of others. */
  readonly allow: readonly string[];
  /** The name, version and address of the implementation, for readers of the result. */
  readonly targetName: string | undefined;
  readonly targetVersion: string | undefined;
  readonly targetUrl: string | undefined;
  /** Patterns of ids, and sections; empty for all requirements. */
  readonly only: readonly string[];
  /** Checks the requirements that went wrong in the last result among the reports. */
  readonly lastFailed: boolean;
  /** Files of known failures to read, and to write. */
  readonly expect: string | undefined;
  readonly writeExpect: string | undefined;
  /** Sends only requests that change nothing. */
  readonly readOnly: boolean;
  /** Undefined for a random seed. */
  readonly seed: number | undefined;
  /** The number of times that every scenario runs. */
  readonly repeat: number;
  /** The highest number of requests at a time; undefined lets the run choose. */
  readonly concurrency: number | undefined;
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
export interface CheckOptions extends HarnessOptions, TargetOptions {
  readonly classes: readonly string[];
  readonly profiles: readonly string[];
  /** Values of the start options, by their names in `suite.yaml`. */
  readonly startOptions: Readonly<Record<string, string>>;
}

/** The concurrency with our own servers, which get no faster beyond it. */
const ownConcurrency: Concurrency = { bound: 4, adapts: false };

/** The limit of requests under way at a time, for each server. */
export function concurrencyFor({ baseUrl, concurrency }: CheckOptions): Concurrency {
  const usual = baseUrl === undefined ? ownConcurrency : usualConcurrency;
  return { ...usual, bound: concurrency ?? usual.bound };
}
