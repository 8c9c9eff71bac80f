/** Faults of statuses, bodies, headers and errors. */
import { answering, answeringWith, type Fault, fault, heading, showing } from './fault.js';

const { fromEntries, entries } = Object;
const without = (name: string) => (body: object) =>
  fromEntries(entries(body).filter(([one]) => one !== name));

export const answerFaults: readonly Fault[] = [
  fault(
    'a tool is created with 200',
    'create-tool.response.status',
    answeringWith('POST /tools', 201, 200),
  ),
  fault(
    'a review is created with 202',
    'create-review.response.status',
    answeringWith('POST /tools/{toolId}/reviews', 201, 202),
  ),
  fault(
    'a photo is added with 200',
    'add-photo.response.status',
    answeringWith('POST /tools/{toolId}/photos', 201, 200),
  ),
  fault(
    'a shelf is updated with 204',
    'update-shelf.response.status',
    answeringWith('PUT /shelves', 200, 204),
  ),
  fault(
    'a tool is deleted with 200',
    'delete-tool.response.status',
    answeringWith('DELETE /tools/{toolId}', 204, 200),
  ),
  fault(
    'tools are listed with 206',
    'list-tools.response.status',
    answeringWith('GET /tools', 200, 206),
  ),
  fault(
    'a registration is answered with 200',
    'register.response.status',
    answeringWith('POST /accounts', 201, 200),
  ),
  fault(
    'a star is given with 201',
    'star-tool.response.status',
    answeringWith('POST /tools/{toolId}/star', 200, 201),
  ),
  fault(
    'a change is answered with 500',
    'change-tool.response.status',
    answeringWith('PATCH /tools/{toolId}', 200, 500),
  ),
  fault('an id is no UUID', 'create-tool.response.body', (one) => {
    const { newId } = one;
    one.newId = (kind) => (kind === 'tools' ? `tool-${one.nextNumber()}` : newId(kind));
  }),
  fault(
    'the time of a creation is no date-time',
    'get-tool.response.body',
    showing('GET /tools/{toolId}', (body) => ({ ...body, createdAt: '2026-01-01 10:00:00' })),
  ),
  fault(
    'the day of a registration is no date',
    'get-me.response.body',
    showing('GET /me', (body) => ({ ...body, joined: '01/02/2026' })),
  ),
  fault(
    'an address is no IPv4 address',
    'register.response.body',
    showing('POST /accounts', (body) => ({ ...body, address: '192.0.2' })),
  ),
  fault(
    'a website is no URI',
    'get-tool.response.body',
    showing('GET /tools/{toolId}', (body) => ({ ...body, website: 'example' })),
  ),
  fault(
    'an e-mail address is hidden',
    'get-me.response.body',
    showing('GET /me', (body) => ({ ...body, email: 'hidden' })),
  ),
  fault(
    'a price is a text',
    'get-tool.response.body',
    showing('GET /tools/{toolId}', (body) => ({ ...body, price: String(body.price) })),
  ),
  fault(
    'a created review lacks its author',
    'create-review.response.body',
    showing('POST /tools/{toolId}/reviews', without('author')),
  ),
  fault(
    'listed tools lack their owners',
    'list-tools.response.body',
    showing('GET /tools', (body) => ({
      ...body,
      items: [body.items].flat().map((one) => without('owner')(Object(one))),
    })),
  ),
  fault(
    'reviews are listed without a wrapper',
    'list-reviews.response.body',
    showing('GET /tools/{toolId}/reviews', ({ items }) => items),
  ),
  fault(
    'a shelf is shown in a list',
    'get-shelves-by-id.response.body',
    answering('GET /shelves', (answer, { query }) =>
      query.has('id') ? { ...answer, body: { data: answer.body } } : answer,
    ),
  ),
  fault(
    'a star is counted below zero',
    'unstar-tool.response.body',
    showing('DELETE /tools/{toolId}/star', (body) => ({ ...body, starsCount: -1 })),
  ),
  fault(
    'a category is written in capitals',
    'get-tool.response.body',
    showing('GET /tools/{toolId}', (body) => ({
      ...body,
      category: String(body.category).toUpperCase(),
    })),
  ),
  fault(
    'a tool has the media type text/plain',
    'get-tool.response.body',
    heading('GET /tools/{toolId}', 'content-type', 'text/plain'),
  ),
  fault(
    'the header Location is missing',
    'create-tool.response.headers',
    heading('POST /tools', 'location'),
  ),
  fault(
    'the header Location leads to all tools',
    'create-tool.response.location',
    heading('POST /tools', 'location', '/tools'),
  ),
  fault(
    'the header Location leads to nothing',
    'create-tool.response.location',
    heading('POST /tools', 'location', '/tool/1'),
  ),
  fault(
    'the number of tools is missing',
    'list-tools.response.headers',
    heading('GET /tools', 'x-total-count'),
  ),
  fault(
    'the number of tools is negative',
    'list-tools.response.headers',
    heading('GET /tools', 'x-total-count', '-1'),
  ),
  fault(
    'the entity tag is missing',
    'get-tool.response.headers',
    heading('GET /tools/{toolId}', 'etag'),
  ),
  fault(
    'an entity tag has no quotes',
    'get-tool.response.headers',
    heading('GET /tools/{toolId}', 'etag', 'abc'),
  ),
  fault(
    'what is the same is sent again',
    'get-tool.if-none-match',
    answering('GET /tools/{toolId}', (answer) =>
      answer.status === 304 ? { ...answer, status: 200 } : answer,
    ),
  ),
  fault('any entity tag is the current one', 'get-tool.if-none-match', (one) => {
    one.isSame = (_tool, header) => header !== undefined;
  }),
  fault('an entity tag stays the same', 'get-tool.if-none-match', (one) => {
    one.tagOf = ({ id }) => `"${id}"`;
  }),
  fault('a replacement is not bound to an entity tag', 'replace-tool.if-match', (one) => {
    one.isBound = () => true;
  }),
  fault('errors have another media type', 'errors.problem', (one) => {
    one.errorType = 'application/json';
  }),
  fault('errors have no title', 'errors.problem', (one) => {
    one.problem = (status) => ({ status, message: 'error' });
  }),
  fault('the status in errors is a text', 'errors.problem', (one) => {
    one.problem = (status) => ({ title: 'error', status: String(status) });
  }),
  fault('a missing token is answered without a challenge', 'errors.unauthorized.headers', (one) => {
    const { after } = one;
    one.after = (request, answer) => {
      const own = after(request, answer);
      return own.status === 401 ? { ...own, headers: {} } : own;
    };
  }),
  fault(
    'an unknown tool is answered with 400',
    'get-tool.unknown',
    answeringWith('GET /tools/{toolId}', 404, 400),
  ),
  fault(
    'an unknown review is answered with 500',
    'get-review.unknown',
    answeringWith('GET /tools/{toolId}/reviews/{reviewId}', 404, 500),
  ),
  fault(
    'an unknown shelf is deleted',
    'delete-shelf.unknown',
    answeringWith('DELETE /shelves', 404, 204),
  ),
  fault('reviews of an unknown tool are an empty list', 'list-reviews.unknown', (one) => {
    one.before = ({ route, ids }) =>
      route === 'GET /tools/{toolId}/reviews' && one.find('tools', ids[0] ?? '') === undefined
        ? { status: 200, body: { items: [] } }
        : undefined;
  }),
  fault('an id that is no UUID is a server error', 'get-tool.tool-id.format', (one) => {
    one.before = ({ route, ids }) =>
      route === 'GET /tools/{toolId}' && !/^[-0-9a-f]{36}$/.test(ids[0] ?? '')
        ? one.fail(500)
        : undefined;
  }),
  fault('an id that is no number is a server error', 'get-review.review-id.type', (one) => {
    one.before = ({ route, ids }) =>
      route === 'GET /tools/{toolId}/reviews/{reviewId}' && !/^\d+$/.test(ids[1] ?? '')
        ? one.fail(500)
        : undefined;
  }),
];
