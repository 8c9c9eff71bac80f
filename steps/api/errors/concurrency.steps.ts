/** Steps about requests that a target answers at the same time. */
import { atStatus, mismatch, oneOfStatuses, Then } from '../../../conformance/index.js';
import { isSuccess } from '../../world/answers.js';
import { demandOwnAnswers } from '../../world/concurrent-actions.js';
import { noCredential } from '../../world/credentials.js';
import type { Resource, ServiceRequest } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';

/** A request that changes nothing, with its specified status. */
interface Kind {
  readonly name: string;
  readonly request: ServiceRequest;
  /** The status or its class: `2xx` */
  readonly due: string;
}

/** Requests that differ in method, id or credential, and in their statuses. */
function kindsOf(world: ServiceWorld, resource: Resource): readonly Kind[] {
  const [present, removed] = world.rowsOf(resource).map(({ id }) => [['id', id]] as const);
  const read = { method: 'GET', resource } as const;
  return [
    { name: 'a read', request: { ...read, query: present ?? [] }, due: '200' },
    {
      name: 'a read of a deleted row',
      request: { ...read, query: removed ?? [] },
      due: '404',
    },
    {
      name: 'a read without a credential',
      request: { ...read, query: present ?? [], credential: noCredential },
      due: '401',
    },
    {
      name: 'a preflight',
      request: { method: 'OPTIONS', resource, credential: noCredential },
      due: '2xx',
    },
  ];
}

Then(
  'different requests for {resources} at the same time get the same statuses as alone',
  async function (this: ServiceWorld, resource: Resource) {
    const send = async ({ request }: Kind) => await this.request(request);
    await demandOwnAnswers(this, kindsOf(this, resource), send, (kind, exchange) => {
      const { status } = exchange.response;
      const isDue = kind.due === '2xx' ? isSuccess(exchange) : kind.due === String(status);
      const expected = { ...oneOfStatuses(kind.due), note: `for ${kind.name}` };
      return isDue ? [] : [mismatch(atStatus, expected, status)];
    });
  },
);
