/** Faults of random servers, each with a requirement that shows it. */
import type { RandomServer } from './server.js';

/** A fault, and an API in which it can be seen. */
export interface Fault {
  readonly name: string;
  readonly seed: number;
  readonly requirement: string;
  /** Whether checks ask again for seconds before they accuse it, so that it is for the full tests. */
  readonly isAwaited?: true;
  plant(server: RandomServer): void;
}

export const faults: readonly Fault[] = [
  {
    ...{ name: 'a DELETE keeps the resource', seed: 15, requirement: 'delete-room.gone' },
    isAwaited: true,
    plant: (server) => {
      server.remove = () => {};
    },
  },
  {
    name: 'a PATCH replaces all members',
    ...{ seed: 34, requirement: 'patch-invoices-invoice-id.rest' },
    plant: (server) => {
      server.merge = (_one, _row, sent) => sent;
    },
  },
  {
    name: 'a list ignores its filters',
    ...{ seed: 15, requirement: 'list-room-list.subject.filter' },
    plant: (server) => {
      server.isFiltered = () => true;
    },
  },
  {
    name: 'each page is the first',
    ...{ seed: 15, requirement: 'list-room-list.page.pages' },
    plant: (server) => {
      server.page = (rows, _start, count) => rows.slice(0, count);
    },
  },
];
