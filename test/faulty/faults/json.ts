/** Typical faults of languages and libraries in the JSON of answers (§1, §4). */
import type { Answer } from '../exchange.js';
import { answering, type Faults, type Plant, wrapping } from './fault.js';

/** Changes the text of every body, or of some bodies. */
function writing(
  change: (body: string) => string,
  isConcerned: (answer: Answer) => boolean = () => true,
): Plant {
  return answering('handle', (answer) =>
    answer.body === undefined || !isConcerned(answer)
      ? answer
      : { ...answer, body: change(answer.body) },
  );
}

/** Changes every member of every answer. */
function serializing(replace: (key: string, value: unknown) => unknown): Plant {
  return (app) => {
    app.serialize = (value) => JSON.stringify(value, replace);
  };
}

const isSuccess = ({ status }: Answer) => status < 300;

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function capitalizeNames(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [capitalize(name), member]),
  );
}

const isDigits = (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

const readEscaped = (sequence: string) => JSON.parse(`"${sequence}"`) as string;

/** Faults in the JSON of answers, by their descriptions. */
export const jsonFaults: Faults = {
  'answers begin with a byte order mark': {
    section: '4',
    violates: ['http.json.readable'],
    plant: writing((body) => `\ufeff${body}`),
  },
  'answers are JSON inside a text of JSON': {
    section: '4',
    violates: ['http.json.readable'],
    plant: writing((body) => JSON.stringify(body)),
  },
  'successes begin with a guard against other pages': {
    section: '4',
    violates: ['http.json.readable'],
    plant: writing((body) => `)]}',\n${body}`, isSuccess),
  },
  'a list of no products at a time has "infinity" pages': {
    section: '1',
    violates: ['http.json.body'],
    plant: (app) => {
      const [limitOf, serialize] = [app.limitOf.bind(app), app.serialize.bind(app)];
      app.limitOf = (request) => (request.query.get('limit') === '0' ? 0 : limitOf(request));
      app.serialize = (value) => serialize(value).replace('"pages":null', '"pages":infinity');
    },
  },
  'successes are in single quotes': {
    section: '4',
    violates: ['http.json.readable'],
    plant: writing((body) => body.replaceAll('"', "'"), isSuccess),
  },
  'successes are inside a member called data': {
    section: '2 JSON representations',
    violates: ['users.create.id', 'products.create.id'],
    plant: writing((body) => `{"data":${body}}`, isSuccess),
  },
  'a warning comes before the JSON where a description is missing': {
    section: '4.2 POST',
    violates: ['products.create.id'],
    plant: wrapping('createProduct', ({ original }, request, body) => {
      const answer = original(request, body);
      const isQuiet = answer.status !== 201 || 'description' in body;
      return isQuiet ? answer : { ...answer, body: `Undefined key "description"\n${answer.body}` };
    }),
  },
  'the length of a body is that of its characters': {
    section: '4',
    violates: ['http.json.readable'],
    plant: wrapping('transmit', ({ original }, answer, response) => {
      const { status, headers, body } = answer;
      if (body === undefined) return original(answer, response);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
      response.socket?.end(`HTTP/1.1 ${status} As asked\r\n${lines.join('')}${length}${body}`);
    }),
  },
  'the names of members begin with a capital': {
    section: '2 JSON representations',
    violates: ['users.create.id', 'products.create.id', 'errors.body.message'],
    plant: serializing(capitalizeNames),
  },
  'zero and null are left out of answers': {
    section: '2 JSON representations',
    violates: ['products.create.stock-default', 'products.fields.description-null'],
    plant: serializing((_key, value) => (value === 0 || value === null ? undefined : value)),
  },
  'texts of digits become numbers in answers': {
    section: '2 JSON representations',
    violates: ['users.read.members', 'products.read.values'],
    plant: serializing((_key, value) => (isDigits(value) ? Number(value) : value)),
  },
  'numbers become texts in answers': {
    section: '2 JSON representations',
    violates: [
      'users.create.id-integer',
      'products.create.id-integer',
      'products.list.pagination-integers',
      'products.fields.price-number',
      'products.fields.stock-integer',
    ],
    plant: serializing((_key, value) => (typeof value === 'number' ? String(value) : value)),
  },
  'control characters are sent as they are': {
    section: '4',
    violates: ['users.fields.any-text', 'products.fields.any-text'],
    plant: (app) => {
      app.serialize = (value) => JSON.stringify(value).replace(/\\u00[01][0-9a-f]/g, readEscaped);
    },
  },
  'a create is answered with half a body where an escape sequence has two units': {
    section: '4',
    violates: ['http.json.any-form'],
    plant: answering('handle', (answer, { body }) =>
      answer.status === 201 && /\\ud83c/i.test(body)
        ? { ...answer, body: answer.body?.slice(0, answer.body.length / 2) }
        : answer,
    ),
  },
};
