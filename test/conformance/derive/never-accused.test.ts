/** What a description only seems to demand, so that no server is accused of it. */
import { describe, expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeDocument } from '../../../conformance/derive/description/description.js';
import { answer, content, deriveFrom, inPath, integer, text } from './small-apis.js';

const invalid = { 400: { description: 'bad request' } };

describe('a pet with tags', () => {
  const tags = { type: 'array', items: { type: 'object', properties: { name: text } } };
  const pet = { type: 'object', required: ['name', 'tags'], properties: { name: text, tags } };
  const shown = answer({ ...pet, properties: { id: integer, ...pet.properties } });
  const found = deriveFrom({
    '/pets': { post: { requestBody: content(pet), responses: { 201: shown } } },
    '/pets/{id}': {
      parameters: [inPath('id', integer)],
      get: { operationId: 'getPet', responses: { 200: shown } },
      post: { operationId: 'petPet', responses: { 200: { description: 'done' }, ...invalid } },
      delete: { responses: { 204: { description: 'gone' } } },
    },
  });

  test('is no list of pets', () => {
    expect(found.map(({ id }) => id)).not.toContain('get-pet.empty');
  });

  test('is not sent a POST after it was deleted, which nothing could allow', () => {
    expect(found.map(({ id }) => id)).toContain('pet-pet.response.status');
    expect(found.map(({ id }) => id)).not.toContain('pet-pet.unknown');
  });
});

describe('what a new guild has', () => {
  const named = { type: 'object', required: ['name'], properties: { name: text } };
  const counted = { type: 'object', properties: { count: integer } };
  const withId = (one: { readonly properties: object }) => ({
    ...{ ...one, properties: { id: integer, ...one.properties } },
  });
  const childOf = (child: typeof named | typeof counted) =>
    deriveFrom({
      '/guilds': {
        post: { requestBody: content(named), responses: { 201: answer(withId(named)) } },
      },
      '/guilds/{id}': {
        parameters: [inPath('id', integer)],
        get: { responses: { 200: answer(withId(named)) } },
      },
      '/guilds/{id}/roles': {
        parameters: [inPath('id', integer)],
        get: {
          operationId: 'listRoles',
          responses: { 200: answer({ type: 'array', items: withId(child) }) },
        },
        post: { requestBody: content(child), responses: { 201: answer(withId(child)) } },
      },
    }).find(({ id }) => id === 'list-roles.empty');

  test('is judged by the text of what another guild has', () => {
    const { statement, scenarios, level } = childOf(named) ?? {};
    expect(level).toBe('must');
    expect(statement).toContain('has nothing that was created below another resource');
    const last = scenarios?.[0]?.steps.at(-1)?.text;
    expect(last).toBe(`the text of the body does not contain "${'$'}{unique}"`);
  });

  test('is only observed where the roles have no text', () => {
    expect(childOf(counted)?.level).toBe('open');
  });
});

test('a PUT that no POST creates for may create, unless a 404 is documented', () => {
  const responsesOf = (status: number) => ({
    200: { description: 'stored' },
    [status]: { description: 'wrong' },
  });
  const idsWith = (status: number) =>
    deriveFrom({
      '/presets/{presetId}': {
        parameters: [inPath('presetId')],
        put: { operationId: 'put', responses: responsesOf(status) },
      },
    }).map(({ id }) => id);
  expect(idsWith(400)).not.toContain('put.unknown');
  expect(idsWith(404)).toContain('put.unknown');
});

test('a search by POST creates nothing that a GET could show', () => {
  const query = { type: 'object', required: ['id'], properties: { id: text } };
  const hits = { type: 'object', properties: { id: text, hits: { type: 'array' } } };
  const responses = { 200: answer(hits), 404: { description: 'unknown' } };
  const id = { name: 'id', in: 'query', required: true, schema: text };
  const search = {
    get: { operationId: 'similar', parameters: [id], responses },
    post: { requestBody: content(query), responses },
  };
  const idsOf = (more: object) =>
    deriveFrom({ '/similar': { ...search, ...more } }).map((one) => one.id);
  expect(idsOf({})).not.toContain('similar.unknown');
  // Where it can be deleted, it is something.
  const removal = { parameters: [id], responses: { 204: { description: 'gone' } } };
  expect(idsOf({ delete: removal })).toContain('similar.unknown');
});

