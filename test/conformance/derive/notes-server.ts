/** A server that conforms to `notes.yaml`, and faults, each of which breaks one rule of it. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** A stored note. */
export interface Note {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly priority?: number;
  readonly tags?: readonly string[];
  readonly created: string;
}

/** The only accepted bearer token. */
export const token = 's3cret-token';

/** The parts of the server that a fault replaces. */
export class Notes {
  readonly notes = new Map<string, Note>();
  requests = 0;

  createStatus = 201;
  errorType = 'application/problem+json';
  malformedStatus = 400;
  isAuthorized = (header: string | undefined): boolean => header === `Bearer ${token}`;
  newId = (): string => randomUUID();
  now = (): string => new Date().toISOString();
  location = (id: string): string | undefined => `/notes/${id}`;
  total = (count: number): string | undefined => String(count);
  problem = (status: number): object => ({ title: 'error', status });
  show = (note: Note): object => note;
  store = (note: Note): void => void this.notes.set(note.id, note);
  replace = (note: Note, body: object): Note =>
    ({ id: note.id, created: note.created, ...body }) as Note;
  change = (note: Note, body: object): Note => ({ ...note, ...body });
  remove = (id: string): void => void this.notes.delete(id);
  onUnknownUpdate = (_id: string, _body: object): void => {};
  deletedStatus = (isKnown: boolean): number => (isKnown ? 204 : 404);
  list = (query: URLSearchParams): readonly Note[] =>
    this.sort(this.filter([...this.notes.values()], query), query);
  filter = (all: readonly Note[], query: URLSearchParams): readonly Note[] =>
    all.filter((one) => this.matches(one, query, 'state') && this.matches(one, query, 'title'));
  matches = (note: Note, query: URLSearchParams, name: 'state' | 'title'): boolean =>
    query.get(name) === null || note[name] === query.get(name);
  sort = (all: readonly Note[], query: URLSearchParams): readonly Note[] => {
    const sign = query.get('sort') === '-priority' ? -1 : 1;
    if (query.get('sort') === null) return all;
    return [...all].sort((a, b) => sign * ((a.priority ?? 0) - (b.priority ?? 0)));
  };
  page = (all: readonly Note[], offset: number, limit: number): readonly Note[] =>
    all.slice(offset, offset + limit);
  isLimit = (text: string): boolean =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 50;
  isTitle = (value: unknown): boolean =>
    typeof value === 'string' && value.length >= 1 && value.length <= 100;
  isState = (value: unknown): boolean => value === 'open' || value === 'done';
  isPriority = (value: unknown): boolean =>
    value === undefined || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5);
  isTags = (value: unknown): boolean =>
    value === undefined ||
    (Array.isArray(value) &&
      value.length <= 3 &&
      new Set(value).size === value.length &&
      value.every((one) => typeof one === 'string'));
  isDeclared = (body: object): boolean =>
    Object.keys(body).every((name) => ['title', 'state', 'priority', 'tags'].includes(name));
  isValid = (value: unknown): value is object => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const { title, state, priority, tags } = value as Record<string, unknown>;
    const isComplete = this.isTitle(title) && this.isState(state);
    return isComplete && this.isPriority(priority) && this.isTags(tags) && this.isDeclared(value);
  };

  /** The server on a free port of this machine, when it listens. */
  listen() {
    return createServer(async (request, response) => {
      this.requests += 1;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = this.answer(
        {
          method: request.method ?? '',
          url: request.url ?? '',
          header: request.headers.authorization,
        },
        Buffer.concat(chunks).toString(),
      );
      const { status, body, headers = {} } = answer;
      const type = status >= 400 ? this.errorType : 'application/json';
      const typed = body === undefined ? headers : { ...headers, 'content-type': type };
      response.writeHead(status, typed).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  answer(
    request: { readonly method: string; readonly url: string; readonly header: string | undefined },
    text: string,
  ): { status: number; body?: object; headers?: Record<string, string> } {
    const { pathname, searchParams } = new URL(request.url, 'http://notes');
    const fail = (status: number) => ({ status, body: this.problem(status) });
    const [, collection, id] = pathname.split('/');
    if (collection !== 'notes') return fail(404);
    if (!this.isAuthorized(request.header)) return fail(401);
    let body: unknown;
    try {
      body = text === '' ? undefined : JSON.parse(text);
    } catch {
      return fail(this.malformedStatus);
    }
    if (id === undefined) return this.#collection(request.method, searchParams, body) ?? fail(405);
    return this.#item(request.method, id, body) ?? fail(405);
  }

  #collection(method: string, query: URLSearchParams, body: unknown) {
    if (method === 'POST') {
      if (!this.isValid(body)) return { status: 400, body: this.problem(400) };
      const note = { ...body, id: this.newId(), created: this.now() } as Note;
      this.store(note);
      const location = this.location(note.id);
      const headers = location === undefined ? {} : { location };
      return { status: this.createStatus, body: this.show(note), headers };
    }
    if (method !== 'GET') return undefined;
    const [limit, offset] = [query.get('limit') ?? '20', query.get('offset') ?? '0'];
    const isState = query.get('state') === null || this.isState(query.get('state'));
    const isSort = [null, 'priority', '-priority'].includes(query.get('sort'));
    if (!this.isLimit(limit) || !/^\d+$/.test(offset) || !isState || !isSort)
      return { status: 400, body: this.problem(400) };
    const all = this.list(query);
    const items = this.page(all, Number(offset), Number(limit)).map((one) => this.show(one));
    const total = this.total(all.length);
    return {
      status: 200,
      body: { items },
      headers: total === undefined ? {} : { 'x-total': total },
    };
  }

  #item(method: string, id: string, body: unknown) {
    const note = this.notes.get(id);
    if (method === 'DELETE') {
      const status = this.deletedStatus(note !== undefined);
      if (note !== undefined) this.remove(id);
      return status === 204 ? { status } : { status, body: this.problem(status) };
    }
    if (note === undefined) {
      if (method !== 'GET') this.onUnknownUpdate(id, body as object);
      return { status: 404, body: this.problem(404) };
    }
    if (method === 'GET') return { status: 200, body: this.show(note) };
    if (method === 'PUT' && !this.isValid(body)) return { status: 400, body: this.problem(400) };
    const { created: _created, id: _id, ...stored } = note;
    if (method === 'PATCH' && !this.isValid({ ...stored, ...Object(body) }))
      return { status: 400, body: this.problem(400) };
    const next =
      method === 'PUT' ? this.replace(note, body as object) : this.change(note, Object(body));
    this.notes.set(id, next);
    return { status: 200, body: this.show(next) };
  }
}

