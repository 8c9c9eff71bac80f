/** Steps about the database: the fruits of `spec/probes/_migration.wren`, and lists of entries. */
import {
  Blocked,
  compare,
  demand,
  Given,
  inBody,
  inRow,
  mismatch,
  Then,
  When,
} from '../../conformance/index.js';
import { demandAll, jsonBodyOf, nameAnswer, requireSuccess } from '../world/answers.js';
import { acceptedAtOnce } from '../world/concurrent-actions.js';
import type { ServiceWorld } from '../world/world.js';
import { callProbe, namesOf, readList } from './probes.js';

const split = (text: string): string[] => text.split(', ');

// Rows

Then('the fruits are {string}', function (this: ServiceWorld, fruits: string) {
  const expected = { rows: split(fruits).map((name) => ({ name })) };
  demand(compare(expected, jsonBodyOf(this.answer)));
});

// The migration inserts a row each time it is applied.
Then('it is recorded how often the migration was applied', function (this: ServiceWorld) {
  const count = namesOf(this.answer)?.length;
  this.run.recorder.observe(count === undefined ? nameAnswer(this.answer) : `${count}×`);
});

// The order

// A regular expression, since the texts contain quotation marks.
When(
  /^a client asks for the fruits in the order "(.*)" "(.*)"$/,
  async function (this: ServiceWorld, column: string, direction: string) {
    const parameters = new URLSearchParams({ column, direction, from: '0' });
    // A plus sign means a space in a form, but not necessarily in a query string.
    const query = parameters.toString().replaceAll('+', '%20');
    await callProbe(this, `GET /api/query-order?${query}`);
  },
);

/** Orders that only injected SQL causes. */
const injectedOrders: Readonly<Record<string, string>> = {
  'by stock': 'apple, fig, cherry, melon, pear, plum',
  'by stock, descending': 'plum, pear, melon, cherry, fig, apple',
};

/** Further such orders when the requested direction is ascending. */
const descendingOrders: Readonly<Record<string, string>> = {
  'by name, descending': 'plum, pear, melon, fig, cherry, apple',
  'by price, descending': 'cherry, apple, fig, melon, pear, plum',
};

const fruitCount = 6;

// The target may otherwise answer with an error, no rows, or another order.
Then('the injected SQL does not determine their order', function (this: ServiceWorld) {
  const names = namesOf(this.answer);
  if (names === undefined || names.length === 0) return;
  const isAscending = new URL(this.answer.request.url).searchParams.get('direction') === 'asc';
  const injected = { ...injectedOrders, ...(isAscending ? descendingOrders : {}) };
  const [effect] = Object.entries(injected).find(([, order]) => order === names.join(', ')) ?? [];
  if (effect !== undefined)
    demand([mismatch(inBody('rows'), `rows that are not sorted ${effect}`, names)]);
  if (names.length !== fruitCount) demand([mismatch(inBody('rows'), 'all fruits', names)]);
});

Then('it is recorded in which order they come', function (this: ServiceWorld) {
  const names = namesOf(this.answer);
  this.run.recorder.observe(
    names === undefined ? nameAnswer(this.answer) : names.join(', ') || 'no rows',
  );
});

// Entries

/** The requirements of which one is broken when a list lacks an entry. */
const stored = ['runtime.query.query', 'runtime.query.fetch'];

Given('a list of {string}', async function (this: ServiceWorld, texts: string) {
  for (const text of split(texts)) {
    const exchange = await callProbe(this, `POST /api/lists?id={list}&text=${text}`);
    requireSuccess(exchange, 'runtime.query.query');
  }
});

When(
  'clients add {string} to a list at the same time',
  async function (this: ServiceWorld, texts: string) {
    const add = (text: string) => callProbe(this, `POST /api/lists?id={list}&text=${text}`);
    const accepted = await acceptedAtOnce(this, split(texts), add, 'runtime.query.query');
    this.answers = accepted.map(({ exchange }) => exchange);
  },
);

Then(
  'each answer contains the id under which its entry is listed',
  async function (this: ServiceWorld) {
    const entries = await readList(this);
    const judged = this.answers.map((exchange) => {
      const added = new URL(exchange.request.url).searchParams.get('text');
      const entry = entries.find(({ text }) => text === added);
      if (entry !== undefined)
        return { exchange, differences: compare({ id: entry.id }, jsonBodyOf(exchange)) };
      throw new Blocked(stored, `The list does not contain ${added}.`, exchange);
    });
    demandAll(judged);
  },
);

// The request before the read of the list is the one that is judged.
Then('the list contains {value}', async function (this: ServiceWorld, expected: unknown) {
  const { answer } = this;
  const entries = await readList(this);
  const texts = entries.map(({ text }) => text);
  demand(compare(expected, texts, inRow('the texts of the list')), answer);
});

Then('the entries of the list are recorded', async function (this: ServiceWorld) {
  const texts = (await readList(this)).map(({ text }) => String(text));
  this.run.recorder.observe(texts.join(', ') || 'no entries');
});

Then(
  'the answer contains the id under which the last entry is listed',
  async function (this: ServiceWorld) {
    const { answer } = this;
    const entries = await readList(this);
    const last = entries.at(-1);
    const text = new URL(answer.request.url).searchParams.get('text');
    if (last === undefined || last.text !== text) {
      throw new Blocked(stored, `The last entry of the list is not ${text}.`);
    }
    demand(compare({ id: last.id }, jsonBodyOf(answer)), answer);
    const ids = entries.map(({ id }) => String(id));
    if (new Set(ids).size < ids.length) {
      demand([mismatch(inRow('the ids of the list'), 'a different id each time', ids)]);
    }
  },
);
