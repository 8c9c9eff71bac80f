/** Steps that judge the bodies of errors (§7). */
import {
  anObject,
  aText,
  Blocked,
  compare,
  demand,
  inBody,
  isObject,
  mismatch,
  Then,
} from '../../../conformance/index.js';
import { jsonBodyOf, nameRequest } from '../../world/answers.js';
import { rejectionsOf } from '../../world/credentials.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { productColumns } from '../rows/rows.js';

Then('the answer is an error with a text', function (this: ServiceWorld) {
  demand(compare({ error: aText }, jsonBodyOf(this.answer)));
});

// Other requirements judge the rejection itself.
Then('it is rejected with an error text', function (this: ServiceWorld) {
  const { status } = this.answer.response;
  if (status !== 401) {
    const explanation = `${nameRequest(this.answer)} was answered with ${status}.`;
    throw new Blocked(rejectionsOf(this.run, this.resource), explanation);
  }
  demand(compare({ error: aText }, jsonBodyOf(this.answer)));
});

/** The fields that a validation can name (§2). */
const fieldsOf: Readonly<Record<Resource, readonly string[]>> = {
  users: ['id', 'name', 'email', 'created_at', 'updated_at'],
  products: Object.keys(productColumns),
};

Then('the details of the error, if any, are texts by field name', function (this: ServiceWorld) {
  const body = jsonBodyOf(this.answer);
  const details = isObject(body) ? body.details : undefined;
  if (details === undefined || details === null) return;
  if (!isObject(details)) return demand(compare(anObject, details, inBody('details')));
  const fields = fieldsOf[this.resource];
  const texts = Object.fromEntries(Object.keys(details).map((field) => [field, aText]));
  demand([
    ...compare(texts, details, inBody('details')),
    ...Object.keys(details)
      .filter((name) => !fields.includes(name))
      .map((name) => mismatch(inBody('details'), `fields of ${this.resource}`, name)),
  ]);
});
