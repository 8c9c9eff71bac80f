/** Steps that send any method to a resource, for a row, or to any path. */
import { When } from '../../conformance/index.js';
import type { Resource, ScenarioWorld } from '../world.js';
import { fillIn } from './placeholders.js';

When(
  'a client sends {method} to {resources}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    await this.send({ method, resource });
  },
);

When(
  'a client sends {method} to {string}',
  async function (this: ScenarioWorld, method: string, template: string) {
    const resource = template.includes('products') ? 'products' : 'users';
    await this.send({ method, resource, path: fillIn(this, template) });
  },
);

When(
  'a client sends {method} for that {resource}',
  async function (this: ScenarioWorld, method: string, resource: Resource) {
    await this.send({ method, resource, query: [['id', this.rowOf(resource).id]] });
  },
);
