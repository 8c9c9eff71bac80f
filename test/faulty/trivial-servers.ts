/** Servers that know nothing of the interface and answer every request in the same way. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, type Reply, readCall, sendReply } from './exchange.js';

const json = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

function always(status: number, body: string, headers: Reply['headers'] = json): () => Reply {
  return () => ({ status, headers, body });
}

/** What each of them answers. */
export const trivialServers = {
  'always 200 with an empty object': always(200, '{}'),
  'always 200 with an empty array': always(200, '[]'),
  'always 200 without a body': always(200, '', {}),
  'always 200 with a page of HTML': always(200, '<!doctype html><p>Welcome', {
    'content-type': 'text/html',
  }),
  'always 201 with an id': always(201, '{"id":1}'),
  'always 204': () => ({ status: 204, headers: json, body: undefined }),
  'always 401': always(401, '{"error":"Unauthorized"}'),
  'always 404': always(404, '{"error":"Not found"}'),
  'always 500': always(500, '{"error":"Internal server error"}'),
  'the body that was sent': ({ body }: Call) => ({ status: 200, headers: json, body }),
} satisfies Record<string, (call: Call) => Reply>;

/** The name of one. */
export type TrivialServerName = keyof typeof trivialServers;

/** Starts one of them. */
export async function startTrivialServer(
  name: TrivialServerName,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const answer: (call: Call) => Reply = trivialServers[name];
  const server = createServer(async (request, response) => {
    sendReply(answer(await readCall(request)), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
