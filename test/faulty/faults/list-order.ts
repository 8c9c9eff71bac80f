import type { Product } from '../store.js';
import type { Faults, Plant } from './fault.js';

function ordering(compare: (a: Product, b: Product) => number): Plant {
  return (app) => {
    app.orderProducts = (products) => [...products].sort(compare);
  };
}

/** Faults in the order of products, by their descriptions. */
export const order: Faults = {
  'the oldest products come first': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: ordering((a, b) => a.created_at.localeCompare(b.created_at)),
  },
  'products come in the order of their ids': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: ordering((a, b) => a.id - b.id),
  },
  'products come in the order of their names': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: ordering((a, b) => String(a.name).localeCompare(String(b.name))),
  },
  'the dearest products come first': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: ordering((a, b) => Number(b.price) - Number(a.price)),
  },
  'the cheapest products come first': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: ordering((a, b) => Number(a.price) - Number(b.price)),
  },
  'the products that were changed last come first': {
    section: '4.2 rule 1',
    violates: ['products.list.order'],
    plant: ordering((a, b) => b.updated_at.localeCompare(a.updated_at)),
  },
};
