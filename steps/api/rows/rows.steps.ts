/** Steps that create the initial rows of scenarios. */
import { Given } from '../../../conformance/index.js';
import { requireSuccess } from '../../world/answers.js';
import type { Resource } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';
import { ownName } from '../requests/bodies.js';
import {
  createAndRemove,
  createRow,
  createRowsAtOnce,
  makeRow,
  requireId,
  requireRemoval,
  tryToCreate,
} from './rows.js';
import {
  nameEndingIn,
  takeRemovedRow,
  takeRow,
  takeRows,
  takeRowWith,
  traitOf,
} from './shared-rows.js';

// A row that another scenario creates meanwhile could hide a fault.
Given(
  'no other scenario about {resources} runs from here on',
  async function (this: ServiceWorld, resource: Resource) {
    await this.scenario.hold(resource);
  },
);

// Also the twin of a request that must be rejected: it differs only in the tested property.
Given('a/another {resource}', async function (this: ServiceWorld, resource: Resource) {
  await makeRow(this, resource);
});

Given('{int} {resources}', async function (this: ServiceWorld, count: number, resource: Resource) {
  for (let made = 0; made < count; made += 1) await makeRow(this, resource);
});

Given(
  '{int} {resources} that are created at the same time',
  async function (this: ServiceWorld, count: number, resource: Resource) {
    await createRowsAtOnce(this, resource, count);
  },
);

Given(
  'a {resource} whose {member} is {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    await createRow(this, resource, { [member]: value });
  },
);

Given(
  'a {resource} whose name ends in {value}',
  async function (this: ServiceWorld, resource: Resource, ending: string) {
    await createRow(this, resource, { name: `${ownName(this.run)} ${ending}` });
  },
);

// Shared rows are created once in a run, and are only read.

Given('a shared {resource}', async function (this: ServiceWorld, resource: Resource) {
  await takeRow(this, resource);
});

Given(
  '{int} shared {resources}',
  async function (this: ServiceWorld, count: number, resource: Resource) {
    await takeRows(this, resource, count);
  },
);

Given(
  'a shared {resource} that was deleted',
  async function (this: ServiceWorld, resource: Resource) {
    await takeRemovedRow(this, resource);
  },
);

Given(
  'a shared {resource} whose {member} is {value}',
  async function (this: ServiceWorld, resource: Resource, member: string, value: unknown) {
    await takeRowWith(this, resource, ...traitOf(member, value));
  },
);

Given(
  'a shared {resource} whose name ends in {value}',
  async function (this: ServiceWorld, resource: Resource, ending: string) {
    await takeRowWith(this, resource, ...nameEndingIn(this, ending));
  },
);

// A read-only check uses any other row.
Given(
  'another {resource} of the same name',
  async function (this: ServiceWorld, resource: Resource) {
    if (this.run.readOnly) {
      await createRow(this, resource);
      return;
    }
    const { name } = this.rowOf(resource).members;
    const exchange = await tryToCreate(this, resource, { name });
    requireSuccess(exchange, `${resource}.create.name-truthy`);
    requireId(exchange, resource);
  },
);

Given('a {resource} that was deleted', async function (this: ServiceWorld, resource: Resource) {
  await createAndRemove(this, resource);
});

Given('the first {resource} was deleted', async function (this: ServiceWorld, resource: Resource) {
  await requireRemoval(this, this.firstRowOf(resource));
});
