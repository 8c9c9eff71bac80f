/** Steps about requests that a target answers at the same time. */
import { type Exchange, mismatch, Then } from '../../../conformance/index.js';
import { demandAll, isSuccess, type JudgedAnswer } from '../../world/answers.js';
import { noCredential } from '../../world/credentials.js';
import type { Resource, ServiceRequest } from '../../world/service.js';
import type { ServiceWorld } from '../../world/world.js';

/** A request that changes nothing, with its specified status. */
interface Kind {
  readonly name: string;
  readonly request: ServiceRequest;
  readonly due: string;
  isDue(answer: Exchange): boolean;
}

/** Requests that differ in method, id or credential, and in their statuses. */
function kindsOf(world: ServiceWorld, resource: Resource): readonly Kind[] {
  const [present, removed] = world.rowsOf(resource).map(({ id }) => [['id', id]] as const);
  const read = { method: 'GET', resource } as const;
  const exactly = (status: number) => ({
    due: String(status),
    isDue: ({ response }: Exchange) => response.status === status,
  });
  return [
    { name: 'a read', request: { ...read, query: present ?? [] }, ...exactly(200) },
    {
      name: 'a read of a deleted row',
      request: { ...read, query: removed ?? [] },
      ...exactly(404),
    },
    {
      name: 'a read without a credential',
      request: { ...read, query: present ?? [], credential: noCredential },
      ...exactly(401),
    },
    {
      name: 'a preflight',
      request: { method: 'OPTIONS', resource, credential: noCredential },
      due: 'a success',
      isDue: isSuccess,
    },
  ];
}

/** A server may reject some of many concurrent requests. */
const isBusy = ({ response }: Exchange) => [429, 503].includes(response.status);

Then(
  'different requests for {resources} at the same time get the same statuses as alone',
  async function (this: ServiceWorld, resource: Resource) {
    const release = await this.scenario.hold();
    const kinds = kindsOf(this, resource);
    try {
      for (let round = 0; round < rounds; round += 1) demandAll(await judgeRound(this, kinds));
    } finally {
      release();
    }
  },
);

/** A target confuses only requests that meet in the moment in which it is not careful. */
const rounds = 3;

/**
 * Sends the requests at the same time. A status is wrong when it is due alone; one that is also
 * wrong alone breaks another requirement.
 */
async function judgeRound(
  world: ServiceWorld,
  kinds: readonly Kind[],
): Promise<readonly JudgedAnswer[]> {
  const send = async (kind: Kind) => ({ kind, exchange: await world.send(kind.request) });
  const answers = await world.scenario.atOnce(() => Promise.all(kinds.map(send)));
  const wrong: JudgedAnswer[] = [];
  for (const { kind, exchange } of answers) {
    if (kind.isDue(exchange) || isBusy(exchange)) continue;
    if (!kind.isDue((await send(kind)).exchange)) continue;
    const { status } = exchange.response;
    wrong.push({ exchange, differences: [mismatch(`status of ${kind.name}`, kind.due, status)] });
  }
  return wrong;
}
