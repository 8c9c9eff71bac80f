/** When a server counts as silent. */
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseAddress } from '../../../reference-server/database/postgres/address.js';
import { ServerWatch } from '../../../reference-server/database/postgres/server-watch.js';

/** A server that accepts connections and never answers. */
async function startSilentServer(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) =>
    sockets.push(socket.resume().on('error', () => undefined)),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function watchServer() {
  const port = await startSilentServer();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const watch = new ServerWatch(parseAddress(`postgres://tester@127.0.0.1:${port}/app`, {}));
  onTestFinished(() => watch.close());
  let isCut = false;
  watch.begin({
    destroy: () => {
      isCut = true;
    },
  });
  return { watch, isCut: () => isCut };
}

test('a server that sends neither a result nor an answer to a probe is silent', async () => {
  const { watch, isCut } = await watchServer();
  vi.advanceTimersByTime(2_000);
  expect([watch.fault?.kind, isCut()]).toEqual(['unreachable', true]);
});

test('a server that sends rows is not silent, however long its command takes', async () => {
  const { watch, isCut } = await watchServer();
  for (let count = 0; count < 100; count++) {
    vi.advanceTimersByTime(400);
    watch.recordData();
  }
  expect([watch.fault, isCut()]).toEqual([undefined, false]);
});

test('rows that arrive during a probe are an answer', async () => {
  const { watch, isCut } = await watchServer();
  vi.advanceTimersByTime(1_000);
  watch.recordData();
  vi.advanceTimersByTime(700);
  expect([watch.fault, isCut()]).toEqual([undefined, false]);
});
