/** The example's Todo-Backend server, conforming or with a planted fault. */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { packageFile } from '../../kit/package-root.js';
import { type ListeningServer, listen } from '../faulty/listen.js';

/** The folder of the suite. */
export const todoSuite = packageFile('examples', 'suites', 'todo');

/** Plants a fault: adds handlers that run before the conforming server. */
export type TodoFault = (app: Express) => void;

/** Changes the JSON body of an answer. */
function changeJson(response: Response, change: (body: unknown) => unknown): void {
  const send = response.json.bind(response);
  response.json = (body) => send(change(body));
}

type Todo = Readonly<Record<string, unknown>>;

/** Changes a todo in an answer; a list stays unchanged. */
function changeTodo(change: (todo: Todo) => Todo): RequestHandler {
  return (_request, response, next) => {
    changeJson(response, (body) => (Array.isArray(body) ? body : change(body as Todo)));
    next();
  };
}

const without =
  (name: string) =>
  ({ [name]: _removed, ...rest }: Todo): Todo =>
    rest;

/** Planted faults by description, each with the one requirement that it breaks. */
export const todoFaults: Readonly<Record<string, readonly [id: string, plant: TodoFault]>> = {
  'the list is in an envelope': [
    'todos.list.array',
    (app) =>
      app.get('/', (_request, response, next) => {
        changeJson(response, (todos) => ({ todos }));
        next();
      }),
  ],
  'a new todo is listed twice': [
    'todos.list.holds',
    (app) =>
      app.get('/', (_request, response, next) => {
        changeJson(response, (todos) => (todos as unknown[]).flatMap((todo) => [todo, todo]));
        next();
      }),
  ],
  'the answer to a POST has no title': [
    'todos.create.title',
    (app) => app.post('/', changeTodo(without('title'))),
  ],
  'titles are in ASCII': [
    'todos.create.any-title',
    (app) =>
      app.post(
        '/',
        changeTodo((todo) => ({ ...todo, title: String(todo.title).replace(/[^ -~]/g, '?') })),
      ),
  ],
  'a new todo is completed': [
    'todos.create.completed',
    (app) =>
      app.post(
        '/',
        changeTodo((todo) => ({ ...todo, completed: true })),
      ),
  ],
  'a new todo has no url': ['todos.create.url', (app) => app.post('/', changeTodo(without('url')))],
  'urls have no host': [
    'todos.create.absolute-url',
    (app) =>
      app.use((_request, response, next) => {
        const strip = (todo: Todo) => ({ ...todo, url: new URL(String(todo.url)).pathname });
        changeJson(response, (body) =>
          Array.isArray(body) ? body.map(strip) : strip(body as Todo),
        );
        next();
      }),
  ],
  'a todo cannot be read': [
    'todos.read.status',
    (app) =>
      app.get('/:id', (_request, response) => {
        response.sendStatus(405);
      }),
  ],
  'a PATCH without a title clears the title': [
    'todos.change.keeps-title',
    (app) =>
      app.patch('/:id', express.json(), (request, _response, next) => {
        request.body.title ??= '';
        next();
      }),
  ],
  'a todo that is read is never completed': [
    'todos.change.completed-lasts',
    (app) =>
      app.get(
        '/:id',
        changeTodo((todo) => ({ ...todo, completed: false })),
      ),
  ],
  'a DELETE does nothing': [
    'todos.delete.gone',
    (app) =>
      app.delete('/:id', (_request, response) => {
        response.sendStatus(204);
      }),
  ],
  'a DELETE of all does nothing': [
    'todos.clear.empty',
    (app) =>
      app.delete('/', (_request, response) => {
        response.sendStatus(204);
      }),
  ],
  'the order of a new todo is lost': [
    'todos.order.create',
    (app) => app.post('/', changeTodo(without('order'))),
  ],
  'a preflight does not allow PATCH': [
    'todos.cors.methods',
    (app) =>
      app.options('/', (_request, response) => {
        response.set('Access-Control-Allow-Headers', 'Content-Type');
        response.set('Access-Control-Allow-Methods', 'GET, POST, DELETE').sendStatus(204);
      }),
  ],
};

/** Starts the server in this process. */
export async function startTodoServer(plant: TodoFault = () => {}): Promise<ListeningServer> {
  const file: string = pathToFileURL(`${todoSuite}/server.js`).href;
  const { createApp } = (await import(file)) as { createApp: () => Express };
  const app = express();
  // A fault concerns one rule, so its answers can be read by pages of other origins, too.
  app.use((_request, response, next) => {
    response.set('Access-Control-Allow-Origin', '*');
    next();
  });
  plant(app);
  app.use(createApp());
  return await listen(createServer(app));
}
