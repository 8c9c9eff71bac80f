/** Connections with each value of `sslmode`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlimitedUser } from '../../../reference-server/database/database.js';
import { openDatabase } from '../../../reference-server/serving/open-database.js';
import { createCertificate } from '../../certificate.js';
import { createPostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary.js';

type Postgres = Awaited<ReturnType<typeof createPostgres>>;
let postgres: Postgres;

const own = createCertificate('localhost');
const strange = createCertificate('localhost');

/** Certificates for `sslrootcert`. */
const roots: Readonly<Record<string, string>> = {
  own: own.certificate,
  strange: strange.certificate,
};

beforeAll(async () => {
  const files = { 'server.crt': own.certificate, 'server.key': own.key };
  postgres = await createPostgres(['ssl=on'], files);
});
afterAll(() => postgres.end());

/** The file of a certificate; any other name is a path. */
function fileOf(root: string): string {
  const certificate = roots[root];
  if (certificate === undefined) return root;
  const file = join(temporaryFolder(), `${root}.pem`);
  writeFileSync(file, certificate);
  return file;
}

/** Whether a connection is encrypted, or why it failed. */
async function connect(host: string, mode: string, root?: string): Promise<unknown> {
  const url = new URL(postgres.address.replace('127.0.0.1', host));
  url.searchParams.set('sslmode', mode);
  if (root !== undefined) url.searchParams.set('sslrootcert', fileOf(root));
  try {
    const database = await openDatabase(url.href);
    const select =
      '/* postgresql */ SELECT ssl AS it FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    const row = await database.openQueryRunner(unlimitedUser).first(select, []);
    await database.close();
    return row?.get('it') === 1 ? 'encrypted' : 'plain';
  } catch (error) {
    expect(String(error)).not.toContain('not-to-be-shown');
    return String(error).replace(/^.* cannot be used: /, '');
  }
}

const refused = 'its TLS certificate is not accepted.';

test.each([
  ['localhost', 'disable', undefined, 'plain'],
  ['localhost', 'allow', undefined, 'plain'],
  ['localhost', 'prefer', undefined, 'encrypted'],
  ['localhost', 'require', undefined, 'encrypted'],
  ['localhost', 'require', 'strange', refused],
  ['localhost', 'verify-ca', undefined, refused],
  ['localhost', 'verify-ca', 'strange', refused],
  ['localhost', 'verify-ca', 'own', 'encrypted'],
  ['127.0.0.1', 'verify-ca', 'own', 'encrypted'],
  ['localhost', 'verify-full', 'own', 'encrypted'],
  ['127.0.0.1', 'verify-full', 'own', refused],
])('%s with sslmode=%s and the root certificate %s: %s', async (host, mode, root, outcome) => {
  expect(await connect(host, mode, root)).toBe(outcome);
});

test('a root certificate that cannot be read is named', async () => {
  expect(await connect('localhost', 'verify-full', '/nowhere.pem')).toMatch(
    /The file of sslrootcert cannot be read: ENOENT/,
  );
});
