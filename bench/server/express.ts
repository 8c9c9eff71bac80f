/** The products of specification §4.2, written by hand in Express. */

import type { AddressInfo } from 'node:net';
import express, { type Request } from 'express';
import { mustExist } from '../../kit/invariant.js';
import { openProducts } from './open-products.js';
import type { ProductBody } from './products.js';

const products = await openProducts(mustExist(process.argv[2], 'database'));
const application = express().disable('x-powered-by').disable('etag');

/** A parameter of the query string; only a single, non-empty value counts. */
function parameter({ query }: Request, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

application.use((request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': 'Content-Type, Authorization, X-API-Key',
  });
  if (request.method === 'OPTIONS') response.status(204).end();
  else next();
});

application.use(async (request, response, next) => {
  const key = request.get('x-api-key');
  if (!key) response.status(401).json({ error: 'An API key is required' });
  else if (!(await products.isActiveKey(key))) {
    response.status(401).json({ error: 'The API key is not valid' });
  } else next();
});

application.use(express.json());

application
  .route('/api/products')
  .get(async (request, response) => {
    const id = parameter(request, 'id');
    if (id === undefined) {
      const page = Number(parameter(request, 'page') ?? 1);
      const limit = Number(parameter(request, 'limit') ?? 20);
      response.json(await products.list(page, limit));
      return;
    }
    const product = await products.read(id);
    if (product === undefined) response.status(404).json({ error: 'Product not found' });
    else response.json(product);
  })
  .post(async (request, response) => {
    const product = await products.create(request.body as ProductBody);
    if (product === undefined) response.status(400).json({ error: 'A field is missing' });
    else response.status(201).json(product);
  })
  .put(async (request, response, next) => {
    const id = parameter(request, 'id');
    if (id === undefined) {
      next();
      return;
    }
    const product = await products.update(id, request.body as ProductBody);
    if (product === undefined) response.status(404).json({ error: 'Product not found' });
    else response.json(product);
  });

application.use((_request, response) => {
  response.status(404).json({ error: 'Invalid request' });
});

const server = application.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
