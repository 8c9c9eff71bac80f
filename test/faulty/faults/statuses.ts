/** Typical faults of frameworks in the statuses of many answers (§7). */
import { answering, changeStatus, type Faults, type Plant, wrapping } from './fault.js';

/** Replaces statuses of all answers. */
function replacing(from: readonly number[], to: number): Plant {
  return answering('handle', (answer) =>
    from.reduce((changed, status) => changeStatus(changed, status, to), answer),
  );
}

/** Rejects a product without the member. */
function needing(member: string): Plant {
  return wrapping(
    'isCompleteProduct',
    ({ original }, body) => original(body) && body[member] !== undefined,
  );
}

/** Faults in statuses, by their descriptions. */
export const statusFaults: Faults = {
  'errors come with status 200': {
    section: '7',
    violates: ['errors.status.bad-request', 'errors.status.not-found'],
    plant: replacing([400, 404], 200),
  },
  'errors come with status 500': {
    section: '7',
    violates: ['errors.status.bad-request', 'errors.status.not-found'],
    plant: replacing([400, 404], 500),
  },
  'every body that lacks something is answered with 422': {
    section: '7',
    violates: ['errors.status.bad-request'],
    plant: replacing([400], 422),
  },
  'a missing resource is a bad request': {
    section: '7',
    violates: ['errors.status.not-found'],
    plant: replacing([404], 400),
  },
  'a missing resource is answered with 204': {
    section: '7',
    violates: ['errors.status.not-found'],
    plant: replacing([404], 204),
  },
  'all creates are answered with 200': {
    section: '7',
    violates: ['users.create.status', 'products.create.status'],
    plant: replacing([201], 200),
  },
  'each create of a product fails with 500': {
    section: '4.2 POST',
    violates: ['products.create.status'],
    plant: answering('createProduct', (answer) => changeStatus(answer, 201, 500)),
  },
  'a new product needs a stock': {
    section: '4.2 POST',
    violates: ['products.create.status'],
    plant: needing('stock'),
  },
  'a new product needs a description': {
    section: '4.2 POST',
    violates: ['products.create.status'],
    plant: needing('description'),
  },
  'deletions are answered with 200': {
    section: '7',
    violates: ['users.delete.status', 'products.delete.status'],
    plant: replacing([204], 200),
  },
  'every 401 is sent as 403': {
    section: '7',
    violates: ['auth.api-key.missing'],
    plant: replacing([401], 403),
  },
  'every 401 is sent as a redirection': {
    section: '7',
    violates: ['auth.api-key.missing'],
    plant: answering('handle', (answer) =>
      answer.status === 401
        ? { ...answer, status: 302, headers: { ...answer.headers, location: '/login' } }
        : answer,
    ),
  },
};
