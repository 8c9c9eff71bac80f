/** A server that conforms to `descriptions/todo.yaml`. */
import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler } from 'express';

interface Todo {
  readonly id: string;
}

function isValid({ title, done = false, due = '' }: Readonly<Record<string, unknown>>): boolean {
  return (
    [title, due].every((one) => typeof one === 'string') &&
    title !== '' &&
    typeof done === 'boolean'
  );
}

/**
 * @param token the only accepted bearer token
 * @param created the status for a new todo; the description documents 201
 */
export function createTodoServer(token: string, created = 201) {
  const todos = new Map<string, Todo>();
  const app = express();
  app.use((request, response, next) => {
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const hasBody = ['POST', 'PATCH'].includes(request.method);
    if (!isKnown) response.status(401).json({});
    else if (hasBody && !request.is('application/json')) response.status(415).json({});
    else next();
  });
  app.use(express.json());
  app.get('/todos', ({ query }, response) => {
    const limit = Number(query.limit ?? 100);
    if (Number.isInteger(limit) && limit >= 0) response.json([...todos.values()].slice(0, limit));
    else response.status(400).json({});
  });
  app.post('/todos', ({ body }, response) => {
    const todo = { ...body, id: randomUUID() };
    if (!isValid(todo)) response.status(422).json({});
    else response.status(created).json(todos.set(todo.id, todo).get(todo.id));
  });
  app.get('/todos/:id', ({ params }, response) => {
    const todo = todos.get(params.id);
    response.status(todo === undefined ? 404 : 200).json(todo ?? {});
  });
  app.patch('/todos/:id', ({ params, body }, response) => {
    const todo = todos.get(params.id);
    if (todo !== undefined && !isValid({ ...todo, ...body })) {
      response.status(422).json({});
      return;
    }
    if (todo !== undefined) todos.set(params.id, { ...todo, ...body });
    response.status(todo === undefined ? 404 : 200).json(todos.get(params.id) ?? {});
  });
  app.delete('/todos/:id', ({ params }, response) => {
    response.status(todos.delete(params.id) ? 204 : 404).end();
  });
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) => {
    response.status(400).json({});
  };
  app.use(refuse);
  return { app, todos };
}
