/** Deletes the leftovers of a check. */
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { countOf } from '../../kit/words.js';
import { type Leftover, lineOf, OwnedResources } from '../creations/owned-resources.js';
import { ConcurrencyLimit, usualConcurrency } from '../http/concurrency-limit.js';
import { type Exchange, withoutQuery } from '../http/exchange.js';
import { createRedactor } from '../http/secrets/redact.js';
import { secretsIn } from '../http/secrets/secrets.js';
import type { Report, ServerResult } from '../report/model.js';
import { groupLeftovers } from '../report/queries.js';
import { pathBelow } from '../sentences/world/own-requests.js';
import { urlOf } from '../servers/target.js';
import { clientSettings, type TargetOptions } from '../servers/target-options.js';
import { cleanUp, noListener } from '../sessions/clean-up.js';
import { deletesKind } from '../suite/resource-kinds.js';
import type { RequestLine, Suite } from '../suite/suite.js';
import { listenForStop } from './stop-signals.js';

/** Said when a further clean-up would change nothing. */
const keptOnly =
  'No request deletes what is left: delete it in the target itself, or leave it there.\n';

/**
 * Deletes the leftovers that the target shows to be the run's own, and prints the remaining ones.
 *
 * @returns the exit code: 1 when a row is left that a request could delete, otherwise 0
 * @throws UsageError when an address is missing, or, after all other rows are deleted, a credential
 */
export async function clean(
  report: Report,
  suite: Suite,
  options: TargetOptions,
  environment: Environment,
): Promise<number> {
  const { stdout } = environment;
  const redact = createRedactor(secretsIn(options, suite));
  if (report.leftovers.length === 0) stdout.write('The result lists no leftovers.\n');
  const left: Leftover[] = [];
  const needed = new Map<string, string>();
  for (const server of report.target.servers) {
    const listed = report.leftovers.filter((one) => one.server === server.name);
    if (listed.length === 0) continue;
    const context = { suite, options, environment };
    const { rest, deleted } = await cleanServer(server, listed, report.marker, context);
    const earlier = Math.max(0, listed.length - deleted - rest.length);
    stdout.write(
      `${server.name}: ${countOf(deleted, 'row')} deleted, ${rest.length} left${earlier === 0 ? '' : `, ${earlier} not found`}\n`,
    );
    for (const { option } of rest) if (option !== undefined) needed.set(server.name, option);
    for (const { name, reason } of groupLeftovers(rest)) {
      stdout.write(`  Left behind: ${redact(`${name} (${reason})`)}\n`);
    }
    left.push(...rest);
  }
  const [missing] = needed;
  if (missing !== undefined) {
    throw new UsageError(`needs ${missing[1]} to delete the rows of ${missing[0]}.`);
  }
  if (left.some(({ isKept }) => !isKept)) return 1;
  if (left.length > 0) stdout.write(keptOnly);
  return 0;
}

interface CleanContext {
  readonly suite: Suite;
  readonly options: TargetOptions;
  readonly environment: Environment;
}

async function cleanServer(
  server: ServerResult,
  listed: readonly Leftover[],
  marker: string,
  { suite, options, environment }: CleanContext,
): Promise<{ readonly rest: readonly Leftover[]; readonly deleted: number }> {
  const baseUrl = urlOf(options, server, suite) ?? server.url;
  if (baseUrl === null) throw new UsageError('Give --base-url: the server ended with the check.');
  const owned = new OwnedResources();
  for (const { deletion, creation, isKept, headers, credentials } of listed) {
    if (deletion !== undefined) owned.add({ deletion, headers, credentials });
    else if (creation !== undefined && isKept) owned.keep(creation);
    else if (creation !== undefined) owned.expect(withPath(creation, suite));
  }
  const { parameters } = options;
  const client = clientSettings(options);
  const target = {
    baseUrl,
    profile: server.profile ?? undefined,
    credentials: options.credentials,
  };
  const { signal, release } = listenForStop(environment);
  const accepted = new Set<string>();
  const lines = new Set(listed.flatMap(({ deletion }) => (deletion ? lineOf(deletion) : [])));
  const isDeletion = (request: RequestLine) =>
    lines.has(lineOf(request)) || suite.resources.some((kind) => deletesKind(kind, request));
  const exchange = ({ request, response }: Exchange) => {
    const path = pathBelow(baseUrl, request.url) ?? '';
    const line = { method: request.method, path };
    if (response.status < 300 && isDeletion(line)) accepted.add(lineOf(line));
  };
  try {
    const limit = new ConcurrencyLimit(usualConcurrency);
    const rest = await cleanUp({
      ...{ target, suite, marker, owned, client, limit, signal, parameters },
      listener: { ...noListener, exchange },
      // A login may register an account, which is worth it only for what can be deleted.
      logsIn: lines.size > 0 || suite.resources.some(({ list }) => list !== undefined),
    });
    for (const { deletion } of rest) if (deletion !== undefined) accepted.delete(lineOf(deletion));
    return { rest, deleted: accepted.size };
  } finally {
    release();
  }
}

/** A request of a result of release 0.1.0 may have the name of a kind of resources as path. */
function withPath(creation: RequestLine, { resources }: Suite): RequestLine {
  const list = resources.find(({ name }) => name === creation.path)?.list;
  return list === undefined ? creation : { ...creation, path: withoutQuery(list) };
}
