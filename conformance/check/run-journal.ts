/**
 * The journal of a run: the rows that it may have created, so that they can be deleted when the run
 * is killed. Its first line is a result without cases, each further one a change.
 */

import {
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { mustExist } from '../../kit/invariant.js';
import {
  type Leftover,
  OwnedResources,
  type ResourceChange,
  type ServerLeftover,
} from '../creations/owned-resources.js';
import type { Redact } from '../http/secrets/redact.js';
import { secretsOf } from '../http/secrets/secrets.js';
import { redactLeftover } from '../report/build.js';
import type { Report } from '../report/model.js';
import { parseReport, withRequests } from '../report/read.js';
import { readText } from '../report/saved-files.js';
import type { OpenTarget } from '../servers/target.js';
import type { IssuedSecrets } from '../sessions/issued-secrets.js';
import type { CheckRequest } from './check-input.js';

/** The lines after which a journal is written anew with the rows that are left. */
const mostLines = 5_000;

const journalName = /^unfinished-[\w-]+\.jsonl$/;

/** Whether a path names the journal of a run. */
export const isJournal = (path: string): boolean => journalName.test(basename(path));

/** The names of the journals in a folder: of runs that were killed, or that have not ended. */
export function findJournals(folder: string): readonly string[] {
  return readdirSync(folder).filter(isJournal).sort();
}

/** A change on one of the servers of a run. */
interface JournalLine {
  readonly server: string;
  readonly change: ResourceChange;
}

/**
 * Writes the journal of a run. A line is written before the request that may create a row is sent;
 * the system keeps it when the process is killed.
 */
export class RunJournal {
  readonly #path: string;
  readonly #describeRun: () => Report;
  /** The rows that may exist now, by server. */
  readonly #rows = new Map<string, OwnedResources>();
  #file: number | undefined;
  #lines = 0;
  #isFailed = false;

  /**
   * @param folder the folder of the reports
   * @param describeRun the result without cases; called before the first change is written
   */
  constructor(folder: string, marker: string, describeRun: () => Report) {
    this.#path = join(folder, `unfinished-${marker}.jsonl`);
    this.#describeRun = describeRun;
  }

  /** Records the changes on a target; undefined if its data end with the run. */
  recorderFor(
    { name, isDisposable, credentials }: OpenTarget,
    { secrets, suite }: Pick<CheckRequest, 'secrets' | 'suite'>,
    issued: IssuedSecrets,
  ): ((change: ResourceChange) => void) | undefined {
    if (isDisposable) return undefined;
    const redact = issued.redactorWith([...secrets, ...secretsOf(credentials, suite)]);
    return (change) => this.record(name, change, redact);
  }

  /** Writes one change, without secrets. */
  record(server: string, change: ResourceChange, redact: Redact): void {
    if (this.#isFailed) return;
    try {
      const line: JournalLine = { server, change: redactChange(change, redact) };
      rowsOf(server, this.#rows).apply(line.change);
      if (this.#file === undefined || this.#lines >= mostLines) this.#writeAnew();
      else this.#write(line);
    } catch {
      // A full disk does not end a check, whose report lists the same rows.
      this.#isFailed = true;
    }
  }

  /** Removes the journal, once a report lists the leftovers of the run. */
  end(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#path, { force: true });
  }

  /** Ends the journal of a run without reports. It stays only if rows may be left. */
  abandon(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    const { leftovers } = readJournal(this.#path, basename(this.#path));
    if (leftovers.length === 0) rmSync(this.#path, { force: true });
  }

  /** The old file stays until the new one is whole. */
  #writeAnew(): void {
    const whole = `${this.#path}.new`;
    const changes = [...this.#rows].flatMap(([server, rows]) =>
      rows.changes.map((change): JournalLine => ({ server, change })),
    );
    const lines = [this.#describeRun(), ...changes].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(whole, lines.join(''), { mode: 0o600 });
    if (this.#file !== undefined) closeSync(this.#file);
    renameSync(whole, this.#path);
    this.#file = openSync(this.#path, 'a');
    this.#lines = 0;
  }

  #write(line: JournalLine): void {
    if (this.#file === undefined) return;
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#lines += 1;
  }
}

function rowsOf(server: string, all: Map<string, OwnedResources>): OwnedResources {
  const rows = all.get(server) ?? new OwnedResources();
  all.set(server, rows);
  return rows;
}

function redactChange(change: ResourceChange, redact: Redact): ResourceChange {
  if (change.kind === 'unnamed') return change;
  return { ...change, resource: redactLeftover(change.resource, redact) };
}

/**
 * Reads the journal of a run, as the result of a run that ended when it was killed.
 *
 * @param file name of the file in messages
 * @throws UsageError when it cannot be read, or its first line is not a result
 */
export function readJournal(path: string, file: string): Report {
  const [first = '', ...lines] = readText(path, file).split('\n');
  const report = parseReport(first, file);
  const rows = new Map<string, OwnedResources>();
  for (const { server, change } of lines.flatMap(parseLine)) {
    rowsOf(server, rows).apply(change);
  }
  return { ...report, leftovers: [...rows].flatMap(([server, all]) => leftoversOf(server, all)) };
}

/** The last line may be empty, or lack its end. */
function parseLine(text: string): JournalLine[] {
  try {
    const { server, change } = JSON.parse(text) as JournalLine | OlderLine;
    return [{ server, change: presentChange(change) }];
  } catch {
    return [];
  }
}

/** A line of release 0.1.0. */
interface OlderLine {
  readonly server: string;
  readonly change:
    | { readonly kind: 'added' | 'removed'; readonly row: { resource: string; id: string } }
    | { readonly kind: 'unnamed'; readonly resource: string; readonly by: number };
}

function presentChange(change: ResourceChange | OlderLine['change']): ResourceChange {
  if ('creation' in change) return change;
  if (change.kind !== 'unnamed' && 'resource' in change) return change;
  const by = change.kind === 'unnamed' ? change.by : change.kind === 'added' ? 1 : -1;
  const older = change.kind === 'unnamed' ? { resource: change.resource, id: null } : change.row;
  const { deletion, creation } = withRequests<Partial<Leftover>>(older);
  if (deletion === undefined)
    return { kind: 'unnamed', creation: mustExist(creation, 'creation'), by };
  return { kind: by > 0 ? 'added' : 'removed', resource: { deletion } };
}

const killed = { message: 'the run was killed before it deleted it' };

function leftoversOf(server: string, rows: OwnedResources): ServerLeftover[] {
  return rows.describeRest(killed).map((one) => ({ server, ...one }));
}
