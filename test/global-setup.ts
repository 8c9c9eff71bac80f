/** What a run of the tests prepares once for all files. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { packageFile } from '../kit/package-root.js';

/** Environment variable with the port at which tests ask for the address of PostgreSQL. */
export const portOfRun = 'TOUCHSTONE_TEST_POSTGRES_PORT';

/** Compiles changed sources, because many tests run the compiled program. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  execFileSync(process.execPath, [packageFile('bin', 'build.js')]);
  // Each project calls this function, but one server is enough for all.
  return process.env[portOfRun] === undefined ? await offerPostgres() : undefined;
}

/** Offers one PostgreSQL server to all tests, started when the first of them asks; returns its end. */
async function offerPostgres(): Promise<() => Promise<void>> {
  const start = async () => {
    const { createPostgres } = await import('./reference-server/support/postgres.js');
    return await createPostgres(['max_connections=300']);
  };
  let started: ReturnType<typeof start> | undefined;
  const reception = createServer((socket) => {
    started ??= start();
    started.then(
      ({ address }) => socket.end(address),
      () => socket.destroy(),
    );
  });
  await once(reception.listen(0, '127.0.0.1'), 'listening');
  process.env[portOfRun] = String((reception.address() as AddressInfo).port);
  return async () => {
    reception.close();
    await (await started)?.end();
  };
}
