/**
 * Scripts as a reader of the specification writes them, without the helpers of the shipped projects:
 * they pass the suite, except for requirements about values that are truthy in Wren.
 */
import { readFileSync } from 'node:fs';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { startProject } from '../../../spec/start.js';
import { argumentsFor, removeFolders, runCheck } from '../../conformance/run-check.js';
import { share } from '../../extent.js';
import { type Files, temporaryProject } from '../support/temporary.js';

afterAll(removeFolders);

function read(name: string): string {
  const folder = packageFile('test', 'reference-server', 'projects', 'naive-scripts');
  return readFileSync(`${folder}/${name}.wren`, 'utf8');
}

const [migration, users, chain, products, apiKey, bearerToken] = [
  '_migration',
  'users',
  'users-in-one-chain',
  'products',
  'api-key',
  'bearer-token',
].map(read);

const cors = 'if (Response.cors) return';
const corsForOrigin = 'if (Response.cors("*")) return';
const corsInFull =
  'if (Response.cors("*", "GET, POST, PUT, DELETE", "Content-Type, Authorization, X-API-Key")) return';

const script = (...parts: readonly (string | undefined)[]): string => parts.join('\n');

/** The variants of the specification: files below `api/`. */
const variants: readonly [name: string, profile: string, files: Files][] = [
  [
    'one file with created_at, and {} with 204',
    'basic',
    {
      users: script(corsForOrigin, chain),
      products: script(
        corsInFull,
        apiKey,
        products?.replace(/(status\(204\)\n) {2}return/, '$1  return Response.json({})'),
      ),
    },
  ],
  [
    'one file for each resource',
    'basic',
    { users: script(cors, users), products: script(cors, apiKey, products) },
  ],
  [
    'bearer tokens',
    'bearer',
    {
      users: script(cors, bearerToken, users),
      products: script('if (Response.cors()) return', bearerToken, products),
    },
  ],
  [
    'CORS and API key in api/_route.wren',
    'users-api-key',
    { _route: script(corsInFull, apiKey), users: script(users), products: script(products) },
  ],
];

/** In Wren, 0 and the empty text are truthy, so `!value` and `value || stored` do not notice them. */
const unmet = [
  'users.create.name-required',
  'users.create.email-required',
  'products.create.name-required',
  'products.create.price-required',
  'products.create.stock-default',
  'products.update.falsey-keeps-stored',
];

/** Checks a project, and returns the ids of the failed requirements. */
async function findFailures(profile: string, files: Files, only = '*'): Promise<string[]> {
  const project = temporaryProject({
    '_migration.wren': script(migration),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`api/${name}.wren`, text])),
  });
  const server = await startProject({ name: 'naive', class: 'api', profile }, project);
  onTestFinished(server.close);
  const { url, credentials = {} } = server;
  const options = ['--profile', profile, '--only', only, '--allow-untested'];
  const { report } = await runCheck([...argumentsFor({ url, credentials }), ...options]);
  expect(report?.counts).toMatchObject({ error: 0, unstable: 0 });
  expect(report?.counts.pass).toBeGreaterThan(40);
  const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];
  return failed.map(({ id }) => id);
}

test.each(share(variants, 1))('%s', async (_name, profile, files) => {
  expect(await findFailures(profile, files)).toEqual(unmet);
});

test('products in api/_route.wren alone', async () => {
  const files = { _route: script(cors, apiKey, products) };
  const failures = await findFailures('basic', files, 'products.*,auth.api-key.*');
  expect(failures).toEqual(unmet.filter((id) => id.startsWith('products.')));
});

test('the guide lists the requirements that such scripts do not meet', () => {
  const guide = readFileSync(packageFile('docs', 'scripting.md'), 'utf8');
  for (const id of unmet) expect(guide).toContain(`\`${id}\``);
});
