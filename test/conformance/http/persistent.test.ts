import { expect, test } from 'vitest';
import type { Client, Exchange } from '../../../conformance/http/exchange.js';
import { createPersistentClient } from '../../../conformance/http/persistent.js';
import { TargetFailure } from '../../../conformance/http/target-failure.js';

const exchange: Exchange = {
  request: { method: 'GET', url: 'http://target/', headers: {}, body: undefined },
  response: { status: 200, headers: [], body: '', malformedAt: undefined },
  durationMs: 1,
};

/** A client of a target that leaves requests unanswered; it counts those that it gets. */
function failing(count: number): Client & { sent: number } {
  return {
    sent: 0,
    async send() {
      this.sent += 1;
      if (this.sent > count) return exchange;
      throw new TargetFailure('the connection was lost');
    },
  };
}

const request = { method: 'GET', path: '/' };

test('a request without an answer is sent again', async () => {
  const client = failing(3);
  await expect(createPersistentClient(client).send(request)).resolves.toBe(exchange);
  expect(client.sent).toBe(4);
});

test('it is given up after too long a time without any answer, as are later ones', async () => {
  const client = failing(Number.POSITIVE_INFINITY);
  const persistent = createPersistentClient(client, { timeLimitMs: 10 });
  await expect(persistent.send(request)).rejects.toThrow('the connection was lost');
  const { sent } = client;
  await expect(persistent.send(request)).rejects.toThrow('the connection was lost');
  expect(client.sent).toBe(sent + 1);
});

test('it is given up immediately on a signal', async () => {
  const stopping = new AbortController();
  const client = failing(Number.POSITIVE_INFINITY);
  const send = client.send.bind(client);
  client.send = (sent) => {
    stopping.abort();
    return send(sent);
  };
  const persistent = createPersistentClient(client, { signal: stopping.signal });
  await expect(persistent.send(request)).rejects.toThrow('lost');
  expect(client.sent).toBe(1);
});

test('errors of the harness are not repeated', async () => {
  let sent = 0;
  const client: Client = {
    async send() {
      sent += 1;
      throw new TypeError('a bad header');
    },
  };
  await expect(createPersistentClient(client).send(request)).rejects.toThrow(TypeError);
  expect(sent).toBe(1);
});

test('a request that an overloaded target rejects is sent once more, alone', async () => {
  const sent: string[] = [];
  let underWay = 0;
  const client: Client = {
    async send({ path }) {
      underWay += 1;
      sent.push(`${path} beside ${underWay - 1}`);
      await new Promise(setImmediate);
      const status = underWay > 1 || path === '/never' ? 503 : 204;
      await new Promise(setImmediate);
      underWay -= 1;
      return { ...exchange, response: { ...exchange.response, status } };
    },
  };
  const persistent = createPersistentClient(client);
  const paths = ['/a', '/b', '/never'];
  const answers = await Promise.all(
    paths.map((path) => persistent.send({ method: 'DELETE', path })),
  );
  expect(answers.map(({ response }) => response.status)).toEqual([204, 204, 503]);
  expect(sent.slice(3)).toEqual(['/a beside 0', '/b beside 0', '/never beside 0']);
});