/** A fault: what it changes, and the requirement that shows it. */
export interface Fault {
  readonly name: string;
  readonly requirement: string;
  plant(server: Notes): void;
}

function fault(name: string, requirement: string, plant: (server: Notes) => void): Fault {
  return { name, requirement, plant };
}

export const faults: readonly Fault[] = [
  fault('a create is answered with 200', 'create-note.response.status', (one) => {
    one.createStatus = 200;
  }),
  fault('a timestamp is no date-time', 'create-note.response.body', (one) => {
    one.now = () => 'yesterday';
  }),
  fault('an id is no UUID', 'create-note.response.body', (one) => {
    let id = 0;
    one.newId = () => String(++id);
  }),
  fault('the header Location is missing', 'create-note.response.headers', (one) => {
    one.location = () => undefined;
  }),
  fault('the header Location leads elsewhere', 'create-note.response.location', (one) => {
    one.location = () => '/notes/7d444840-9dc0-41d1-b245-5ffdce74fad2';
  }),
  fault('a required header is missing', 'list-notes.response.headers', (one) => {
    one.total = () => undefined;
  }),
  fault('a header is no integer', 'list-notes.response.headers', (one) => {
    one.total = () => 'many';
  }),
  fault('errors have another media type', 'errors.problem', (one) => {
    one.errorType = 'application/json';
  }),
  fault('errors have another form', 'errors.problem', (one) => {
    one.problem = () => ({ message: 'error' });
  }),
  fault('malformed JSON is a server error', 'create-note.body.malformed', (one) => {
    one.malformedStatus = 500;
  }),
  fault('no token is needed', 'list-notes.security.none', (one) => {
    one.isAuthorized = () => true;
  }),
  fault('any token is accepted', 'list-notes.security.invented', (one) => {
    one.isAuthorized = (header) => header !== undefined;
  }),
  fault('any scheme is accepted', 'list-notes.security.scheme', (one) => {
    one.isAuthorized = (header) => header?.endsWith(token) ?? false;
  }),
  fault('a create stores nothing', 'create-note.stored', (one) => {
    one.store = () => {};
  }),
  fault('a title is stored in capitals', 'create-note.stored', (one) => {
    one.store = (note) => void one.notes.set(note.id, { ...note, title: note.title.toUpperCase() });
  }),
  fault('a replacement stores nothing', 'replace-note.response.values', (one) => {
    one.replace = (note) => note;
  }),
  fault('a replacement keeps what it omits', 'replace-note.replaced', (one) => {
    one.replace = (note, body) => ({ ...note, ...body }) as Note;
  }),
  fault('a replacement changes the next note, too', 'replace-note.others', (one) => {
    const { replace } = one;
    one.replace = (note, body) => {
      const notes = [...one.notes.values()];
      const next = notes[notes.findIndex(({ id }) => id === note.id) + 1];
      const { title } = body as Note;
      if (next !== undefined) one.notes.set(next.id, { ...next, title });
      return replace(note, body);
    };
  }),
  fault('a deletion removes the next note, too', 'delete-note.others', (one) => {
    one.remove = (id) => {
      const ids = [...one.notes.keys()];
      for (const gone of ids.slice(ids.indexOf(id)).slice(0, 2)) one.notes.delete(gone);
    };
  }),
  fault('optional members are demanded', 'create-note.without-optional', (one) => {
    one.isPriority = (value) => Number(value) >= 1 && Number(value) <= 5;
  }),
  fault('a rejected note is stored', 'create-note.refused.nothing', (one) => {
    const { isValid } = one;
    one.isValid = (value): value is object => {
      if (!isValid(value)) one.notes.set(one.newId(), { ...Object(value), id: 'rejected' });
      return isValid(value);
    };
  }),
  fault('texts are escaped for HTML', 'create-note.texts', (one) => {
    const { store } = one;
    one.store = (note) => store({ ...note, title: note.title.replaceAll('&', '&amp;') });
  }),
  fault('a token may go on', 'list-notes.security.altered', (one) => {
    one.isAuthorized = (header) => header?.startsWith(`Bearer ${token}`) ?? false;
  }),
  fault('a deletion removes all notes', 'delete-note.others', (one) => {
    one.remove = () => one.notes.clear();
  }),
  fault('a change loses the other members', 'change-note.rest', (one) => {
    one.change = ({ id, created }, body) =>
      ({ id, created, state: 'done', title: 'lost', ...body }) as Note;
  }),
  fault('an update creates', 'replace-note.unknown.nothing', (one) => {
    one.onUnknownUpdate = (id, body) =>
      void one.notes.set(id, { ...body, id, created: one.now() } as Note);
  }),
  fault('a deletion keeps the note', 'delete-note.gone', (one) => {
    one.remove = () => {};
  }),
  fault('an unknown note is deleted', 'delete-note.unknown', (one) => {
    one.deletedStatus = () => 204;
  }),
  fault('all notes have one id', 'create-note.distinct', (one) => {
    const id = one.newId();
    one.newId = () => id;
  }),
  fault('the limit is ignored', 'list-notes.limit.number', (one) => {
    one.page = (all, offset) => all.slice(offset, offset + 20);
  }),
  fault('pages overlap', 'list-notes.offset.pages', (one) => {
    one.page = (all, offset, limit) =>
      all.slice(Math.max(0, offset - 1), offset + limit - (offset ? 1 : 0));
  }),
  fault('the second page is empty', 'list-notes.offset.pages', (one) => {
    one.page = (all, offset, limit) => (offset === 0 ? all.slice(0, limit) : []);
  }),
  fault('a limit of 0 is accepted', 'list-notes.limit.minimum', (one) => {
    one.isLimit = (text) => /^\d+$/.test(text) && Number(text) <= 50;
  }),
  fault('a limit of 51 is accepted', 'list-notes.limit.maximum', (one) => {
    one.isLimit = (text) => /^[1-9]\d*$/.test(text);
  }),
  fault('a limit of 50 is rejected', 'list-notes.limit.maximum', (one) => {
    one.isLimit = (text) => /^[1-9]\d*$/.test(text) && Number(text) < 50;
  }),
  fault('a filter is ignored', 'list-notes.state.filter', (one) => {
    one.matches = (note, query, name) =>
      name === 'state' || query.get(name) === null || note[name] === query.get(name);
  }),
  fault('an order is the other one', 'list-notes.sort.priority-ascending', (one) => {
    one.sort = (all, query) =>
      query.get('sort') === null
        ? all
        : [...all].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
  }),
  fault('a title of 101 characters is accepted', 'create-note.title.max-length', (one) => {
    one.isTitle = (value) => typeof value === 'string' && value !== '';
  }),
  fault('a title of 100 characters is rejected', 'create-note.title.max-length', (one) => {
    one.isTitle = (value) => typeof value === 'string' && value !== '' && value.length < 100;
  }),
  fault('an empty title is accepted', 'create-note.title.min-length', (one) => {
    one.isTitle = (value) => typeof value === 'string' && value.length <= 100;
  }),
  fault('a title may be missing', 'create-note.title.required', (one) => {
    const { isTitle } = one;
    one.isTitle = (value) => value === undefined || isTitle(value);
  }),
  fault('any state is accepted', 'create-note.state.enum', (one) => {
    one.isState = (value) => typeof value === 'string';
  }),
  fault('a priority of 6 is accepted', 'create-note.priority.maximum', (one) => {
    one.isPriority = (value) =>
      value === undefined || (Number.isInteger(value) && Number(value) > 0);
  }),
  fault('a priority may be a fraction', 'create-note.priority.integer', (one) => {
    one.isPriority = (value) =>
      value === undefined || (typeof value === 'number' && value >= 1 && value <= 5);
  }),
  fault('four tags are accepted', 'create-note.tags.max-items', (one) => {
    one.isTags = (value) => {
      const list = Array.isArray(value) ? value : [];
      return new Set(list).size === list.length && list.every((tag) => typeof tag === 'string');
    };
  }),
  fault('a tag may be there twice', 'create-note.tags.unique-items', (one) => {
    one.isTags = (value) =>
      value === undefined ||
      (Array.isArray(value) && value.length <= 3 && value.every((tag) => typeof tag === 'string'));
  }),
  fault('undeclared members are accepted', 'create-note.body.additional-properties', (one) => {
    one.isDeclared = () => true;
  }),
];