test('an update leaves out the id that its path has', () => {
  const user = { type: 'object', properties: { username: text, name: text } };
  const responses = { 200: answer(user) };
  const requirements = deriveFrom({
    '/users': { post: { requestBody: content(user), responses: { 201: answer(user) } } },
    '/users/{username}': {
      parameters: [inPath('username')],
      get: { responses },
      put: { operationId: 'update', requestBody: content(user), responses },
    },
  });
  const stored = requirements.find(({ id }) => id === 'update.stored');
  const sent = stored?.scenarios[0]?.steps.find(({ text: one }) => one.startsWith('I send PUT'));
  expect(sent?.text).toBe(
    `I send PUT /users/${'$'}{username} with {"name":"${'$'}{unique:changed}"}`,
  );
});

test.each([
  ['without required members, is not missed', [], false],
  ['with a required member, is missed', ['q'], true],
])('an object in the query %s', (_case, required, isJudged) => {
  const schema = { type: 'object', required, properties: { q: text, sort: text } };
  const parameters = [{ name: 'search', in: 'query', required: true, schema }];
  const get = { operationId: 'search', parameters, responses: { 200: answer({}), ...invalid } };
  const [first, ...rest] = deriveFrom({ '/things': { get } });
  expect(rest.map(({ id }) => id).includes('search.search.required')).toBe(isJudged);
  const sent = first?.scenarios[0]?.steps.map(({ text: one }) => one);
  expect(sent).toContain(`I send GET /things${isJudged ? `?q=${'$'}{unique}` : ''}`);
});

test('a text that begins with # is compared as it is, also in a list', () => {
  const things = { type: 'array', items: { type: 'string', example: '#a' } };
  const thing = { type: 'object', required: ['name'], properties: { name: text, things } };
  const responses = { 201: answer(thing) };
  const post = { operationId: 'create', requestBody: content(thing), responses };
  const item = { parameters: [inPath('name')], get: { responses: { 200: answer(thing) } } };
  const stored = deriveFrom({ '/things': { post }, '/things/{name}': item });
  const steps = stored.find(({ id }) => id === 'create.stored')?.scenarios[0]?.steps;
  const pattern = steps?.find((one) => one.text === '$ matches')?.below ?? '{}';
  expect(JSON.parse(pattern)).toMatchObject({ things: ['##a'] });
});

test('the id of another resource is a filter, not an id', () => {
  const upload = { type: 'object', required: ['campaignId'], properties: { campaignId: text } };
  const shown = { ...upload, properties: { id: integer, ...upload.properties } };
  const campaign = { name: 'campaignId', in: 'query', schema: text };
  const responses = { 200: answer({ type: 'array', items: shown }) };
  const ids = deriveFrom({
    '/uploads': {
      get: { operationId: 'list', parameters: [campaign], responses },
      post: {
        operationId: 'create',
        requestBody: content(upload),
        responses: { 201: answer(shown) },
      },
    },
    '/uploads/{id}': {
      parameters: [inPath('id', integer)],
      get: { responses: { 200: answer(shown) } },
    },
  }).map(({ id }) => id);
  expect(ids).toContain('list.campaign-id.filter');
  expect(ids).not.toContain('list-by-campaign-id.response.status');
});

test('a scenario remembers the id by the name that its next request uses', () => {
  const note = { type: 'object', required: ['title'], properties: { title: text } };
  const shown = { ...note, properties: { id: integer, note_id: integer, ...note.properties } };
  const id = { name: 'note_id', in: 'query', schema: integer };
  const responses = { 200: answer({ type: 'array', items: shown }) };
  const requirements = deriveFrom({
    '/notes': {
      get: { operationId: 'list', parameters: [id], responses },
      post: {
        operationId: 'create',
        requestBody: content(note),
        responses: { 201: answer(shown) },
      },
    },
    '/notes/{id}': {
      parameters: [inPath('id', integer)],
      get: { responses: { 200: answer(shown) } },
      delete: { responses: { 204: { description: 'gone' } } },
    },
  });
  for (const { scenarios } of requirements) {
    const steps = scenarios.flatMap((one) => one.steps.map((step) => step.text));
    const used = steps.flatMap((one) => one.match(/(?<=\$\{)(?:note_)?id(?=\})/g) ?? []);
    const known = steps.flatMap((one) => /I remember \S+ as "(\S+)"/.exec(one)?.[1] ?? []);
    expect(known).toEqual(expect.arrayContaining(used));
  }
});

