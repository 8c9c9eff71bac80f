/**
 * Three implementations of the Todo-Backend interface for the guide to publishing results, by name:
 *
 *   memory     conforms
 *   no-order   forgets the order of todos
 *   read-only  changes nothing
 */
import express from 'express';
import { createApp } from '../suites/todo/server.js';

/** Handlers that answer before the conforming server does. */
const weaknesses = {
  memory: () => undefined,
  'no-order': (app) =>
    app.use(express.json(), ({ body }, _response, next) => {
      delete body?.order;
      next();
    }),
  'read-only': (app) =>
    app.all('/:id', ({ method }, response, next) => {
      if (method === 'PATCH' || method === 'DELETE') response.sendStatus(405);
      else next();
    }),
};

const [, , name = 'memory'] = process.argv;
const app = express();
weaknesses[name](app);
app.use(createApp());
app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
