/** Steps that judge rows: as they were answered, as they are stored, and how they look. */
import { Then } from '@cucumber/cucumber';
import { type Exchange, headerOf } from '../conformance/http/exchange.js';
import {
  aNumber,
  anInteger,
  aText,
  compare,
  demand,
  Expectation,
  mismatch,
  render,
} from '../conformance/verdict/compare.js';
import { demandOwnRow } from './adopted-rows.js';
import { bodyOf, demandSuccess, idOf, isId, isSuccess } from './answers.js';
import { findListed, findRow, notListed, requireListed, walks } from './lists.js';
import { createRow, isStillThere, readRow, requestRow, requireId } from './rows.js';
import {
  formOf,
  namesZone,
  repeatUntilLater,
  tellsSeconds,
  timeOf,
  timeOfIsoLike,
} from './timestamps.js';
import type { Json, Resource, Row, ScenarioWorld } from './world.js';

const anId = new Expectation('an integer or the digits of one', isId);

const expectedRow = ({ id, members }: Row): Json => ({ id, ...members });

// The answer

Then(
  'the answer names the id under which the {resource} is found',
  async function (this: ScenarioWorld, resource: Resource) {
    const { answer, sent } = this;
    demandSuccess(answer);
    demand(compare({ id: anId }, bodyOf(answer)));
    const listed = await findListed(this, resource, ({ name }) => name === sent.name);
    const ids = new Set(listed.map((item) => String(item.id)));
    if (ids.size > 1) demand([mismatch('the list', 'one new row', [...ids])]);
    const id = idOf(answer);
    if (id !== undefined && ids.size === 1) demand(compare({ id }, listed[0], 'the listed row'));
  },
);

Then('the answer repeats the (new ){resource}', function (this: ScenarioWorld, resource: Resource) {
  demandSuccess(this.answer);
  requireId(this.answer, resource);
  demand(compare(this.sent, bodyOf(this.answer)));
});

Then('a new {resource} is created', function (this: ScenarioWorld, _word: Resource) {
  demandSuccess(this.answer);
  demand(compare({ id: anId, ...this.sent }, bodyOf(this.answer)));
});

Then('the answer is that {resource}', function (this: ScenarioWorld, _word: Resource) {
  demandSuccess(this.answer);
  demand(compare(expectedRow(this.row), bodyOf(this.answer)));
});

// A body that has members which the tables do not list may be refused.
Then(
  'the answer is that {resource}, if it was accepted',
  function (this: ScenarioWorld, _word: Resource) {
    if (isSuccess(this.answer)) demand(compare(expectedRow(this.row), bodyOf(this.answer)));
  },
);

Then('all {resources} have different ids', function (this: ScenarioWorld, _word: Resource) {
  const ids = this.rows.map(({ id }) => id);
  if (new Set(ids).size < ids.length) demand([mismatch('body.id', 'another one each time', ids)]);
});

// What is stored

Then(
  /^the (?:user|product) is found with its (?:new )?values$/,
  async function (this: ScenarioWorld) {
    demandSuccess(this.answer);
    demand(compare(expectedRow(this.row), await readRow(this, this.row), 'the row read'));
  },
);

Then(
  'the list shows the {resource} with its new values',
  async function (this: ScenarioWorld, _word: Resource) {
    const item = await findRow(this, this.row);
    demand(compare(expectedRow(this.row), item, 'the listed row'));
  },
);

Then(
  'each of the {resources} is found with its own values',
  async function (this: ScenarioWorld, _word: Resource) {
    for (const row of this.rows) {
      demand(compare(expectedRow(row), await readRow(this, row), 'the row read'));
    }
  },
);

// A target may refuse some of so many requests.
Then(
  'each of the {resources} is found with its own values when all are read at once',
  async function (this: ScenarioWorld, _word: Resource) {
    const examine = async (row: Row) => {
      const answer = await requestRow(this, row);
      const place = `the row read with the id ${row.id}`;
      return isSuccess(answer) ? compare(expectedRow(row), bodyOf(answer), place) : [];
    };
    demand((await Promise.all(this.rows.map(examine))).flat());
  },
);

Then(
  'the {resource} is stored with {member} {value}',
  async function (this: ScenarioWorld, _word: Resource, member: string, value: unknown) {
    demandSuccess(this.answer);
    demand(compare({ [member]: value }, await readRow(this, this.row), 'the row read'));
  },
);

Then('the {resource} is unchanged', async function (this: ScenarioWorld, _word: Resource) {
  demand(compare(expectedRow(this.row), bodyOf(await requestRow(this, this.row)), 'the row read'));
});

async function demandThere(world: ScenarioWorld, row: Row): Promise<void> {
  demand(compare(expectedRow(row), bodyOf(await requestRow(world, row)), 'the other row'));
}

Then(/^the (?:other|first) (?:user|product) is still there$/, async function (this: ScenarioWorld) {
  await demandThere(this, this.firstRow);
});

Then('the latest {resource} is still there', async function (this: ScenarioWorld, _w: Resource) {
  await demandThere(this, this.row);
});

Then('that {resource} is gone', async function (this: ScenarioWorld, _word: Resource) {
  demandSuccess(this.answer);
  await demandGone(this, this.row);
});

Then('the first {resource} is gone', async function (this: ScenarioWorld, _word: Resource) {
  await demandGone(this, this.firstRow);
});

