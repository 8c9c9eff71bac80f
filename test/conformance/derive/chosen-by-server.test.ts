/** What a server decides on its own, whatever a schema lets clients send: no value of a request is expected there. */
import { describe, expect, test } from 'vitest';
import { describeDocument } from '../../../conformance/derive/description/description.js';
import { answer, content, deriveFrom, inPath, integer, text } from './small-apis.js';

const wrong = (status: number | string) => ({ [status]: { description: 'rejected' } });

const stepsOf = (requirements: ReturnType<typeof deriveFrom>, id: RegExp): readonly string[] =>
  requirements
    .filter((one) => id.test(one.id))
    .flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps))
    .map((step) => step.text + (step.below ?? ''));

/** A collection of devices with further members, and what else their paths have. */
function devices(members: object, item: object = {}, required: readonly string[] = ['name']) {
  const device = { type: 'object', required, properties: { name: text, ...members } };
  const shown = { ...device, properties: { id: integer, ...device.properties } };
  const create = {
    operationId: 'create',
    requestBody: content(device),
    responses: { 201: answer(shown), ...wrong('4XX') },
  };
  const read = { operationId: 'read', responses: { 200: answer(shown), ...wrong(404) } };
  return {
    '/devices': {
      get: { operationId: 'list', responses: { 200: answer({ type: 'array', items: shown }) } },
      post: create,
    },
    '/devices/{id}': { parameters: [inPath('id', integer)], get: read, ...item },
  };
}

describe('not expected to be stored as sent', () => {
  const storedWith = (members: object) =>
    stepsOf(deriveFrom(devices(members)), /^create\.(stored|zero|negative)$/).filter((one) =>
      one.includes(' matches'),
    );

  test.each([
    ['a version', { version: integer }, 'version'],
    ['a decimal number in a text', { due: { ...text, pattern: '^\\d+(\\.\\d+)?$' } }, 'due'],
    ['an id of its own', { deviceId: integer }, 'deviceId'],
  ])('%s', (_name, members, name) => {
    const judged = storedWith({ ...members, floor: integer });
    expect(judged.join()).toContain('"floor"');
    expect(judged.join()).not.toContain(name);
  });

  test('but a version in words is', () => {
    expect(storedWith({ version: text }).join()).toContain('"version"');
  });
});

test('a DELETE may succeed for every id, unless an answer is about unknown ones', () => {
  const idsWith = (status: number | string) => {
    const removal = { operationId: 'remove', responses: { ...wrong(status), ...wrong(204) } };
    return deriveFrom(devices({}, { delete: removal })).map(({ id }) => id);
  };
  expect(idsWith('4XX')).not.toContain('remove.unknown');
  expect(idsWith(404)).toContain('remove.unknown');
});

test('a list may leave out what an update has archived', () => {
  const listedWith = (members: object) => {
    const body = { type: 'object', required: ['name'], properties: { name: text, ...members } };
    const item = {
      put: { operationId: 'save', requestBody: content(body), responses: wrong(204) },
      delete: { responses: wrong(204) },
    };
    return stepsOf(deriveFrom(devices(members, item)), /^save\.listed$/).join('\n');
  };
  const condition = /applies only if .* is present/;
  expect(listedWith({})).toMatch(/has 1 element/);
  expect(listedWith({})).not.toMatch(condition);
  expect(listedWith({ stage: { ...text, enum: ['open', 'closed'] } })).toMatch(condition);
});

test('a body names the parent that its path names', () => {
  const part = {
    type: 'object',
    required: ['label', 'deviceId'],
    properties: { label: text, deviceId: integer },
  };
  const post = {
    operationId: 'add',
    requestBody: content(part),
    responses: { 201: answer(part), ...wrong(404) },
  };
  const parts = { '/devices/{id}/parts': { parameters: [inPath('id', integer)], post } };
  const derived = deriveFrom({ ...devices({}), ...parts });
  const steps = stepsOf(derived, /^add\.response\.status$/);
  expect(steps).toContain('I remember ${id} as "its deviceId"');
  expect(steps.join('\n')).toMatch(/"deviceId": \$\{its deviceId\}/);
  // A remembered value in the path would be taken for what the run has created.
  const unknown = stepsOf(derived, /^add\.unknown$/).join('\n');
  expect(unknown).toMatch(/"deviceId": ?\d+/);
  expect(unknown).not.toContain('I remember');
});

