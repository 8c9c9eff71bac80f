/** Faults of what requests store, change and delete. */
import type { Kind, Lending, Row } from '../server.js';
import { answering, type Fault, fault, showing } from './fault.js';

/** Changes what is stored of a kind. */
function storing(kind: Kind, change: (row: Row) => Row) {
  return (one: Lending): void => {
    const { store } = one;
    one.store = (of, row) => store(of, of === kind ? change(row) : row);
  };
}

/** Changes what an update stores of a kind. */
function updating(kind: Kind, change: (row: Row, next: Row) => Row) {
  return (one: Lending): void => {
    const { update } = one;
    one.update = (of, row, next) => update(of, row, of === kind ? change(row, next) : next);
  };
}

/** Changes what a change of a tool stores, but not its replacement. */
function changing(act: (row: Row, next: Row) => Row) {
  return (one: Lending): void => {
    const { change } = one;
    one.change = (row, body) =>
      row.serial === undefined ? change(row, body) : act(row, change(row, body));
  };
}

/** Does something to the other rows of a kind with each deletion. */
function deleting(kind: Kind, act: (one: Lending, row: Row) => void) {
  return (one: Lending): void => {
    const { remove } = one;
    one.remove = (of, row) => {
      if (of === kind) act(one, row);
      else remove(of, row);
    };
  };
}

const neighbour = (one: Lending, kind: Kind, row: Row): Row | undefined =>
  one.rows[kind][one.rows[kind].indexOf(row) - 1];

