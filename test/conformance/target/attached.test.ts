import { createServer } from 'node:http';
import { test } from 'vitest';
import { waitForTarget } from '../../../conformance/target/attached.js';
import { listen } from '../../faulty/listen.js';

test('a target whose list of users is longer than what is read of an answer is there', async () => {
  const list = JSON.stringify(Array.from({ length: 1000 }, () => ({ name: 'Ada' })));
  const server = createServer(({ url }, response) => {
    response.end(url === '/api/users' ? list : '{}');
  });
  const { url: baseUrl, close } = await listen(server);
  try {
    await waitForTarget({ baseUrl, waitSeconds: 0, maxBodyBytes: 1000 });
  } finally {
    await close();
  }
});
