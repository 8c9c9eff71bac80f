/** Runs the commands of the guide to checking a server. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../kit/free-port.js';
import { isFull } from '../extent.js';
import { type RunningServer, startConformingServer } from '../faulty/conforming-server.js';
import { readBlocks, Workplace } from './workplace.js';

const blocks = readBlocks('checking-your-server.md', 'sh');
const workplace = new Workplace();
let server: RunningServer;
let ownPort = 0;

beforeAll(async () => {
  server = await startConformingServer({ fault: 'deleting an unknown user is rejected' });
  ownPort = await findFreePort();
  // What a guide shows does not depend on the number of requirements.
  if (!isFull)
    writeFileSync(join(workplace.folder, 'touchstone.config.yaml'), 'only: users.delete.*\n');
});
afterAll(async () => {
  await server.close();
  workplace.remove();
});

/** Runs a block against the faulty server; `env` has the exports of earlier blocks. */
function run(index: number, env: Readonly<Record<string, string>> = {}) {
  const { 'api-key': apiKey, 'inactive-api-key': inactiveApiKey } = server.credentials;
  const script = (blocks[index] ?? '')
    .replaceAll('http://127.0.0.1:7001', server.url)
    .replaceAll('7002', String(ownPort));
  return workplace.run(script, { KEY: apiKey, OLD_KEY: inactiveApiKey, ...env });
}

/** The variables that the second block exports for the following blocks. */
function exported(): Record<string, string> {
  const { 'api-key': apiKey, 'inactive-api-key': inactiveApiKey } = server.credentials;
  return { TOUCHSTONE_API_KEY: apiKey, TOUCHSTONE_INACTIVE_API_KEY: inactiveApiKey };
}

describe('the guide to checking a server', () => {
  it('has only the commands tested here', () => {
    expect(blocks).toHaveLength(9);
  });

  it('checks a server, with credentials from the command line or the environment', async () => {
    const failing = await run(0);
    expect(failing.output).toContain('FAIL users.delete.unknown');
    expect(failing.code).toBe(1);
    expect(await run(1)).toMatchObject({ code: 0 });
  });

  it('starts a server, seeds it and checks it', async () => {
    const { code, output } = await run(2);
    expect(output).toContain('conforms');
    expect(code).toBe(0);
  });
});

describe('the guide to checking a server, after failures', () => {
  it('accepts known failures with reasons', async () => {
    expect(await run(3, exported())).toMatchObject({ code: 1 });
    const file = join(workplace.folder, 'known-failures.yaml');
    const entries = readFileSync(file, 'utf8');
    writeFileSync(file, entries.replaceAll(': ""', ': "The fix is planned for next week."'));
    const { code, output } = await run(4, exported());
    expect([code, output]).toEqual([0, expect.stringContaining('as expected')]);
  });

  it('deletes leftovers, replays a failure, compares results and repeats the failures', async () => {
    await run(0);
    const cleaned = await run(5);
    expect(cleaned).toMatchObject({
      code: 0,
      output: expect.stringContaining('lists no leftovers'),
    });
    const replayed = await run(6);
    expect(replayed).toMatchObject({ code: 1, output: expect.stringContaining('Still broken') });
    cpSync(join(workplace.folder, 'reports'), join(workplace.folder, 'before'), {
      recursive: true,
    });
    const { code, output } = await run(8);
    expect([code, output]).toEqual([0, expect.stringContaining('2 results agree')]);
    const again = await run(7, exported());
    expect(again).toMatchObject({
      code: 1,
      output: expect.stringContaining(': 1 requirement, '),
    });
  });
});
