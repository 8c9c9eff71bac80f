/** Observations describe the effects of requests, not only the answers. */
import { afterAll, expect, test } from 'vitest';
import type { VariationName } from '../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';
import { startServer } from './servers.js';

afterAll(removeFolders);

interface Behaviour {
  readonly variation?: VariationName;
  readonly fault?: string;
  /** Expected observations by requirement. */
  readonly observed: Readonly<Record<string, readonly string[]>>;
}

const behaviours: Readonly<Record<string, Behaviour>> = {
  'one that stores nearly anything': {
    observed: {
      'users.create.duplicate-email': ['409 json-error, not stored'],
      'users.update.duplicate-email': ['409 json-error, unchanged'],
      'users.update.missing-fields': [
        '200 json, stored with email null',
        '200 json, stored with name null',
      ],
      'users.create.wrong-types': ['201 json, stored'],
      'users.create.email-form': ['201 json, stored'],
      'users.delete.email': ['201 json, stored'],
      'users.read.id-shape': ['200 json, a list', '404 json-error'],
      'products.create.with-id': ['201 json, stored'],
      'products.create.negative-numbers': ['201 json, stored'],
      'products.update.wrong-types': ['200 json, stored'],
      'products.fields.number-limits': ['201 json, stored'],
      'http.json.malformed': ['400 json-error', '400 json-error, unchanged'],
      'http.json.extra-members': ['201 json, stored'],
      'products.list.limit-out-of-range': ['200 json, page 1, limit 20, rows'],
    },
  },
  'one that refuses values of another type': {
    variation: 'values of another type are rejected',
    observed: {
      'users.create.wrong-types': ['400 json-error, not stored'],
      'products.create.wrong-types': ['400 json-error, not stored'],
      'products.update.wrong-types': ['400 json-error, unchanged'],
    },
  },
  'one that converts values of another type': {
    variation: 'values of another type are converted',
    observed: {
      'users.create.wrong-types': [
        '201 json, stored with email "[object Object]"',
        '201 json, stored with email "a list"',
        '201 json, stored with name "7"',
        '201 json, stored with name "[object Object]"',
        '201 json, stored with name "a list"',
        '201 json, stored with name "true"',
      ],
    },
  },
  'one that answers a duplicate with the user who is there': {
    variation: 'an email that is taken is answered with its user',
    observed: { 'users.create.duplicate-email': ['201 json, not stored'] },
  },
  'one that takes a duplicate for a name alone': {
    variation: 'an email that is taken is left out of an update',
    observed: {
      'users.update.duplicate-email': ['200 json, stored with the email that it had'],
    },
  },
  'one that stores duplicates': {
    fault: 'two users may have the same email',
    observed: { 'users.create.duplicate-email': ['201 json, stored'] },
  },
  'one that answers with the id of another row': {
    fault: 'a created user is answered with the id of the next one',
    observed: { 'users.create.email-form': ['201 json, stored under another id'] },
  },
  'one that stores a duplicate although it refuses it': {
    fault: 'a user whose email is taken is rejected but stored',
    observed: { 'users.create.duplicate-email': ['409 json-error, stored'] },
  },
  'one that updates to a duplicate although it refuses it': {
    fault: 'an update to an email that is taken is rejected but stored',
    observed: { 'users.update.duplicate-email': ['409 json-error, stored'] },
  },
  'one whose list cannot be read': {
    fault: 'users are listed by their id',
    observed: { 'users.create.email-form': ['201 json, stored'] },
  },
  'one that takes what is not JSON for an empty object': {
    variation: 'a body that is not JSON is taken for an empty object',
    observed: {
      'http.json.malformed': ['200 json, changed', '200 json, unchanged', '400 json-error'],
    },
  },
  'one that replaces the product that a POST names': {
    fault: 'a POST with the id of a product in its query string updates that product',
    observed: {
      'products.create.with-id': ['201 json, stored, the row with that id changed'],
    },
  },
  'one that ignores what follows the digits of an id': {
    variation: 'what follows the digits of an id does not matter',
    observed: {
      'users.read.id-shape': [
        '200 json, a list',
        '200 json, another row',
        '200 json, the row',
        '404 json-error',
      ],
    },
  },
  'one that writes infinity as JSON': {
    fault: 'a list of no products at a time has "infinity" pages',
    observed: {
      'products.list.limit-out-of-range': ['200 invalid-json', '200 json, page 1, limit 20, rows'],
    },
  },
};

test.each(Object.entries(behaviours))('%s', async (_name, { variation, fault, observed }) => {
  const server = await startServer({
    ...(variation === undefined ? {} : { variations: [variation] }),
    ...(fault === undefined ? {} : { fault }),
  });
  const only = Object.keys(observed).join(',');
  const { report } = await runCheck([...argumentsFor(server), '--only', only]);
  const found = report?.requirements.filter(({ selected }) => selected) ?? [];
  const words = found.map(({ id, observations }) => [id, [...observations].sort()] as const);
  expect(Object.fromEntries(words)).toEqual(observed);
  expect(report?.leftovers).toEqual([]);
});