test('a fragment in a path is not sent', () => {
  const post = { operationId: 'renew', responses: { 200: { description: 'renewed' } } };
  const [first] = deriveFrom({ '/tokens/new#renewed': { post } });
  const sent = first?.scenarios[0]?.steps.map((one) => one.text);
  expect(sent).toContain('I send POST /tokens/new');
});

test('an object beside other members is no wrapper around what is created', () => {
  const folder = { type: 'object', properties: { kind: text, label: text } };
  const lock = { type: 'object', properties: { reason: text, folder } };
  const shown = { type: 'object', properties: { id: integer, kind: text, label: text } };
  const post = {
    operationId: 'lock',
    requestBody: content(lock),
    responses: { 201: answer(shown) },
  };
  const ids = deriveFrom({
    '/locks': { post },
    '/locks/{id}': {
      parameters: [inPath('id', integer)],
      get: { responses: { 200: answer(shown) } },
    },
  }).map(({ id }) => id);
  expect(ids).toContain('lock.stored');
  expect(ids).not.toContain('lock.response.values');
});

describe('what is created is changed only when a GET can show the text of the run', () => {
  const sent = { type: 'object', required: ['note'], properties: { note: text } };
  test.each([
    ['has no such member', { type: 'object', properties: { id: integer } }, ['change']],
    ['has it', { type: 'object', properties: { id: integer, note: text } }, []],
    ['is any object', { type: 'object' }, []],
    [
      'has it inside',
      { type: 'object', properties: { a: { anyOf: [{ properties: { note: text } }] } } },
      [],
    ],
  ])('its answer %s', (_case, shown, unsent) => {
    const info = { title: 'Things', version: '1' };
    const created = answer({ type: 'object', properties: { id: integer } });
    const paths = {
      '/things': { post: { requestBody: content(sent), responses: { 201: created } } },
      '/things/{id}': {
        parameters: [inPath('id', integer)],
        get: { responses: { 200: answer(shown) } },
        put: { operationId: 'change', responses: { 200: { description: 'changed' } } },
      },
    };
    const api = describeDocument({ openapi: '3.1.0', info, paths });
    expect(derive(api, { takenOptions: [] }).unsent.map(({ name }) => name)).toEqual(unsent);
  });
});

test('what was deleted at another path is no unknown resource', () => {
  const stage = {
    type: 'object',
    required: ['guild_id', 'topic'],
    properties: { topic: text, guild_id: text },
  };
  const stageId = inPath('stage_id');
  const shown = answer({ ...stage, properties: { stage_id: text, ...stage.properties } });
  const gone = { 204: { description: 'gone' }, 404: { description: 'unknown' } };
  const requirements = deriveFrom({
    '/stages': { post: { requestBody: content(stage), responses: { 201: shown } } },
    '/stages/{stage_id}': {
      parameters: [stageId],
      get: { responses: { 200: shown } },
      delete: { responses: gone },
    },
    '/guilds/{guild_id}': {
      parameters: [inPath('guild_id')],
      get: { responses: { 200: shown } },
      delete: { operationId: 'leaveGuild', responses: gone },
    },
  });
  const unknown = requirements.find(({ id }) => id === 'leave-guild.unknown');
  const sent = unknown?.scenarios[0]?.steps.filter(({ text: one }) => one.startsWith('I send'));
  expect(sent?.map(({ text: one }) => one)).toEqual([
    `I send DELETE /guilds/${'$'}{unique:unknown}`,
  ]);
});

