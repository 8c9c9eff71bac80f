/** Faults common to all answers: CORS (§1, §4), JSON (§4), errors (§7), routing. */

import type { Application } from '../application.js';
import type { Answer, ReceivedRequest } from '../exchange.js';
import type { Profile } from '../profile.js';
import {
  answering,
  changeBody,
  changeStatus,
  declareAs,
  type Fault,
  type Faults,
  type Plant,
  wrapping,
} from './fault.js';

const originHeader = 'access-control-allow-origin';

/** Omits the CORS headers of some answers. */
function withoutCors(
  isConcerned: (answer: Answer, request: ReceivedRequest, app: Application) => boolean,
): Plant {
  return answering('handle', (answer, request, app) => {
    if (!isConcerned(answer, request, app)) return answer;
    const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-'));
    return { ...answer, headers: Object.fromEntries(kept) };
  });
}

/** One fault for each status and method of answers. */
const withoutHeaders: Faults = Object.fromEntries([
  ...[200, 201, 204, 400, 401, 404].map((status) => [
    `answers with ${status} lack the CORS headers`,
    {
      section: '1 Response.cors rule 1',
      violates: ['cors.headers.every-answer'],
      plant: withoutCors((answer, { method }) => answer.status === status && method !== 'OPTIONS'),
    },
  ]),
  ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) => [
    `answers to ${method} lack the CORS headers`,
    {
      section: '1 Response.cors rule 1',
      violates: ['cors.headers.every-answer'],
      plant: withoutCors((_reply, request) => request.method === method),
    },
  ]),
  [
    'answers to PATCH with an id lack the CORS headers',
    {
      section: '1 Response.cors rule 1',
      violates: ['cors.headers.every-answer'],
      plant: withoutCors((_reply, { method, query }) => method === 'PATCH' && query.has('id')),
    },
  ],
]);

/** The same for calls with an invalid credential. */
function strangersWithoutCors(
  isConcerned: (request: ReceivedRequest, app: Application) => boolean,
  profile: Profile = 'basic',
): Fault {
  return {
    section: '1 Response.cors rule 1',
    violates: ['cors.headers.every-answer'],
    profile,
    plant: withoutCors(({ status }, request, app) => {
      const given = request.headers['x-api-key'] ?? request.headers.authorization;
      return status === 401 && given !== undefined && isConcerned(request, app);
    }),
  };
}

const withoutHeadersForStrangers: Faults = {
  'answers to an inactive key lack the CORS headers': strangersWithoutCors(
    ({ headers }, { store }) => store.keys.some(({ key }) => key === headers['x-api-key']),
  ),
  'answers to a wrong key lack the CORS headers unless it reads': strangersWithoutCors(
    ({ method }) => method !== 'GET',
  ),
  'answers to a wrong token lack the CORS headers': strangersWithoutCors(() => true, 'bearer'),
};

/** Performs the action of another method on OPTIONS. */
function processing(method: string): Plant {
  return answering('preflight', (answer, request, app) => {
    app.route({ ...request, method });
    return answer;
  });
}