export const stateFaults: readonly Fault[] = [
  fault('a tool is not stored', 'get-tool.response.status', (one) => {
    const { store } = one;
    one.store = (kind, row) => (kind === 'tools' ? undefined : store(kind, row));
  }),
  fault('a review is not stored', 'get-review.response.status', (one) => {
    const { store } = one;
    one.store = (kind, row) => (kind === 'reviews' ? undefined : store(kind, row));
  }),
  fault('a photo is not stored', 'add-photo.listed', (one) => {
    const { store } = one;
    one.store = (kind, row) => (kind === 'photos' ? undefined : store(kind, row));
  }),
  fault(
    'a caption is lost',
    'add-photo.response.values',
    showing('POST /tools/{toolId}/photos', ({ caption: _caption, ...photo }) => photo),
  ),
  fault(
    'a title is stored in capitals',
    'create-tool.stored',
    storing('tools', (row) => ({ ...row, title: String(row.title).toUpperCase() })),
  ),
  fault(
    'a price is rounded',
    'create-tool.stored',
    storing('tools', (row) => ({ ...row, price: Math.round(Number(row.price)) })),
  ),
  fault(
    'notes are lost',
    'create-tool.stored.optional',
    storing('tools', ({ notes: _notes, ...row }) => row),
  ),
  fault(
    'the first tag is stored alone',
    'create-tool.stored',
    storing('tools', (row) => ({
      ...row,
      ...(Array.isArray(row.tags) ? { tags: row.tags.slice(0, 1) } : {}),
    })),
  ),
  fault(
    'the zip of a place is lost',
    'create-tool.stored',
    storing('tools', ({ place, ...row }) => ({ ...row, place: { city: Object(place).city } })),
  ),
  fault(
    'an answer shows another price',
    'create-tool.response.values',
    showing('POST /tools', (body) => ({ ...body, price: 1 })),
  ),
  fault('a default is another one', 'create-tool.defaults', (one) => {
    one.before = () => undefined;
    const { after, store } = one;
    const isUsual = new Set<unknown>();
    one.store = (kind, row) => {
      const next = kind === 'tools' && row.price === 5 ? { ...row, price: 6 } : row;
      if (next !== row) isUsual.add(row.id);
      store(kind, next);
    };
    one.after = (request, answer) => {
      const own = after(request, answer);
      return isUsual.has(Object(own.body).id) && own.status === 201
        ? { ...own, body: { ...Object(own.body), price: 6 } }
        : own;
    };
  }),
  fault(
    'a tool that is not available becomes available',
    'create-tool.stored.optional',
    storing('tools', (row) => ({ ...row, available: row.available || true })),
  ),
  fault(
    'a shelf with places has the usual number',
    'create-shelf.stored',
    storing('shelves', (row) => ({ ...row, places: 10 })),
  ),
  fault(
    'texts are escaped for HTML',
    'create-review.texts',
    storing('reviews', (row) => ({ ...row, text: String(row.text).replaceAll('&', '&amp;') })),
  ),
  fault(
    'letters beyond ASCII are lost',
    'create-shelf.texts',
    storing('shelves', (row) => ({ ...row, label: String(row.label).replace(/[^ -~]/g, '?') })),
  ),
  fault('all tools have one id', 'create-tool.distinct', (one) => {
    const { newId } = one;
    one.newId = (kind) => (kind === 'tools' ? '7d444840-9dc0-41d1-b245-5ffdce74fad1' : newId(kind));
  }),
  fault('all shelves have one id', 'create-shelf.distinct', (one) => {
    const { newId } = one;
    one.newId = (kind) => (kind === 'shelves' ? 7 : newId(kind));
  }),
  fault('a rejected tool is stored', 'create-tool.refused.nothing', (one) => {
    const { mayRead } = one;
    one.mayRead = (request, schema, value) => {
      const isValid = mayRead(request, schema, value);
      const [shown] = one.rows.tools;
      if (!isValid && request.route === 'POST /tools' && typeof value === 'object')
        one.store('tools', { ...shown, ...value, id: one.newId('tools') });
      return isValid;
    };
  }),
  fault('a replacement keeps what it omits', 'replace-tool.replaced', (one) => {
    one.replace = (row, body) => one.change(row, body);
  }),
  fault('a replacement stores nothing', 'replace-tool.response.values', (one) => {
    one.replace = (row) => row;
  }),
  fault('a change is answered and not stored', 'change-tool.stored', (one) => {
    const { update } = one;
    one.update = (kind, row, next) =>
      kind === 'tools' && next.createdAt === row.createdAt && next.serial === row.serial
        ? undefined
        : update(kind, row, next);
  }),
  fault('a change loses the notes', 'change-tool.rest', (one) => {
    const { change } = one;
    one.change = (row, body) => {
      const { notes: _notes, ...rest } = change(row, body);
      return { ...rest, ...(Object.hasOwn(body, 'notes') ? { notes: body.notes } : {}) };
    };
  }),
  fault('a change resets the price', 'change-tool.rest', (one) => {
    const { change } = one;
    one.change = (row, body) => change(row, row.price === undefined ? body : { price: 5, ...body });
  }),
  fault(
    'a change moves the time of the creation',
    'change-tool.creation-time',
    changing((_row, next) => ({ ...next, createdAt: next.updatedAt })),
  ),
  fault('a change gives another owner', 'change-tool.author', (one) => {
    const { change } = one;
    one.change = (row, body) =>
      row.owner === undefined
        ? change(row, body)
        : { ...change(row, body), owner: { name: 'foreign' } };
  }),
  fault(
    'a change gives the tool another id',
    'change-tool.stored',
    changing((_row, next) => ({ ...next, id: crypto.randomUUID() })),
  ),
  fault(
    'a shelf keeps its number of places',
    'update-shelf.stored',
    updating('shelves', (row, next) => ({ ...next, places: row.places })),
  ),
  fault('an update changes the shelf before it, too', 'update-shelf.others', (one) => {
    const { update } = one;
    one.update = (kind, row, next) => {
      const before = neighbour(one, kind, row);
      if (kind === 'shelves' && before?.label !== 'foreign' && before !== undefined)
        update(kind, before, { ...before, places: 99, label: 'other' });
      update(kind, row, next);
    };
  }),
  fault('an update of an unknown shelf creates it', 'update-shelf.unknown.nothing', (one) => {
    one.before = ({ route, query, text }) => {
      const id = query.get('id');
      if (route === 'PUT /shelves' && id !== null && one.find('shelves', id) === undefined) {
        one.store('shelves', { ...JSON.parse(text), id: Number(id) });
        return one.fail(404);
      }
      return undefined;
    };
  }),
  fault(
    'a tool is hidden for a time only',
    'delete-tool.gone',
    deleting('tools', () => undefined),
  ),
  fault(
    'a review stays',
    'delete-review.gone',
    deleting('reviews', () => undefined),
  ),
  fault(
    'a shelf stays',
    'delete-shelf.gone',
    deleting('shelves', () => undefined),
  ),
  fault('a deleted shelf is still listed', 'delete-shelf.unlisted', (one) => {
    const { find, remove } = one;
    const gone = new Set<unknown>();
    one.remove = (kind, row) => (kind === 'shelves' ? gone.add(row.id) : remove(kind, row));
    one.find = (kind, id) =>
      kind === 'shelves' && gone.has(Number(id)) ? undefined : find(kind, id);
  }),
  fault('a deletion removes the tool before it, too', 'delete-tool.others', (one) => {
    const { remove } = one;
    one.remove = (kind, row) => {
      const before = neighbour(one, kind, row);
      if (kind === 'tools' && before !== undefined && before.title !== 'foreign')
        remove(kind, before);
      remove(kind, row);
    };
  }),
  fault('a deletion removes all reviews', 'delete-tool.others.children', (one) => {
    const { remove } = one;
    one.remove = (kind, row) => {
      if (kind === 'tools') one.rows.reviews = [];
      remove(kind, row);
    };
  }),
  fault('a deletion removes all photos', undefined, (one) => {
    const { remove } = one;
    one.remove = (kind, row) => {
      if (kind === 'tools') one.rows.photos = [];
      remove(kind, row);
    };
  }),
  fault('a tool begins with the reviews of others', 'list-reviews.empty', (one) => {
    one.below = (kind, tool) =>
      one.rows[kind].filter((row) => kind === 'reviews' || row.tool === tool.id);
  }),
  fault('a tool has the photos of others', 'list-photos.empty', (one) => {
    one.below = (kind, tool) =>
      one.rows[kind].filter((row) => kind === 'photos' || row.tool === tool.id);
  }),
  // A path only suggests this, so that it is observed.
  fault('a review is found below any tool', undefined, (one) => {
    one.before = ({ route, ids, reader }) => {
      const review = one.find('reviews', ids[1] ?? '');
      return route === 'GET /tools/{toolId}/reviews/{reviewId}' && review && reader.name
        ? { status: 200, body: one.show('reviews', review, reader) }
        : undefined;
    };
  }),
  fault('a star is not stored', 'star-tool.shown', (one) => {
    one.star = () => undefined;
  }),
  fault('a star is given for ever', 'unstar-tool.shown', (one) => {
    one.unstar = () => undefined;
  }),
  fault('stars are not counted', 'star-tool.shown', (one) => {
    one.countStars = () => 0;
  }),
  fault('a star counts twice', 'star-tool.twice', (one) => {
    let count = 0;
    const { star, countStars } = one;
    const given = new Map<unknown, number>();
    one.star = (reader, tool) => {
      count = one.isStarred(reader, tool) ? 1 : 0;
      given.set(tool.id, (given.get(tool.id) ?? 0) + count);
      star(reader, tool);
    };
    one.countStars = (tool) =>
      countStars(tool) + (countStars(tool) > 0 ? (given.get(tool.id) ?? 0) : 0);
  }),
  fault('all give the star that one gives', 'star-tool.personal', (one) => {
    one.isStarred = (_reader, tool) => one.countStars(tool) > 0;
  }),
  fault('a star is given to all tools', 'star-tool.others', (one) => {
    const { star } = one;
    one.star = (reader) => {
      for (const tool of one.rows.tools) star(reader, tool);
    };
  }),
  fault(
    'the owner is the first account',
    'list-tools.owner.account',
    storing('tools', (row) => ({ ...row, owner: { name: 'foreign' } })),
  ),
  fault(
    'an answer names another author',
    'create-review.author',
    answering('POST /tools/{toolId}/reviews', (answer) => ({
      ...answer,
      body: { ...Object(answer.body), author: { name: 'foreign' } },
    })),
  ),
];
