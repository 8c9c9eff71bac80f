/** Checks the service by its description, with rows of others. */
import { fileURLToPath } from 'node:url';
import { listen } from '../../../faulty/listen.js';
import { runCheck } from '../../run-check.js';
import { Lending } from './server.js';

const description = fileURLToPath(new URL('openapi.yaml', import.meta.url));
const time = '2026-01-01T00:00:00.000Z';
const owner = { name: 'foreign' };

/** Rows of another account. */
function addForeign(service: Lending): void {
  const { rows } = service;
  const next = () => service.nextNumber();
  const tool = '7d444840-9dc0-41d1-b245-5ffdce74fad9';
  rows.accounts.push({
    ...owner,
    email: 'foreign@lending.example',
    password: 'foreign',
    joined: '2026-01-01',
    token: 'foreign',
  });
  rows.tools.push({
    ...{ id: tool, title: 'foreign', serial: 'XX-0000', category: 'saws', price: 3 },
    ...{ available: false, place: { city: 'Chur' }, owner, createdAt: time, updatedAt: time },
  });
  rows.reviews.push({
    id: next(),
    tool,
    rating: 3,
    text: 'foreign',
    author: owner,
    createdAt: time,
  });
  rows.shelves.push({ id: next(), label: 'foreign', places: 3 });
}

/** Checks a service with a fault or a variation; other options follow. */
export async function checkLending(
  plant: (service: Lending) => void,
  argv: readonly string[] = [],
) {
  const service = new Lending();
  addForeign(service);
  plant(service);
  const { url, close } = await listen(service.listen());
  try {
    const result = await runCheck(['--openapi', description, '--base-url', url, ...argv]);
    const rows = result.report?.requirements ?? [];
    const failed = rows.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
    return { ...result, rows, failed, service };
  } finally {
    await close();
  }
}
