/** Tests the suite itself: a server that ignores the interface passes next to nothing. */
import { afterAll, expect, test } from 'vitest';
import { share } from '../../extent.js';
import {
  startTrivialServer,
  type TrivialServerName,
  trivialServers,
} from '../../faulty/trivial-servers.js';
import { removeFolders, runCheck } from '../run-check.js';
import { idsWith } from '../survey.js';

afterAll(removeFolders);

/**
 * The requirements that a server fulfils by answering every request with 201 and an id. Requests that
 * change a row are not sent, since nothing proves such a row.
 */
const doneByCreators = [
  'users.create.status',
  'users.create.id-integer',
  'products.create.status',
  'products.create.id-integer',
];

/** The requirements that a server fulfils by answering a list with 200. */
const doneByOptimists = ['users.list.status', 'products.list.status'];

const passes: Partial<Record<TrivialServerName, readonly string[]>> = {
  'always 200 with an empty object': doneByOptimists,
  'always 200 with an empty array': doneByOptimists,
  'always 200 without a body': doneByOptimists,
  'always 200 with a page of HTML': doneByOptimists,
  'always 201 with an id': doneByCreators,
  'the body that was sent': doneByOptimists,
};

const names = Object.keys(trivialServers) as TrivialServerName[];

test.each(share(names, 2))('a server that answers %s passes nothing else', async (name) => {
  const server = await startTrivialServer(name);
  try {
    const argv = ['--base-url', server.url, '--api-key', 'key', '--inactive-api-key', 'old'];
    const { code, report } = await runCheck(argv);
    expect(idsWith(report, 'pass')).toEqual(passes[name] ?? []);
    expect(report?.counts.fail).toBeGreaterThanOrEqual(3);
    expect(code).toBe(1);
  } finally {
    await server.close();
  }
});

/** Fulfilled by a server without scripts: 200, JSON and CORS headers for every request. */
const trueByAccident = [
  'runtime.response.status-default',
  'runtime.response.content-type',
  'runtime.cors.all-origins',
  'runtime.cors.sets-headers',
  'runtime.cors.answers-preflight',
];

test.each(share(names, 1))(
  'a server that answers %s passes no requirement of scripts',
  async (name) => {
    const server = await startTrivialServer(name);
    try {
      const argv = ['--base-url', server.url, '--class', 'runtime'];
      const { code, report } = await runCheck(argv);
      const passed = idsWith(report, 'pass').filter((id) => !trueByAccident.includes(id));
      expect(passed).toEqual([]);
      expect(idsWith(report, 'fail')).toContain('runtime.routing.script-path');
      expect(code).toBe(1);
    } finally {
      await server.close();
    }
  },
);