describe('events with kinds of tickets', () => {
  const unique = { type: 'string', description: 'Unique within the event.' };
  const kind = { type: 'object', required: ['name'], properties: { name: unique } };
  const time = (example: string) => ({ type: 'string', format: 'date-time', example });
  const event = {
    type: 'object',
    required: ['title', 'startsAt', 'endsAt'],
    properties: {
      title: text,
      startsAt: time('2097-06-01T18:00:00Z'),
      endsAt: time('2097-06-01T23:00:00Z'),
    },
  };
  const withId = (one: { readonly properties: object }) => ({
    ...{ ...one, properties: { id: integer, ...one.properties } },
  });
  const refusals = {
    400: { description: 'The body cannot be read.' },
    422: { description: 'The body is JSON, but not valid.' },
  };
  const found = deriveFrom({
    '/events': {
      get: { responses: { 200: answer({ type: 'array', items: withId(event) }) } },
      post: {
        operationId: 'createEvent',
        requestBody: content(event),
        responses: { 201: answer(withId(event)), ...refusals },
      },
    },
    '/events/{eventId}': {
      parameters: [inPath('eventId', integer)],
      get: { responses: { 200: answer(withId(event)) } },
      delete: { responses: { 204: { description: 'gone' } } },
    },
    '/events/{eventId}/kinds': {
      parameters: [inPath('eventId', integer)],
      get: { responses: { 200: answer({ type: 'array', items: withId(kind) }) } },
      post: {
        operationId: 'createKind',
        requestBody: content(kind),
        responses: { 201: answer(withId(kind)), ...refusals },
      },
    },
  });
  const stepsOf = (id: string) =>
    found.find((one) => one.id === id)?.scenarios[0]?.steps.map((one) => one.text) ?? [];

  test('have a parent before anything is created below it', () => {
    const steps = stepsOf('create-kind.name.unique');
    const first = (part: string) => steps.findIndex((one) => one.includes(part));
    expect(first('as "eventId"')).toBeGreaterThan(-1);
    expect(first('/events/${eventId}/kinds')).toBeGreaterThan(first('as "eventId"'));
  });

  test('may be rejected with 422, whatever its text, where 400 is documented too', () => {
    expect(stepsOf('create-event.starts-at.type').at(-1)).toBe('the status is 400 or 422');
  });

  test('have other times that keep their order, and stay in the future', () => {
    const both = /startsAt[\\" n:]+(\d{4}-[^"\\]+)[\\", n]+endsAt[\\" :]+(\d{4}-[^"\\]+)/g;
    const times = [...JSON.stringify(found).matchAll(both)].map(([, startsAt, endsAt]) => {
      return { startsAt, endsAt };
    });
    expect(new Set(times.map(({ startsAt }) => startsAt)).size).toBeGreaterThan(1);
    for (const { startsAt, endsAt } of times) {
      expect(Date.parse(String(endsAt)) - Date.parse(String(startsAt))).toBe(5 * 3_600_000);
      expect(String(startsAt)).toMatch(/^2097-/);
    }
  });
});

describe('a body with the id of another resource', () => {
  const booking = {
    type: 'object',
    required: ['seat_id', 'holder'],
    properties: { seat_id: { type: 'integer', example: 6 }, holder: text },
  };
  const account = {
    type: 'object',
    required: ['userId', 'name'],
    properties: { userId: text, name: text },
  };
  const paths = {
    '/seats/{seatId}': {
      parameters: [inPath('seatId', integer)],
      get: { responses: { 200: answer({ type: 'object', properties: { row: text } }) } },
    },
    '/bookings': {
      post: {
        operationId: 'book',
        requestBody: content(booking),
        responses: { 201: answer(booking) },
      },
    },
    '/users': {
      post: {
        operationId: 'join',
        requestBody: content(account),
        responses: { 201: answer(account) },
      },
    },
    '/users/{userId}': {
      parameters: [inPath('userId')],
      get: { responses: { 200: answer(account) } },
    },
  };
  const sentBy = (allow: readonly string[]) => {
    const info = { title: 'Seats', version: '1' };
    const api = describeDocument({ openapi: '3.1.0', info, paths });
    const { requirements } = derive(api, { takenOptions: [], allow });
    const finished = requirements.filter(({ unfinished }) => unfinished === undefined);
    return JSON.stringify(finished.flatMap(({ scenarios }) => scenarios));
  };

  test('is sent only where the operator allows it', () => {
    expect(sentBy([])).not.toContain('I send POST /bookings');
    expect(sentBy(['book'])).toContain('I send POST /bookings');
  });

  test('is sent where the client chooses the id of what it creates', () => {
    expect(sentBy([])).toContain('I send POST /users');
  });
});

test('the greatest value may be in conflict with another rule, which the description has an answer for', () => {
  const quantity = { type: 'integer', minimum: 1, maximum: 100 };
  const kind = {
    type: 'object',
    required: ['name', 'quantity'],
    properties: { name: text, quantity },
  };
  const stepsFor = (more: object) =>
    deriveFrom({
      '/kinds': {
        post: {
          operationId: 'create',
          requestBody: content(kind),
          responses: { 201: answer(kind), ...invalid, ...more },
        },
      },
    })
      .find(({ id }) => id === 'create.quantity.maximum')
      ?.scenarios[0]?.steps.map((one) => one.text);
  const condition = 'the requirement applies only if the status is not 409';
  expect(stepsFor({})).not.toContain(condition);
  expect(stepsFor({ 409: { description: 'The capacity is exceeded.' } })).toContain(condition);
});
