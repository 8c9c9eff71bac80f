import { describe, expect, test } from 'vitest';
import type { ClientOptions } from '../../../conformance/http/client.js';
import { TargetGone } from '../../../conformance/http/target-failure.js';
import { clientOf, get, type Respond, reply, stopClock } from './raw-client.js';

const home = { method: 'GET', path: '/' };
const post = { ...get, method: 'POST' };
const quiet = { exchange() {}, unanswered() {} };

/** Its answers, told from requests by their methods. */
async function watch(respond: Respond, timeLimitMs = 0, options: Partial<ClientOptions> = {}) {
  const livenessRequests = [home];
  const made = await clientOf(respond, { watch: { livenessRequests, timeLimitMs }, ...options });
  return { ...made, watched: made.client.reportingTo(quiet) };
}

describe('a watched target', () => {
  test('is gone when it answers no other request either, and no more requests are sent', async () => {
    const { client, watched, requests } = await watch((socket) => socket.destroy());
    await expect(watched.send(post)).rejects.toThrow(/^the target stopped answering at .* UTC$/);
    expect(client.gone).toMatchObject({
      request: { method: 'POST' },
      reason: expect.stringContaining('was closed'),
    });
    const sent = requests.length;
    await expect(watched.send(get)).rejects.toThrow(TargetGone);
    expect(requests).toHaveLength(sent);
  });

  test('receives requests without a listener even when it is gone', async () => {
    const { client, watched, requests } = await watch((socket) => socket.destroy());
    await expect(watched.send(post)).rejects.toThrow(TargetGone);
    const sent = requests.length;
    await expect(client.send(get)).rejects.toThrow('was closed');
    expect(requests).toHaveLength(sent + 1);
  });

  test('is there while it answers other requests, however often one endpoint fails', async () => {
    const { client, watched } = await watch((socket, request) =>
      request.startsWith('POST') ? socket.destroy() : socket.write(reply('404 Not Found')),
    );
    for (let i = 0; i < 30; i += 1) await expect(watched.send(post)).rejects.toThrow('was closed');
    expect((await watched.send(get)).response.status).toBe(404);
    expect(client.gone).toBeUndefined();
  });

  test('is there when its answers are unusable', async () => {
    const { client, watched } = await watch((socket, request) =>
      request.startsWith('POST') ? socket.destroy() : socket.end('SSH-2.0-x\r\n'),
    );
    await expect(watched.send(post)).rejects.toThrow('was closed');
    await expect(watched.send(get)).rejects.toThrow('not valid HTTP');
    expect(client.gone).toBeUndefined();
  });

  test('is there when it returns in time; other requests wait for it', async () => {
    let left = 6;
    const { client, watched } = await watch((socket) => {
      left -= 1;
      if (left >= 0) socket.destroy();
      else socket.write(reply('200 OK'));
    }, 60_000);
    const statuses = await Promise.all([watched.send(get), watched.send(get)]);
    expect(statuses.map(({ response }) => response.status)).toEqual([200, 200]);
    expect(client.gone).toBeUndefined();
  });

  test.each([
    ['GET', 1, ['GET the connection was closed before the answer was complete', 'GET 200']],
    ['POST', 1, ['POST the connection was closed before the answer was complete']],
    // The repetition may meet a kept connection that is closed, which is no loss.
    ['GET', 3, Array(2).fill('GET the connection was closed before the answer was complete')],
  ])('is asked again, and both is told, when it loses %s', async (method, losses, expected) => {
    let lost = 0;
    const { client } = await watch((socket, request) => {
      if (request.startsWith(`${method} /api`)) lost += 1;
      if (request.startsWith(`${method} /api`) && lost <= losses) socket.destroy();
      else socket.write(reply('200 OK', '[]'));
    });
    const told: string[] = [];
    const watched = client.reportingTo({
      exchange: ({ request, response }) => told.push(`${request.method} ${response.status}`),
      unanswered: (request, reason) => told.push(`${request.method} ${reason}`),
    });
    await watched.send({ ...get, method }).catch(() => {});
    expect(told).toEqual(expected);
  });
});

describe('a watched target without answers in time', () => {
  test('gets no more requests to an endpoint without answers, but to others', async () => {
    const moveClock = stopClock();
    const { client, watched, requests } = await watch(
      (socket, request) => {
        if (request.startsWith('POST')) moveClock(500);
        else socket.write(reply('200 OK'));
      },
      0,
      { timeoutMs: 500 },
    );
    for (let i = 0; i < 3; i += 1) await expect(watched.send(post)).rejects.toThrow('no answer');
    const sent = requests.length;
    await expect(watched.send(post)).rejects.toThrow(
      'not sent: the last 3 requests POST /api/users had no answer in time',
    );
    expect(requests).toHaveLength(sent);
    expect((await watched.send(get)).response.status).toBe(200);
    expect(client.gone).toBeUndefined();
  });

  test('has no test request under way when the next request is sent', async () => {
    let [underWay, most] = [0, 0];
    const { watched } = await watch((socket, request) => {
      if (request.startsWith('POST')) return socket.destroy();
      underWay += 1;
      most = Math.max(most, underWay);
      return setTimeout(() => {
        underWay -= 1;
        socket.write(reply('200 OK'));
      }, 20);
    });
    await watched.send(get);
    await expect(watched.send(post)).rejects.toThrow('was closed');
    await watched.send(get);
    expect(most).toBe(1);
  });

  test('is gone when many endpoints have no answer, even if test requests have one', async () => {
    const moveClock = stopClock();
    const { client, watched } = await watch(
      (socket, request) => {
        if (request.startsWith('GET / ')) socket.write(reply('200 OK'));
        else moveClock(500);
      },
      0,
      { timeoutMs: 500 },
    );
    const outcomes: unknown[] = [];
    for (const path of ['/a', '/b', '/c', '/d', '/e']) {
      for (let i = 0; i < 3; i += 1) {
        await watched.send({ method: 'GET', path }).catch((error) => outcomes.push(error));
      }
    }
    expect(outcomes.filter((one) => !(one instanceof TargetGone))).toHaveLength(9);
    expect(client.gone?.request.url).toMatch(/\/a$/);
  });
});