const cors: Faults = {
  'the CORS headers are only there when an origin asks': {
    section: '1 Response.cors rule 1',
    violates: ['cors.headers.every-answer'],
    plant: withoutCors((_reply, { headers, method }) => !headers.origin && method !== 'OPTIONS'),
  },
  'the allowed origin is a list': {
    section: '1 Response.cors',
    violates: ['cors.headers.every-answer', 'cors.preflight.answered'],
    plant: (app) => {
      app.corsHeaders = () => ({ [originHeader]: 'https://a.example, https://b.example' });
    },
  },
  'an origin that is not known is not allowed': {
    section: '1 Response.cors rule 1',
    violates: ['cors.headers.every-answer'],
    plant: withoutCors((_reply, { headers, method }) => !!headers.origin && method !== 'OPTIONS'),
  },
  'a preflight is answered with 405': {
    section: '1 Response.cors rule 2',
    violates: ['cors.preflight.answered'],
    plant: answering('preflight', (answer) => changeStatus(answer, 204, 405)),
  },
  'a preflight for products is not answered': {
    section: '1 Response.cors rule 2',
    violates: ['cors.preflight.answered'],
    plant: answering('preflight', (answer, { path }) =>
      path === '/api/products' ? changeStatus(answer, 204, 404) : answer,
    ),
  },
  'a preflight lacks the CORS headers': {
    section: '1 Response.cors rule 2',
    violates: ['cors.preflight.answered'],
    plant: withoutCors((_reply, { method }) => method === 'OPTIONS'),
  },
  'a preflight with an id is not answered': {
    section: '1 Response.cors rule 2',
    violates: ['cors.preflight.answered'],
    plant: answering('preflight', (answer, request, app) =>
      app.idOf(request) === undefined ? answer : changeStatus(answer, 204, 404),
    ),
  },
  'OPTIONS without the headers of a browser is no preflight': {
    section: '1 Response.cors rule 2',
    violates: ['cors.preflight.answered'],
    plant: answering('preflight', (answer, request, app) => {
      if (request.headers['access-control-request-method'] !== undefined) return answer;
      const rejection = app.isGuarded(request.path) ? app.rejectCaller(request) : undefined;
      return rejection ?? app.route(request);
    }),
  },
  'OPTIONS shows the row': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: answering('preflight', (answer, request, app) => {
      if (app.idOf(request) === undefined) return answer;
      const shown = app.route({ ...request, method: 'GET' });
      return shown.status === 200 ? shown : answer;
    }),
  },
  'OPTIONS shows the list of users': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: answering('preflight', (answer, request, app) =>
      request.path === '/api/users' && app.idOf(request) === undefined
        ? app.listUsers(request)
        : answer,
    ),
  },
  'OPTIONS deletes the row': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: processing('DELETE'),
  },
  'OPTIONS updates the row': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: processing('PUT'),
  },
  'OPTIONS moves the updated_at of the product': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: answering('preflight', (answer, request, app) => {
      const product = app.findProduct(app.idOf(request) ?? '');
      if (product !== undefined) product.updated_at = app.store.now();
      return answer;
    }),
  },
  'OPTIONS creates a row': {
    section: '4',
    violates: ['cors.preflight.no-processing'],
    plant: processing('POST'),
  },
};

/** Gives some answers another content type. */
function declaring(type: string | undefined, isConcerned: (status: number) => boolean): Plant {
  return answering('handle', (answer) =>
    isConcerned(answer.status) ? declareAs(answer, type) : answer,
  );
}

/** Declares the errors of one method as plain text. */
function declaringErrors(method: Parameters<typeof answering>[0]): Fault {
  return {
    section: '4',
    violates: ['http.json.media-type'],
    plant: answering(method, (answer) =>
      answer.status >= 400 ? declareAs(answer, 'text/plain') : answer,
    ),
  };
}

const json: Faults = {
  'answers are declared as HTML': {
    section: '4',
    violates: ['http.json.media-type'],
    plant: declaring('text/html; charset=utf-8', () => true),
  },
  'errors are declared as plain text': {
    section: '7',
    violates: ['http.json.media-type'],
    plant: declaring('text/plain', (status) => status >= 400),
  },
  'successes have no content type': {
    section: '4',
    violates: ['http.json.media-type'],
    plant: declaring(undefined, (status) => status < 400),
  },
  'the 401 to a PATCH is declared as plain text': {
    section: '7',
    violates: ['http.json.media-type'],
    plant: answering('handle', (answer, { method }) =>
      answer.status === 401 && method === 'PATCH' ? declareAs(answer, 'text/plain') : answer,
    ),
  },
  'the error of a wrong key is declared as plain text': declaringErrors('invalidKey'),
  'the error of a missing key is declared as plain text': declaringErrors('missingKey'),
  'the error of an invalid token is declared as plain text': {
    ...declaringErrors('invalidToken'),
    profile: 'bearer',
  },
  'the error of a malformed token is declared as plain text': {
    ...declaringErrors('malformedToken'),
    profile: 'bearer',
  },
  'the error of an incomplete product is declared as plain text': declaringErrors('createProduct'),
  'the error of deleting an unknown product is declared as plain text':
    declaringErrors('deleteProduct'),
  'the error of updating an unknown user is declared as plain text': declaringErrors('replaceUser'),
  'the error of an invalid request is declared as plain text': declaringErrors('invalidRequest'),
  'an update is answered with an empty body': {
    section: '4',
    violates: ['users.update.answer'],
    plant: answering('replaceUser', (answer) =>
      answer.status === 200 ? { ...answer, body: '' } : answer,
    ),
  },
};

