/** Steps about e-mail addresses: taken ones and unusual ones. */
import {
  Blocked,
  compare,
  demand,
  inRow,
  mismatch,
  Then,
  When,
} from '../../../conformance/index.js';
import { demandSuccess, isSuccess, requireSuccess } from '../../world/answers.js';
import { findListed } from '../../world/lists.js';
import type { JsonObject } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { changingBody, ownEmail } from '../requests/bodies.js';
import { expectedRow, readRow, tryToCreate, updateRow } from '../rows/rows.js';

// Addresses of a form that a target may reject

When(
  'a client creates a user whose e-mail address has blanks at its ends',
  async function (this: ServiceWorld) {
    await tryToCreate(this, 'users', { email: `  ${ownEmail(this.run)}  ` });
  },
);

When(
  'a client creates another user whose e-mail address begins with {value}',
  async function (this: ServiceWorld, beginning: string) {
    await tryToCreate(this, 'users', { email: `${beginning}${ownEmail(this.run)}` });
  },
);

// Addresses that another user has or had

When(
  'a client creates another user with the same e-mail address in capitals',
  async function (this: ServiceWorld) {
    const email = String(this.rowOf('users').members.email).toUpperCase();
    await tryToCreate(this, 'users', { email });
  },
);

When(
  'a client creates another user with the e-mail address that it had before',
  async function (this: ServiceWorld) {
    requireSuccess(this.answer, 'users.update.status');
    const { email } = await readRow(this, this.row);
    if (email === this.before.email) {
      throw new Blocked('users.update.stores', `The user still has ${email}.`);
    }
    await tryToCreate(this, 'users', { email: this.before.email });
  },
);

// A target's lookup can be outdated when it stores the user.
When(
  'a client creates {int} users at the same time with one e-mail address',
  async function (this: ServiceWorld, count: number) {
    const email = ownEmail(this.run);
    const create = () => tryToCreate(this, 'users', { email });
    await this.scenario.atOnce(() => Promise.all(Array.from({ length: count }, create)));
  },
);

Then('at most one user has that e-mail address', async function (this: ServiceWorld) {
  const { email } = this.rowOf('users').members;
  const holders = await findListed(this, 'users', (user) => user.email === email);
  if (holders.length === 0) throw new Blocked('users.list.complete', `No user has ${email}.`);
  // A list may repeat a user.
  const ids = new Set(holders.map(({ id }) => String(id)));
  if (ids.size > 1) demand([mismatch(inRow('the ids in the list'), `one with ${email}`, [...ids])]);
});

// The answer to a taken e-mail address is not specified (§4.1 rule 5).
Then(
  'the user is found with its new values, unless another one has that address',
  async function (this: ServiceWorld) {
    const row = this.rowOf('users');
    const isOther = ({ id, email }: JsonObject) =>
      email === row.members.email && String(id) !== row.id;
    const { answer } = this;
    if (!isSuccess(answer) && (await findListed(this, 'users', isOther)).length > 0) return;
    demandSuccess(answer);
    demand(compare(expectedRow(row), await readRow(this, row), inRow('the row read')));
  },
);

// Unique texts that do not look like an address

const ownWord = ({ run }: ServiceWorld) => `${run.marker}-word-${run.nextNumber()}`;

/** Digits with a leading zero, which a conversion to a number would lose. */
function ownDigits({ run }: ServiceWorld): string {
  return `0${Buffer.from(`${run.marker}${run.nextNumber()}`).toString('hex').replace(/\D/g, '')}`;
}

When('a client creates a user with a word as e-mail address', async function (this: ServiceWorld) {
  await tryToCreate(this, 'users', { email: ownWord(this) });
});

When(
  'a client updates the user with a word as e-mail address',
  async function (this: ServiceWorld) {
    await updateRow(this, 'users', changingBody(this.run, 'users', { email: ownWord(this) }));
  },
);

When(
  'a client updates the user with digits as e-mail address',
  async function (this: ServiceWorld) {
    await updateRow(this, 'users', changingBody(this.run, 'users', { email: ownDigits(this) }));
  },
);
