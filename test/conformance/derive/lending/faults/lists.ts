/** Faults of lists: filters, pages, orders and numbers. */
import type { Lending } from '../server.js';
import { answering, type Fault, fault, heading, showing } from './fault.js';

/** Lets a filter match as a condition says. */
function matching(name: string, isMatch: (one: Lending, value: string, usual: boolean) => boolean) {
  return (one: Lending): void => {
    const { matches } = one;
    one.matches = (tool, filter, value) => {
      const usual = matches(tool, filter, value);
      return filter === name ? isMatch(one, value, usual) : usual;
    };
  };
}

/** Changes the pages of tools, or of reviews. */
function paging(route: 'tools' | 'reviews', page: Lending['page']) {
  return (one: Lending): void => {
    const { page: usual } = one;
    let isMeant = false;
    one.before = (request) => {
      isMeant =
        request.route === (route === 'tools' ? 'GET /tools' : 'GET /tools/{toolId}/reviews');
      return undefined;
    };
    one.page = (rows, offset, limit) => (isMeant ? page : usual)(rows, offset, limit);
  };
}

export const listFaults: readonly Fault[] = [
  fault(
    'the limit of tools is ignored',
    'list-tools.limit.number',
    paging('tools', (rows, offset) => rows.slice(offset, offset + 20)),
  ),
  fault(
    'the limit of reviews is ignored',
    'list-reviews.limit.number',
    paging('reviews', (rows, offset) => rows.slice(offset, offset + 20)),
  ),
  fault(
    'a page has one tool more',
    'list-tools.limit.number',
    paging('tools', (rows, offset, limit) => rows.slice(offset, offset + limit + 1)),
  ),
  fault(
    'a page has one tool less',
    'list-tools.offset.pages',
    paging('tools', (rows, offset, limit) => rows.slice(offset, offset + limit - 1)),
  ),
  fault(
    'the offset is ignored',
    'list-tools.offset.pages',
    paging('tools', (rows, _offset, limit) => rows.slice(0, limit)),
  ),
  fault(
    'the second page begins one tool too late',
    'list-tools.offset.pages',
    paging('tools', (rows, offset, limit) =>
      rows.slice(offset + (offset > 0 ? 1 : 0)).slice(0, limit),
    ),
  ),
  fault(
    'the offset counts pages',
    'list-tools.offset.pages',
    paging('tools', (rows, offset, limit) => rows.slice(offset * limit * 2).slice(0, limit)),
  ),
  fault(
    'the cursor is ignored',
    'list-reviews.cursor.pages',
    paging('reviews', (rows, _offset, limit) => rows.slice(0, limit)),
  ),
  fault('the cursor leaves out a review', 'list-reviews.cursor.pages', (one) => {
    one.cursorAfter = (start, limit) => start + limit + 1;
  }),
  fault('the cursor shows a review again', 'list-reviews.cursor.pages', (one) => {
    one.cursorAfter = (start, limit) => start + limit - 1;
  }),
  fault(
    'there is never a next cursor',
    'list-reviews.cursor.pages',
    showing('GET /tools/{toolId}/reviews', (body) => ({ ...body, next: null })),
  ),
  fault(
    'the category is ignored',
    'list-tools.category.filter',
    matching('category', () => true),
  ),
  fault(
    'the category is negated',
    'list-tools.category.filter',
    matching('category', (_one, _value, usual) => !usual),
  ),
  fault(
    'no tool has a category',
    'list-tools.category.filter',
    matching('category', () => false),
  ),
  fault(
    'the owner is ignored',
    'list-tools.owner.account',
    matching('owner', () => true),
  ),
  fault(
    'no owner is found',
    'list-tools.owner.account',
    matching('owner', () => false),
  ),
  fault(
    'an unknown owner has all tools',
    undefined,
    matching(
      'owner',
      (one, value, usual) => usual || one.rows.accounts.every(({ name }) => name !== value),
    ),
  ),
  fault(
    'the tag is ignored',
    'list-tools.tag.filter',
    matching('tag', () => true),
  ),
  fault(
    'no tag is found',
    'list-tools.tag.filter',
    matching('tag', () => false),
  ),
  fault(
    'tools that are not available are found as well',
    'list-tools.available.filter',
    matching('available', () => true),
  ),
  fault('tools come in no order of price', 'list-tools.sort.price-ascending', (one) => {
    const { order } = one;
    one.order = (tools, sort) => (sort === 'price' ? tools : order(tools, sort));
  }),
  fault('a falling order rises', 'list-tools.sort.price-descending', (one) => {
    const { order } = one;
    one.order = (tools, sort) => order(tools, sort === '-price' ? 'price' : sort);
  }),
  fault('prices are sorted as texts', 'list-tools.sort.price-descending', (one) => {
    const { order } = one;
    one.order = (tools, sort) =>
      sort === null
        ? order(tools, sort)
        : [...tools].sort(
            (a, b) => (String(a.price) < String(b.price) ? -1 : 1) * (sort === 'price' ? 1 : -1),
          );
  }),
  fault('the oldest tool comes first', 'list-tools.newest-first', (one) => {
    const { order } = one;
    one.order = (tools, sort) => (sort === null ? tools : order(tools, sort));
  }),
  fault('the total is that of the page', 'list-tools.paging.total', (one) => {
    one.total = (_all, page) => page.length;
  }),
  fault('the total counts one too few', 'list-tools.paging.counts', (one) => {
    one.total = (all) => Math.max(0, all.length - 1);
  }),
  fault(
    'the header counts other tools than the body',
    'list-tools.paging.total',
    heading('GET /tools', 'x-total-count', '0'),
  ),
  fault(
    'each page is reported as the first',
    'list-tools.paging.reported',
    showing('GET /tools', (body) => ({ ...body, offset: 0 })),
  ),
  fault(
    'the usual limit is another one',
    'list-tools.paging.defaults',
    answering('GET /tools', (answer, { query }) =>
      query.has('limit') ? answer : { ...answer, body: { ...Object(answer.body), limit: 10 } },
    ),
  ),
  fault('tools are not listed', 'create-tool.listed', (one) => {
    const { order } = one;
    one.order = (tools, sort) =>
      order(
        tools.filter(({ title }) => title === 'foreign'),
        sort,
      );
  }),
  fault(
    'shelves are not listed',
    'create-shelf.listed',
    showing('GET /shelves', (body) => (Array.isArray(body) ? body.slice(0, 1) : body)),
  ),
];