async function demandGone(world: ScenarioWorld, row: Row): Promise<void> {
  const { id, resource } = row;
  if (await isStillThere(world, row)) {
    demand([mismatch('the row read', `none with the id ${id}`, bodyOf(world.answer))]);
  }
  const other = world.rows.find((one) => one.id !== id);
  const isBounded = resource === 'products' && other !== undefined;
  const oldest = isBounded ? (await readRow(world, other)).created_at : undefined;
  const [listed] = await findListed(world, resource, (item) => String(item.id) === id, oldest);
  if (listed !== undefined) demand([mismatch('the list', `no item with the id ${id}`, listed)]);
}

/**
 * Looks for what was sent last in the list, which has to show the row that was accepted before.
 * It is known by a text of its own: the name or, where that is what was left out, the e-mail
 * address or the description.
 */
Then('nothing is stored for it', async function (this: ScenarioWorld) {
  const row = this.rows[0] ?? this.row;
  const [member, value] = ownText(this.sent);
  const isSent = (item: Json) => item[member] === value;
  const found = (await listBeside(this, row, isSent)).filter(isSent);
  for (const { id } of found) {
    if (isId(id)) this.run.ledger.add({ resource: row.resource, id: String(id) });
  }
  if (found.length > 0) {
    demand([mismatch('the list', `no item with ${member} ${render(value)}`, found[0])]);
  }
});

/**
 * The items of the list that meet a condition, and the row's own. Products of the same time may
 * come in another order each time, so that it takes several walks to find any.
 */
async function listBeside(
  world: ScenarioWorld,
  row: Row,
  condition: (item: Json) => boolean,
): Promise<readonly Json[]> {
  const { resource } = row;
  const isWanted = (item: Json) => String(item.id) === row.id || condition(item);
  const oldest = resource === 'users' ? undefined : (await readRow(world, row)).created_at;
  for (let walk = 0; walk < walks; walk += 1) {
    const listed = await findListed(world, resource, isWanted, oldest);
    if (listed.length > 0) return listed;
  }
  throw notListed(row);
}

function ownText({ name, email, description }: Json): readonly [string, unknown] {
  if (name) return ['name', name];
  return email ? ['email', email] : ['description', description];
}

// How a member looks, in the answer to a create, in a read and in the list

const aNull = new Expectation('null', (value) => value === null);
const hourMs = 60 * 60 * 1000;

/**
 * How far a time may be from that of the clock. A missing time zone may mean any, which is up to
 * half a day; one that is named must not be another one's, of which the next is an hour away.
 */
function toleranceOf(value: unknown, isTheirClock: boolean): number {
  return isTheirClock && namesZone(value) ? hourMs / 2 : 24 * hourMs;
}

/**
 * By the clock of the target, which it shows in the header Date, or else by ours. That of a user is
 * ISO-like (§2).
 */
function theCurrentTime({ request, response }: Exchange): Expectation {
  const shown = Date.parse(headerOf(response, 'date') ?? '');
  const now = shown || Date.now();
  const read = new URL(request.url).pathname.endsWith('/users') ? timeOfIsoLike : timeOf;
  const isCurrent = (value: unknown) =>
    Math.abs((read(value) ?? 0) - now) < toleranceOf(value, now === shown);
  return new Expectation(`the time ${new Date(now).toISOString()}, or about it`, isCurrent);
}

function expectationNamed(name: string, exchange: Exchange): Expectation {
  const types = { 'an integer': anInteger, 'a number': aNumber, 'a text': aText, null: aNull };
  return types[name as keyof typeof types] ?? theCurrentTime(exchange);
}

Then(
  '{view} shows its {member} as {type}',
  async function (this: ScenarioWorld, view: string, member: string, type: string) {
    if (view === 'the answer' || type === 'the current time') demandOwnRow(this);
    const seen = await lookAt(this, view);
    demand(compare({ [member]: expectationNamed(type, this.answer) }, seen, view));
  },
);

// The clock may be read when the target starts, and never again.
Then('a {resource} that is created now is newer', async function (this: ScenarioWorld, resource) {
  const { created_at: earlier } = this.before;
  if (this.run.readOnly || !tellsSeconds(earlier)) return;
  const isLater = ({ created_at }: Json) => (timeOf(created_at) ?? 0) > (timeOf(earlier) ?? 0);
  let latest: Json = {};
  await repeatUntilLater(this, async () => {
    const row = await createRow(this, resource);
    latest = resource === 'users' ? await requireListed(this, row) : await readRow(this, row);
    return isLater(latest) ? latest : undefined;
  });
  const place = 'a row made a second later.created_at';
  if (!isLater(latest))
    demand([mismatch(place, `later than ${render(earlier)}`, latest.created_at)]);
});

Then(
  'the list shows its {member} as a read does',
  async function (this: ScenarioWorld, member: string) {
    const { [member]: value } = await readRow(this, this.row);
    demand(compare({ [member]: value }, await findRow(this, this.row), 'the listed row'));
  },
);

async function lookAt(world: ScenarioWorld, view: string): Promise<unknown> {
  if (view === 'the answer') return bodyOf(world.answer);
  if (view === 'a read') return await readRow(world, world.row);
  return await requireListed(world, world.row);
}

Then(
  'it is recorded in which form the list shows created_at',
  async function (this: ScenarioWorld) {
    const item = await requireListed(this, this.row);
    this.run.recorder.observe(formOf(item.created_at));
  },
);
