/** Variations of JSON and of CORS. */
import type { Application } from '../application.js';
import { answering, type Plant, reshaping } from '../faults/fault.js';

import { heading, type Variation } from './variation.js';

/** Writes JSON differently. */
function serializing(write: (value: unknown) => string): Plant {
  return (app) => {
    app.serialize = write;
  };
}

function reverseMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return { extra: 'member', ...Object.fromEntries(Object.entries(value).reverse()) };
}

const escapeLetters = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** Variations of JSON. */
export const bodies = {
  'members come in another order, with more of them': {
    plant: serializing((value) =>
      JSON.stringify(JSON.parse(JSON.stringify(value), reverseMembers)),
    ),
  },
  'bodies are indented and end with a line end': {
    plant: serializing((value) => `\r\n${JSON.stringify(value, null, '\t')}\r\n`),
  },
  'letters beyond ASCII and slashes are escaped': {
    plant: serializing((value) => escapeLetters(JSON.stringify(value)).replaceAll('/', '\\/')),
  },
  'numbers have fractions and exponents': {
    plant: serializing((value) =>
      JSON.stringify(value)
        .replace(/"(id|stock|page|limit|total|pages)":(\d+)(?=[,}])/g, '"$1":$2.0')
        .replace(/"price":(\d+(?:\.\d+)?)(?=[,}])/g, '"price":$1e0'),
    ),
  },
  'a charset follows the media type': {
    plant: heading((_request, { body }) =>
      body === undefined ? {} : { 'content-type': 'Application/JSON;charset=UTF-8' },
    ),
  },
  'errors have the media type of problems': {
    plant: heading((_request, { status }) =>
      status >= 400 ? { 'content-type': 'application/problem+json' } : {},
    ),
  },
  'errors carry details': {
    plant: (app) => {
      app.errorBody = (message) => ({ details: { name: 'is wrong' }, error: message });
    },
  },
  'errors are in another language': {
    plant: (app) => {
      app.errorBody = () => ({ error: 'Das geht so nicht: „…“' });
    },
  },
  'an error has no details, which are null': {
    plant: (app) => {
      app.errorBody = (message) => ({ error: message, details: null, code: 17 });
    },
  },
  'a changed user is answered with its id as a text': {
    plant: reshaping('replaceUser', (body) =>
      body.id === undefined ? body : { ...body, id: `${body.id}` },
    ),
  },
} satisfies Record<string, Variation>;

/** Variations of CORS. */
export const cors = {
  'a preflight is answered with 200': {
    plant: (app: Application) => {
      app.preflight = () => ({ status: 200, headers: {}, body: '' });
    },
  },
  'a preflight is answered with JSON': {
    plant: (app: Application) => {
      app.preflight = () => app.json(200, {});
    },
  },
  'the origin that asks is the one that is allowed': {
    plant: heading(({ headers }) => ({
      'access-control-allow-origin': headers.origin ?? 'https://app.example',
      vary: 'Origin',
    })),
  },
  'only the origin is stated': {
    plant: (app: Application) => {
      app.corsHeaders = () => ({ 'access-control-allow-origin': '*' });
    },
  },
  'a preflight allows just what it is asked for': {
    plant: answering('preflight', (answer, { headers }) => ({
      ...answer,
      headers: {
        'access-control-allow-methods': String(headers['access-control-request-method']),
        'access-control-allow-headers': String(headers['access-control-request-headers']),
        'access-control-max-age': '600',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      },
    })),
  },
  'the allowed methods are in small letters, without blanks': {
    plant: heading(() => ({ 'access-control-allow-methods': 'get,post,put,delete' })),
  },
} satisfies Record<string, Variation>;