/** Changes the body of errors with a status, except those about credentials. */
function erring(
  change: (answer: Answer) => Answer,
  statuses: readonly number[] = [400, 404],
): Plant {
  return answering('handle', (answer) =>
    statuses.includes(answer.status) ? change(answer) : answer,
  );
}

const errors: Faults = {
  'errors have a message instead of an error': {
    section: '7',
    violates: ['errors.body.message'],
    plant: (app) => {
      app.errorBody = (message) => ({ message });
    },
  },
  'errors are plain texts': {
    section: '7',
    violates: ['errors.body.message'],
    plant: erring((answer) => ({ ...answer, body: 'Something is wrong' })),
  },
  'errors have no body': {
    section: '7',
    violates: ['errors.body.message'],
    plant: erring((answer) => ({ ...answer, body: '' })),
  },
  'a bad request has no error': {
    section: '7',
    violates: ['errors.body.message'],
    plant: erring((answer) => ({ ...answer, body: '{}' }), [400]),
  },
  'an error is an object': {
    section: '7',
    violates: ['errors.body.message'],
    plant: erring((answer) => changeBody(answer, ({ error }) => ({ error: { message: error } }))),
  },
  'an error is a code': {
    section: '7',
    violates: ['errors.body.message'],
    plant: erring((answer) => changeBody(answer, () => ({ error: 404 })), [404]),
  },
  'the details of an error are a list': {
    section: '7',
    violates: ['errors.body.details'],
    plant: erring(
      (answer) => changeBody(answer, (body) => ({ ...body, details: ['name'] })),
      [400],
    ),
  },
  'the details of an error are lists by field': {
    section: '7',
    violates: ['errors.body.details'],
    plant: erring(
      (answer) => changeBody(answer, (body) => ({ ...body, details: { name: ['is missing'] } })),
      [400],
    ),
  },
};

/** Answers another status than 404 to a method without a branch. */
function fallingBack(resource: 'users' | 'products', method: string, to: number): Fault {
  const rule = method === 'PATCH' ? 'patch' : `${method.toLowerCase()}-without-id`;
  return {
    section: resource === 'users' ? '4.1 rule 1' : '4.2',
    violates: [`${resource}.fallback.${rule}`],
    plant: answering('invalidRequest', (answer, request) =>
      request.method === method && request.path === `/api/${resource}`
        ? changeStatus(answer, 404, to)
        : answer,
    ),
  };
}

const fallback: Faults = {
  ...Object.fromEntries(
    (['users', 'products'] as const).flatMap((resource) => [
      [`${resource}: PUT without an id is a bad request`, fallingBack(resource, 'PUT', 400)],
      [`${resource}: DELETE without an id succeeds`, fallingBack(resource, 'DELETE', 204)],
      [`${resource}: PATCH is not allowed`, fallingBack(resource, 'PATCH', 405)],
    ]),
  ),
  'PATCH updates a product': {
    section: '4.2',
    violates: ['products.fallback.patch'],
    plant: wrapping('routeProducts', ({ original, app }, request) =>
      original(
        request.method === 'PATCH' && app.idOf(request) ? { ...request, method: 'PUT' } : request,
      ),
    ),
  },
  'PATCH is taken for PUT': {
    section: '4.1',
    violates: ['users.fallback.patch'],
    plant: wrapping('routeUsers', ({ original }, request) =>
      original(request.method === 'PATCH' ? { ...request, method: 'PUT' } : request),
    ),
  },
};

/** Faults common to all answers, by their descriptions. */
export const httpFaults: Faults = {
  ...withoutHeaders,
  ...withoutHeadersForStrangers,
  ...cors,
  ...json,
  ...errors,
  ...fallback,
};
