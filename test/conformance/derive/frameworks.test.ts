/** Descriptions as frameworks write them: what is sent, so that sound servers of theirs accept it. */
import { describe, expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';
import type { PlannedRequirement } from '../../../conformance/derive/scenarios/model.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const content = (schema: object, mediaType = 'application/json') => ({
  content: { [mediaType]: { schema } },
});
const answer = (schema: object) => ({ description: 'done', ...content(schema) });
const invalid = { 400: { description: 'bad request' } };
const missing = { 404: { description: 'not found' } };
const inQuery = (name: string, schema: object, required = false) => ({
  ...{ name, in: 'query', required, schema },
});
const inPath = (name: string, schema: object = integer) => ({
  ...{ name, in: 'path', required: true, schema },
});

function deriveFrom(paths: object) {
  const info = { title: 'Things', version: '1' };
  return derive(describeDocument({ openapi: '3.1.0', info, paths }), { takenOptions: [] });
}

const stepsOf = (requirements: readonly PlannedRequirement[], id: RegExp) =>
  requirements
    .filter((one) => id.test(one.id))
    .flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps))
    .map((step) => step.text + (step.below ?? ''));

/** The first body that a POST to `/things` with these members sends. */
function sentWith(members: Readonly<Record<string, object>>, required = Object.keys(members)) {
  const schema = {
    type: 'object',
    required: ['name', ...required],
    properties: { name: text, ...members },
  };
  const { requirements } = deriveFrom({
    '/things': {
      get: { responses: { 200: answer({ type: 'array', items: schema }) } },
      post: {
        operationId: 'create',
        requestBody: content(schema),
        responses: { 201: answer(schema) },
      },
    },
  });
  const sent = stepsOf(requirements, /^create\.response\.status$/).find((one) =>
    one.startsWith('I send POST'),
  );
  return JSON.parse(sent?.replace(/^[^{]*/, '') || 'null');
}

/** A collection with items. @param ending what stands at the ends of its paths */
function things(list: object, ending = '', id = 'id', item = `/things/{${id}}${ending}`) {
  const thing = { type: 'object', required: ['name'], properties: { name: text } };
  const shown = { ...thing, properties: { id: integer, ...thing.properties } };
  return {
    [`/things${ending}`]: {
      get: {
        operationId: 'list',
        responses: { 200: answer({ type: 'array', items: shown }) },
        ...list,
      },
      post: {
        operationId: 'create',
        requestBody: content(thing),
        responses: { 201: answer(shown), ...invalid },
      },
    },
    [item]: {
      parameters: [inPath(id)],
      get: { operationId: 'read', responses: { 200: answer(shown), ...missing } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' } } },
    },
  };
}

test('slashes at the ends of paths are sent, and hide no resource', () => {
  const [plain, slashed] = ['', '/'].map((ending) => deriveFrom(things({}, ending)).requirements);
  expect(slashed?.map(({ id }) => id)).toEqual(plain?.map(({ id }) => id));
  const paths = stepsOf(slashed ?? [], /./).flatMap(
    (one) => /I send \w+ (\S+)/.exec(one)?.[1] ?? [],
  );
  expect(new Set(paths)).toContain('/things/${id}/');
  expect(paths.filter((one) => !one.endsWith('/'))).toEqual([]);
});

describe('a parameter', () => {
  test('that is required and has a default is sent with it, and may be left out', () => {
    const parameters = [inQuery('limit', { ...integer, minimum: 1, default: 20 }, true)];
    const { requirements } = deriveFrom(
      things({
        operationId: 'list',
        parameters,
        responses: {
          200: answer({ type: 'array', items: { type: 'object', properties: { name: text } } }),
          ...invalid,
        },
      }),
    );
    expect(requirements.map(({ id }) => id)).not.toContain('list.limit.required');
    expect(stepsOf(requirements, /^list\.response\.status$/)).toContain(
      'I send GET /things?limit=20',
    );
  });

  test.each([{ type: 'number' }, { anyOf: [integer, { type: 'null' }] }])(
    'of pages may have the schema %j',
    (schema) => {
      const { requirements } = deriveFrom(things({ parameters: [inQuery('limit', schema)] }));
      expect(requirements.map(({ id }) => id)).toContain('list.limit.number');
    },
  );

  test.each(['page-size', 'page_size', 'pageSize'])('of pages may be called %s', (name) => {
    const { requirements } = deriveFrom(things({ parameters: [inQuery(name, integer)] }));
    expect(requirements.map(({ id }) => id)).toContain('list.page-size.number');
  });

  test('that filters by a boolean has no value that nobody has', () => {
    const schema = { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'a filter' };
    const filter = { ...inQuery('done', schema), description: 'a filter' };
    const { requirements } = deriveFrom(things({ parameters: [filter] }));
    expect(requirements.map(({ id }) => id)).not.toContain('list.done.nobody');
  });

  test('that must filter a list leaves nothing to say about what is in the list', () => {
    const { requirements } = deriveFrom(things({ parameters: [inQuery('name', text, true)] }));
    expect(requirements.map(({ id }) => id)).not.toContain('create.listed');
  });

  test('of a parent may have the name of its child', () => {
    const task = { type: 'object', required: ['title'], properties: { title: text } };
    const shown = answer({ ...task, properties: { id: integer, ...task.properties } });
    const { requirements } = deriveFrom({
      ...things({}),
      '/things/{id}/tasks': {
        parameters: [inPath('id')],
        post: { operationId: 'add', requestBody: content(task), responses: { 201: shown } },
      },
      '/tasks/{id}': {
        parameters: [inPath('id')],
        get: { operationId: 'show', responses: { 200: shown } },
      },
    });
    const steps = stepsOf(requirements, /^add\.stored$/);
    expect(steps).toContain('I remember $.id as "thing-id"');
    expect(steps).toContain('I send GET /tasks/${task-id}');
  });

  test('without a form may be rejected with 400 when it names nothing', () => {
    const { requirements } = deriveFrom({
      ...things({}, '', 'thing', '/things/{thing}'),
      '/things/{thing}': {
        parameters: [inPath('thing', text)],
        get: { operationId: 'read', responses: { 200: answer(text), ...missing, ...invalid } },
      },
    });
    expect(stepsOf(requirements, /^read\.unknown$/)).toContain('the status is 404 or 400');
  });
});

describe('a body has', () => {
  test.each<[string, object, unknown]>([
    [
      'a decimal number as a text',
      { ...text, format: 'decimal', pattern: '^-?\\d{0,2}(?:\\.\\d{0,2})?$' },
      '1.5',
    ],
    [
      'a text of a form with lookaheads',
      { ...text, pattern: '^(?=.*[A-Z])(?=.*\\d).{8,}$' },
      'Secret-Word-1',
    ],
    [
      'no default that its format forbids',
      { ...text, format: 'time', default: '08:00:00' },
      '09:30:00Z',
    ],
    ['a whole number where none else is shown', { type: 'number', default: 3, maximum: 5 }, 4],
  ])('%s', (_name, schema, expected) => {
    expect(sentWith({ member: schema }).member).toBe(expected);
  });

  test.each<[string, string, unknown]>([
    ['a URL', 'photo', 'https://example.com/${unique}'],
    ['a date', 'bornOn', '2024-05-17'],
    ['a time', 'startsAt', '2024-05-17T09:30:00Z'],
    ['a country', 'country', 'DE'],
  ])('%s by the name of a text: %s', (_name, member, expected) => {
    expect(sentWith({ [member]: text })[member]).toBe(expected);
  });

  test('the end of something after its beginning', () => {
    const date = { ...text, format: 'date' };
    const { to, from, start, end } = sentWith({ to: date, from: date, start: date, end: date });
    expect([from, start].every((one) => one < to && one < end)).toBe(true);
  });

  test('no optional member that no value is found for', () => {
    const schema = { ...text, format: 'json-pointer', minLength: 3 };
    expect(Object.keys(sentWith({ member: schema }, []))).toEqual(['name']);
  });

  test('no optional id of which the description shows nothing', () => {
    const id = { anyOf: [{ ...text, format: 'uuid' }, { type: 'null' }] };
    expect(Object.keys(sentWith({ assignee_id: id }, []))).toEqual(['name']);
    expect(Object.keys(sentWith({ assignee_id: id }))).toEqual(['name', 'assignee_id']);
  });

  test('no optional id of its own kind', () => {
    const { requirements } = deriveFrom({
      ...things({}),
      '/things': {
        post: {
          operationId: 'create',
          requestBody: content({
            type: 'object',
            required: ['name'],
            properties: { name: text, parentThingId: integer },
          }),
          responses: { 201: answer({ type: 'object', properties: { id: integer, name: text } }) },
        },
      },
    });
    expect(stepsOf(requirements, /./).join()).not.toContain('parentThingId');
  });

  test('a short code that no other run uses', () => {
    const { code } = sentWith({ code: { ...text, maxLength: 8, example: '101' } });
    expect(code).toBe('${unique-like:a1b2c3d4}');
  });
});

test('no scenario uses a value that it does not remember', () => {
  const thing = { type: 'object', required: ['name'], properties: { name: text } };
  const shown = answer({ ...thing, properties: { key: text, ...thing.properties } });
  const { requirements } = deriveFrom({
    ...things({}, '', 'id', '/owners/{id}'),
    '/owners': {
      post: {
        requestBody: content(thing),
        responses: { 201: answer({ ...thing, properties: { id: integer, name: text } }) },
      },
    },
    '/owners/{id}/parts': {
      parameters: [inPath('id')],
      get: { responses: { 200: answer({ type: 'array', items: thing }) } },
      post: { requestBody: content(thing), responses: { 201: shown } },
    },
    '/parts/{key}': {
      parameters: [inPath('key', text)],
      get: { responses: { 200: shown, ...missing } },
      put: { requestBody: content(thing), responses: { 200: shown, ...missing } },
    },
  });
  for (const { id, scenarios } of requirements)
    for (const { steps } of scenarios) {
      const all = steps.map(({ text: one, below = '' }) => one + below);
      const remembered = all.flatMap((one) => / as "([^"]+)"/.exec(one)?.[1] ?? []);
      const used = all.flatMap((one) =>
        [...one.matchAll(/\$\{(\w[\w-]*)\}/g)].map(([, name]) => name),
      );
      const own = used.filter((one) => !/^unique/.test(one ?? ''));
      expect(remembered, id).toEqual(expect.arrayContaining(own));
    }
});

test('a body that cannot be made ends no derivation', () => {
  expect(sentWith({ member: { ...text, format: 'json-pointer' } })).toBeNull();
});

describe('a body refers to another resource', () => {
  const reference = (member: string, schema: object, id: string) => {
    const book = {
      type: 'object',
      required: ['title', member],
      properties: { title: text, [member]: schema },
    };
    const { requirements } = deriveFrom({
      ...things({}, '', id),
      '/books': {
        post: { operationId: 'add', requestBody: content(book), responses: { 201: answer(book) } },
      },
    });
    return stepsOf(requirements, /^add\.response\.status$/);
  };

  test.each<[string, object, string]>([
    ['thingId', integer, 'id'],
    ['thing_id', integer, 'thing_id'],
    ['ownThingId', integer, 'thingId'],
    ['thing', integer, 'id'],
    ['thingId', integer, 'name'],
  ])('by %s (%j) of /things/{%s}', (member, schema, id) => {
    const steps = reference(member, schema, id);
    expect(steps).toContain(`I remember $.id as "its ${member}"`);
    const sent = steps.at(-2)?.replace(/\n\s*/g, '');
    expect(sent).toContain(`"${member}": \${its ${member}}`);
  });

  test('by two members of like names', () => {
    const id = { type: 'object', required: ['id'], properties: { id: integer } };
    const steps = stepsOf(
      deriveFrom({
        ...things({}),
        '/books': {
          post: {
            operationId: 'add',
            requestBody: content({
              type: 'object',
              required: ['title', 'thing_id', 'thing'],
              properties: { title: text, thing_id: integer, thing: id },
            }),
            responses: { 201: answer(text) },
          },
        },
      }).requirements,
      /^add\.response\.status$/,
    );
    expect(steps).toContain('I remember $.id as "its thing_id"');
    expect(steps).toContain('I remember $.id as "its thing id"');
  });

  test.each(['name', 'title', 'username', 'version'])('not by a %s', (member) => {
    expect(reference(member, text, member).join()).not.toContain('/things');
  });

  test('not by a text with its name', () => {
    expect(reference('thing', text, 'id').join()).not.toContain('/things');
  });
});

test('each request has the only documented media type', () => {
  const type = 'application/merge-patch+json';
  const change = {
    type: 'object',
    additionalProperties: false,
    properties: { name: { ...text, minLength: 2 } },
  };
  const paths = things({});
  const { requirements } = deriveFrom({
    ...paths,
    '/things/{id}': {
      ...paths['/things/{id}'],
      patch: {
        operationId: 'change',
        requestBody: content(change, type),
        responses: { 200: answer(change), ...invalid },
      },
    },
  });
  const sent = stepsOf(requirements, /^change\./).filter((one) => one.startsWith('I send PATCH'));
  expect(sent.length).toBeGreaterThan(6);
  expect(sent.filter((one) => !one.includes(` as ${type}`))).toEqual([]);
});

test('an integer that answers call a number is compared', () => {
  const members = (count: object) => ({ type: 'object', properties: { name: text, count } });
  const { requirements } = deriveFrom({
    '/things': {
      get: { responses: { 200: answer({ type: 'array', items: members({ type: 'number' }) }) } },
      post: {
        operationId: 'create',
        requestBody: content(members(integer)),
        responses: { 201: answer(members({ type: 'number' })) },
      },
    },
  });
  expect(stepsOf(requirements, /^create\.response\.values$/).join()).toContain('"count"');
});

test('a login with the name and the password that the operator gives is judged', () => {
  const form = {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: text, password: text },
  };
  const flows = { password: { tokenUrl: 'api/token/', scopes: {} } };
  const api = describeDocument({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    components: { securitySchemes: { login: { type: 'oauth2', flows } } },
    paths: {
      '/api/token/': {
        post: {
          operationId: 'enter',
          requestBody: content(form, 'application/x-www-form-urlencoded'),
          responses: { 200: answer(text) },
        },
      },
      '/me': { get: { security: [{ login: [] }], responses: { 200: answer(text) } } },
    },
  });
  const rulesFor = (names: readonly string[]) =>
    derive(api, { takenOptions: [], isGiven: (name) => names.includes(name) })
      .requirements.filter(({ id }) => /^enter\./.test(id))
      .map(({ id, unfinished }) => `${id}${unfinished === undefined ? '' : ': unfinished'}`);
  expect(rulesFor(['login-user', 'login-password'])).toEqual([
    'enter.response.status',
    'enter.wrong-password',
    'enter.unknown-account',
  ]);
  expect(rulesFor(['login'])).toEqual(['enter.response.status: unfinished']);
});

test.each(['/api/token-auth/', '/token/refresh', '/auth/sign_in', '/jwt/verify/'])(
  'POST %s needs an account',
  (path) => {
    const credentials = { type: 'object', required: ['user'], properties: { user: text } };
    const { requirements } = deriveFrom({
      [path]: {
        post: {
          operationId: 'enter',
          requestBody: content(credentials),
          responses: { 200: answer(text) },
        },
      },
    });
    const status = requirements.find(({ id }) => id === 'enter.response.status');
    expect(status?.unfinished).toBe('it needs an existing account');
  },
);
