/** The products of specification §4.2, written for speed on Node's HTTP server. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { mustExist } from '../../kit/invariant.js';
import { openProducts } from './open-products.js';
import type { ProductBody } from './products.js';

const products = await openProducts(mustExist(process.argv[2], 'database'));

const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Authorization, X-API-Key',
};

function answer(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...corsHeaders,
  });
  response.end(body);
}

function answerOrNotFound(response: ServerResponse, value: object | undefined): void {
  if (value === undefined) answer(response, 404, { error: 'Product not found' });
  else answer(response, 200, value);
}

async function isAllowed(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') {
    answer(response, 401, { error: 'An API key is required' });
    return false;
  }
  if (await products.isActiveKey(key)) return true;
  answer(response, 401, { error: 'The API key is not valid' });
  return false;
}

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const product = await products.create((await json(request)) as ProductBody);
  if (product === undefined) answer(response, 400, { error: 'A field is missing' });
  else answer(response, 201, product);
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, corsHeaders).end();
    return;
  }
  if (!(await isAllowed(request, response))) return;
  const [path, query = ''] = (request.url ?? '').split('?');
  const parameters = new URLSearchParams(query);
  const id = parameters.get('id');
  if (path !== '/api/products') answer(response, 404, { error: 'Invalid request' });
  else if (request.method === 'POST') await create(request, response);
  else if (request.method === 'GET' && id) answerOrNotFound(response, await products.read(id));
  else if (request.method === 'PUT' && id) {
    const body = (await json(request)) as ProductBody;
    answerOrNotFound(response, await products.update(id, body));
  } else if (request.method === 'GET') {
    const page = Number(parameters.get('page') ?? 1);
    answer(response, 200, await products.list(page, Number(parameters.get('limit') ?? 20)));
  } else answer(response, 404, { error: 'Invalid request' });
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: Error) => {
    answer(response, 500, { error: error.message });
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
