/** A server for the Todo-Backend interface that keeps its todos in memory. */
import { fileURLToPath } from 'node:url';
import express from 'express';

/** Creates the application of the server, without todos. */
export function createApp() {
  const todos = new Map();
  let last = 0;
  const app = express();
  const urlOf = (request, id) => `${request.protocol}://${request.get('host')}/${id}`;
  const show = (request, [id, todo]) => ({ ...todo, url: urlOf(request, id) });

  app.use((request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*');
    response.set('Access-Control-Allow-Methods', 'GET, POST, PATCH, DELETE');
    response.set('Access-Control-Allow-Headers', 'Content-Type');
    if (request.method === 'OPTIONS') response.sendStatus(204);
    else next();
  });
  app.use(express.json());

  app.get('/', (request, response) => {
    response.json([...todos].map((entry) => show(request, entry)));
  });
  app.post('/', (request, response) => {
    const { title, order } = request.body ?? {};
    if (typeof title !== 'string') return response.status(400).json({ error: 'title is missing' });
    last += 1;
    todos.set(String(last), { title, order, completed: false });
    response.status(201).json(show(request, [String(last), todos.get(String(last))]));
  });
  app.delete('/', (_request, response) => {
    todos.clear();
    response.sendStatus(204);
  });

  app.param('id', (_request, response, next, id) => {
    if (todos.has(id)) next();
    else response.status(404).json({ error: `there is no todo ${id}` });
  });
  app.get('/:id', (request, response) => {
    response.json(show(request, [request.params.id, todos.get(request.params.id)]));
  });
  app.patch('/:id', (request, response) => {
    const { id } = request.params;
    const { title, completed, order } = request.body ?? {};
    const changes = Object.entries({ title, completed, order }).filter(
      ([, value]) => value !== undefined,
    );
    todos.set(id, { ...todos.get(id), ...Object.fromEntries(changes) });
    response.json(show(request, [id, todos.get(id)]));
  });
  app.delete('/:id', (request, response) => {
    todos.delete(request.params.id);
    response.sendStatus(204);
  });
  return app;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  createApp().listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
}