describe('a resource whose id the client chooses', () => {
  const device = {
    type: 'object',
    required: ['slug', 'name'],
    properties: { slug: text, name: text, floor: integer },
  };
  const change = (method: string, status: number) => ({
    [method]: { operationId: method, requestBody: content(device), responses: wrong(status) },
  });
  const steps = (created: object, name: string, id = /^put\.response\.status$/) =>
    stepsOf(
      deriveFrom({
        '/devices': {
          post: { operationId: 'create', requestBody: content(device), responses: created },
        },
        [`/devices/{${name}}`]: {
          parameters: [inPath(name)],
          get: { operationId: 'read', responses: { 200: answer(device), ...wrong(404) } },
          ...change('put', 204),
          delete: { responses: wrong(204) },
        },
      }),
      id,
    );

  test('is deleted by the id that was sent', () => {
    const sent = steps(wrong(201), 'slug', /^create\.without-optional$/);
    const marks = sent.join().match(/(?<="slug": ?"\$\{unique:)[^}]+/g) ?? [];
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of marks)
      expect(sent).toContain(
        `what POST /devices creates is cleaned up with DELETE /devices/\${unique:${mark}}`,
      );
  });

  test('keeps it in an update', () => {
    const sent = steps({ 201: answer(device) }, 'deviceSlug');
    expect(sent).toContain('I remember ${deviceSlug} as "its slug"');
    expect(sent.at(-2)).toMatch(/^I send PUT .*"slug": ?"?\$\{its slug\}/s);
  });
});

test('what an option names is not what was created around it', () => {
  const part = { type: 'object', required: ['label'], properties: { label: text } };
  const requirements = deriveFrom({
    ...devices({}),
    '/devices/{id}/parts/{part}': {
      parameters: [inPath('id', integer), inPath('part')],
      get: { operationId: 'readPart', responses: { 200: answer(part), ...wrong(404) } },
    },
  });
  expect(stepsOf(requirements, /^create\./).join()).not.toContain('/parts/');
  expect(stepsOf(requirements, /^read-part\.response/).join()).toContain('/parts/${parameter:');
});

test('what an answer refers to is not what its request creates', () => {
  const course = { type: 'object', required: ['title'], properties: { title: text } };
  const project = {
    type: 'object',
    required: ['name'],
    properties: { id: integer, name: text, courseId: text },
  };
  const requirements = deriveFrom({
    '/courses': { post: { requestBody: content(course), responses: wrong(201) } },
    '/courses/{courseId}': {
      parameters: [inPath('courseId')],
      get: { operationId: 'readCourse', responses: { 200: answer(course), ...wrong(404) } },
    },
    '/projects': {
      post: {
        operationId: 'create',
        requestBody: content(project),
        responses: { 201: answer(project) },
      },
    },
  });
  expect(stepsOf(requirements, /^create\./).join()).not.toContain('$.courseId');
  expect(stepsOf(requirements, /^read-course\.response/).join()).not.toContain('/projects');
});

test('an object with the handle of another resource refers to it', () => {
  const place = {
    type: 'object',
    required: ['handle', 'city'],
    properties: { handle: text, city: text },
  };
  const visit = {
    type: 'object',
    required: ['reason', 'place'],
    properties: {
      reason: text,
      place: { type: 'object', required: ['handle'], properties: { handle: text } },
    },
  };
  const requirements = deriveFrom({
    '/places': { post: { requestBody: content(place), responses: { 201: answer(place) } } },
    '/places/{handle}': {
      parameters: [inPath('handle')],
      get: { responses: { 200: answer(place) } },
    },
    '/visits': {
      post: { operationId: 'visit', requestBody: content(visit), responses: wrong(201) },
    },
  });
  const steps = stepsOf(requirements, /^visit\.response\.status$/);
  expect(steps.join('\n')).toMatch(/I send POST \/places.*its place handle/s);
});

test('people are what each person is one of', () => {
  const person = { type: 'object', required: ['name'], properties: { name: text } };
  const shown = { ...person, properties: { id: integer, ...person.properties } };
  const visit = {
    type: 'object',
    required: ['place', 'personId'],
    properties: { place: text, personId: integer },
  };
  const requirements = deriveFrom({
    '/people': { post: { requestBody: content(person), responses: { 201: answer(shown) } } },
    '/people/{id}': {
      parameters: [inPath('id', integer)],
      get: { responses: { 200: answer(shown) } },
    },
    '/visits': {
      post: { operationId: 'visit', requestBody: content(visit), responses: wrong(201) },
    },
  });
  expect(stepsOf(requirements, /^visit\.response\.status$/)).toContain(
    'I remember $.id as "its personId"',
  );
});

describe('a create whose client chooses the id', () => {
  const reasonWith = (id: object) =>
    deriveFrom(devices({ id }, {}, ['id', 'name'])).find(
      (one) => one.id === 'create.response.status',
    )?.unfinished;

  test.each([integer, { ...text, format: 'uuid' }])(
    'is not sent where the id may be one of others: %j',
    (id) => {
      expect(reasonWith(id)).toContain('$.id in the body of POST /devices may name what');
    },
  );

  test('is sent with a text of the run for the id', () => {
    expect(reasonWith(text)).toBeUndefined();
  });
});

test('a list of what is created has no ids', () => {
  const device = {
    type: 'object',
    required: ['name'],
    properties: { deviceId: { ...integer, example: 5 }, name: text },
  };
  const post = {
    operationId: 'add-all',
    requestBody: content({ type: 'array', items: device }),
    responses: { 201: answer({ type: 'array', items: device }) },
  };
  const steps = stepsOf(
    deriveFrom({ ...devices({}), '/devices/bulk': { post } }),
    /^add-all\.response/,
  );
  expect(steps.join('\n')).toContain('POST /devices/bulk');
  expect(steps.join('\n')).not.toContain('deviceId');
});

test('an update with 0 and false keeps the id that its path has', () => {
  const whole = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: integer, name: text, floor: integer },
  };
  const put = { operationId: 'save', requestBody: content(whole), responses: wrong(204) };
  const steps = stepsOf(deriveFrom(devices({ floor: integer }, { put })), /^save\.zero$/);
  const [sent = ''] = steps.filter(
    (one) => one.includes('"floor":0') || one.includes('"floor": 0'),
  );
  expect(sent).toMatch(/"id": ?\$\{/);
});

test('a parameter that carries the key of a scheme is sent once', () => {
  const paths = devices({});
  const list = {
    ...paths['/devices'].get,
    security: [{ key: [] }],
    parameters: [{ name: 'api_key', in: 'query', required: true, schema: text }],
  };
  const info = { title: 'Things', version: '1' };
  const components = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } };
  const document = { openapi: '3.1.0', info, components, paths: { '/devices': { get: list } } };
  const [operation] = describeDocument(document).operations;
  expect(operation?.parameters).toEqual([]);
});
