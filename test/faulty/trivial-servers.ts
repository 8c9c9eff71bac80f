/** Servers that answer every request in the same way. */
import { createServer } from 'node:http';
import { type Answer, type ReceivedRequest, readRequest, sendAnswer } from './exchange.js';
import { type ListeningServer, listen } from './listen.js';

const json = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

function always(status: number, body: string, headers: Answer['headers'] = json): () => Answer {
  return () => ({ status, headers, body });
}

/** The answers of the servers. */
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
  'the body that was sent': ({ body }: ReceivedRequest) => ({ status: 200, headers: json, body }),
} satisfies Record<string, (request: ReceivedRequest) => Answer>;

/** The name of a server. */
export type TrivialServerName = keyof typeof trivialServers;

/** Starts a server. */
export function startTrivialServer(name: TrivialServerName): Promise<ListeningServer> {
  const answer: (request: ReceivedRequest) => Answer = trivialServers[name];
  const server = createServer(async (request, response) => {
    sendAnswer(answer(await readRequest(request)), response);
  });
  return listen(server);
}
