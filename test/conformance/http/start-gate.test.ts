/** Requests that are sent at once leave together. */
import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../../../conformance/http/client.js';
import { StartGate } from '../../../conformance/http/start-gate.js';
import { startRawServer } from '../../faulty/raw-server.js';

afterEach(() => void vi.useRealTimers());

/** A request at the gate, whose connection the test makes. */
class WaitingRequest extends EventEmitter {
  readonly socket = Object.assign(new EventEmitter(), { connecting: true });

  connect(): void {
    this.socket.connecting = false;
    this.socket.emit('connect');
  }
}

function enter(gate: StartGate, sent: string[], name: string): WaitingRequest {
  const request = new WaitingRequest();
  gate.enter(request as unknown as ClientRequest, () => sent.push(name));
  request.emit('socket', request.socket);
  return request;
}

test('a request waits for the connections of the others', async () => {
  const [gate, sent] = [new StartGate(), [] as string[]];
  const [first, second] = ['first', 'second'].map((name) => enter(gate, sent, name));
  first?.connect();
  await nextTurn();
  expect(sent).toEqual([]);
  second?.connect();
  await nextTurn();
  expect(sent).toEqual(['first', 'second']);
});

test('a request does not wait for one that has failed', async () => {
  const [gate, sent] = [new StartGate(), [] as string[]];
  const [first, second] = ['first', 'second'].map((name) => enter(gate, sent, name));
  first?.connect();
  second?.emit('close');
  await nextTurn();
  expect(sent).toEqual(['first']);
});

test('a request waits for at most a second', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [gate, sent] = [new StartGate(), [] as string[]];
  const [first, slow] = ['first', 'slow'].map((name) => enter(gate, sent, name));
  first?.connect();
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual(['first']);
  slow?.connect();
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual(['first', 'slow']);
});

test('requests through a gate meet at a server that answers only when all have come', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  const waiting: (() => void)[] = [];
  const server = await startRawServer((socket) => {
    waiting.push(() => void socket.end(answer));
    if (waiting.length === 5) for (const send of waiting) send();
  });
  const gate = new StartGate();
  const client = createClient({ baseUrl: server.url }).reportingTo(
    { exchange: () => {}, unanswered: () => {} },
    (send) => send(() => {}, gate),
  );
  const sending = Array.from({ length: 5 }, () => client.send({ method: 'POST', path: '/a' }));
  const exchanges = await Promise.all(sending);
  expect(exchanges.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
  await server.close();
});
