/** Checks a random API by its description, and says what a sound server would hold against the check. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kebab } from '../../../../conformance/derive/description/values.js';
import { groupBy } from '../../../../kit/collections.js';
import { listen } from '../../../faulty/listen.js';
import { type CheckRunResult, makeFolder, runCheck } from '../../run-check.js';
import { describeApi, pathsOf } from './description.js';
import { type ApiModel, chooseApi } from './model.js';
import { credential, RandomServer } from './server.js';

/** What a check said of a random API, and what it did there. */
export interface RandomCheck extends CheckRunResult {
  readonly api: ApiModel;
  /** Ids of requirements by their verdict. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Changed rows of others, requests that could change them, and rows of the run that no report lists. */
  readonly harm: readonly string[];
}

/** Checks a server with a fault, or a sound one. */
export async function checkRandomApi(
  seed: number,
  plant: (server: RandomServer) => void = () => {},
): Promise<RandomCheck> {
  const api = chooseApi(seed);
  const server = new RandomServer(api);
  plant(server);
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(describeApi(api)));
  const before = server.foreignRows();
  const { url, close } = await listen(server.listen());
  try {
    const given =
      api.security.kind === 'none' ? [] : [`--${kebab(api.security.scheme, '')}`, credential];
    const target = ['--openapi', file, '--base-url', url + api.prefix, '--seed', String(seed)];
    const result = await runCheck([...target, ...given]);
    const ids = groupBy(result.report?.requirements ?? [], ({ verdict }) => String(verdict));
    const changed = before.filter((row) => !server.foreignRows().includes(row));
    return {
      ...{ ...result, api },
      ids: new Map([...ids].map(([verdict, rows]) => [verdict, rows.map(({ id }) => id)])),
      harm: [
        ...changed.map((row) => `changed: ${row}`),
        ...server.harm,
        ...unlisted(server, result),
      ],
    };
  } finally {
    await close();
  }
}

/** Rows of the run that are left, although the description shows how to delete them, and are in no report. */
function unlisted(server: RandomServer, { report }: CheckRunResult): readonly string[] {
  const listed = (report?.leftovers ?? []).map((one) => JSON.stringify(one));
  const { api } = server;
  return server.remaining().flatMap(({ one, key }) => {
    const [start = ''] = pathsOf(api, one).collection.split('{');
    const isCounted = listed.some((text) => text.includes(`"path":"${start}`));
    const isNamed = listed.some((text) => text.includes(key));
    return one.removal === undefined || isNamed || isCounted ? [] : [`left: ${one.words} ${key}`];
  });
}
