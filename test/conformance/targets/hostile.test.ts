/** Whatever a target sends: there is a verdict, or an error with its reason, and an end. */
import type { Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startRawServer } from '../../faulty/raw-server.js';
import { removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

function answer(body: string, head = 'HTTP/1.1 201 Created', headers: readonly string[] = []) {
  const length = `Content-Length: ${Buffer.byteLength(body, 'latin1')}`;
  return [head, 'Content-Type: application/json', length, ...headers, '', body].join('\r\n');
}

const send = (text: string) => (socket: Socket) => void socket.write(text, 'latin1');

/** A gigabyte and more, until the other side has had enough. */
function flood(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"');
  const piece = Buffer.alloc(1024 * 1024, 'a');
  const pump = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pump);
  pump();
}

/** A part of the answer over and over, without an end. */
function repeat(start: string, part: string) {
  return (socket: Socket): void => {
    socket.write(start);
    const timer = setInterval(() => socket.write(part), 10);
    socket.on('close', () => clearInterval(timer));
  };
}

/** Far beyond the depth at which a recursive reader overflows the stack. */
const deep = 50_000;

const hostile: Readonly<Record<string, (socket: Socket) => void>> = {
  'closes the connection': (socket) => socket.destroy(),
  'resets the connection in the middle of an answer': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id"', () => {
      socket.resetAndDestroy();
    });
  },
  'sends garbage': send('\x00\x01\x02 what is this?\r\n\r\n'),
  'sends a status line alone': (socket) => socket.end('HTTP/1.1 200 OK'),
  'sends a status that is not a number': send('HTTP/1.1 abc OK\r\n\r\n'),
  'sends a status beyond all classes': send(answer('{"id":1}', 'HTTP/1.1 799 Odd')),
  'never answers': () => {},
  'never ends its head': repeat('HTTP/1.1 200 OK\r\n', 'X-More: 1\r\n'),
  'sends a head of a megabyte': send(answer('{}', `HTTP/1.1 200 ${'a'.repeat(1024 * 1024)}`)),
  'never ends its body': repeat('HTTP/1.1 200 OK\r\n\r\n{', '"a":1,'),
  'never stops informing': repeat('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'sends chunks of an odd length': send(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  ),
  'sends a gigabyte': flood,
  'announces a gigabyte and closes': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n{}'),
  'redirects to itself': send(answer('', 'HTTP/1.1 307 Over here', ['Location: /api/users'])),
  'sends text that is not UTF-8': send(answer('{"id":1,"name":"\xff\xfe\xc0"}')),
  'sends members twice': send(answer('{"id":1,"id":2,"data":[],"data":{},"error":1,"error":[]}')),
  'sends the members of a prototype': send(
    answer('{"id":7,"__proto__":{"name":1},"constructor":null,"toString":null,"length":-1}'),
  ),
  'nests arrays without measure': send(answer('['.repeat(deep) + ']'.repeat(deep))),
  'nests objects without measure': send(
    answer(`{"id":1,"name":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`),
  ),
  'sends numbers beyond all bounds': send(
    answer('{"id":1e400,"data":[{"id":-1e400}],"pagination":{"total":1e400,"pages":-0}}'),
  ),
};

const quick = [
  ...['users.create.status', 'users.create.echo', 'users.create.id', 'users.create.name-required'],
  ...['users.list.array', 'users.list.status', 'products.list.total', 'http.json.*'],
].join(',');

/** One requirement, since each of its requests reads as much as a body may have. */
const only: Readonly<Record<string, string>> = { 'sends a gigabyte': 'users.list.array' };

/** Those of which nothing comes that could be taken for an answer. */
const silent = [
  'closes the connection',
  'resets the connection in the middle of an answer',
  'sends a status line alone',
  'never answers',
  'never ends its head',
  'never stops informing',
  'announces a gigabyte and closes',
];

/** Of the others: the exit code, and what one of the requirements says at least. */
const told: Readonly<Record<string, readonly [code: number, reason: RegExp]>> = {
  'sends garbage': [3, /^the answer is not valid HTTP/m],
  'sends a status that is not a number': [3, /^the answer is not valid HTTP/m],
  'sends a status beyond all classes': [1, /^status: expected 201, observed 799$/m],
  'sends a head of a megabyte': [3, /^the answer is not valid HTTP: Header overflow/m],
  'never ends its body': [3, /^the answer did not end within 250 ms/m],
  'sends chunks of an odd length': [3, /^the answer is not valid HTTP: .*chunk/m],
  'sends a gigabyte': [3, /^the body is larger than /m],
  'redirects to itself': [1, /^status: expected 201, observed 307$/m],
  'sends text that is not UTF-8': [1, /not UTF-8 at byte 16/],
  'sends members twice': [1, /^body: expected an array, observed \{"id":2,"data":\{\}/m],
  'sends the members of a prototype': [1, /observed \{"id":7,"__proto__":\{"name":1\}/],
  'nests arrays without measure': [3, /^the body is nested more than 500 levels deep/m],
  'nests objects without measure': [3, /^the body is nested more than 500 levels deep/m],
  'sends numbers beyond all bounds': [1, /^body\.id: expected an integer/m],
};

/** In milliseconds. An answer that can be judged may take long on a slow machine. */
function timeoutFor(name: string): string {
  return silent.includes(name) || name === 'never ends its body' ? '250' : '20000';
}

const names = Object.keys(hostile);

// Most of the time is spent waiting for answers.
test.concurrent.each(names)('a target that %s', async (name) => {
  const respond = hostile[name] as (socket: Socket) => void;
  let isAwake = false;
  const server = await startRawServer((socket, request) => {
    // The target is asked whether it is up until it has answered in time, and for nothing else before.
    isAwake ||= !request.startsWith('GET /api/users?id=1 ');
    if (isAwake) return respond(socket);
    socket.end(answer('[]', 'HTTP/1.1 200 OK'));
  });
  try {
    const argv = ['--base-url', server.url, '--api-key', 'key', '--only', only[name] ?? quick];
    const waiting = ['--wait', '60', '--timeout', timeoutFor(name)];
    const { code, report, stderr } = await runCheck([...argv, ...waiting]);
    expect(stderr).toBe('');
    expect(report?.faults).toEqual([]);
    expect(report?.counts.pass).toBeLessThan(5);
    if (silent.includes(name)) {
      expect([code, report?.complete]).toEqual([2, false]);
      expect(report?.outage?.reason).toMatch(/^the (connection|answer)|^there was no answer/);
      return;
    }
    const [expected, reason] = told[name] ?? [];
    const rows = report?.requirements.filter(({ verdict }) => /fail|error/.test(verdict)) ?? [];
    expect([code, report?.complete]).toEqual([expected, true]);
    expect(rows.map((row) => row.reason).join('\n')).toMatch(reason as RegExp);
  } finally {
    await server.close();
  }
});
