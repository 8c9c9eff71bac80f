/** Faults of updates and deletions of products. */
import { currentTimestamp, type Product } from '../store.js';
import {
  answering,
  changeStatus,
  type Faults,
  type Plant,
  reshaping,
  without,
  wrapping,
} from './fault.js';

/** Faults of updates, by their descriptions. */
export const updating: Faults = {
  'a product is updated with status 202': {
    section: '4.2 PUT',
    violates: ['products.update.status'],
    plant: answering('updateProduct', (answer) => changeStatus(answer, 200, 202)),
  },
  'an update needs a name and a price': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('updateProduct', ({ original, app }, request, id, body) =>
      app.isCompleteProduct(body) ? original(request, id, body) : app.error(400, 'Name and price'),
    ),
  },
  'an empty update is rejected': {
    section: '4.2 rule 3',
    violates: ['products.update.missing-keeps-stored'],
    plant: wrapping('updateProduct', ({ original, app }, request, id, body) =>
      Object.keys(body).length > 0 ? original(request, id, body) : app.error(400, 'Nothing to do'),
    ),
  },
  'an update is answered with its own body': {
    section: '4.2 PUT',
    violates: ['products.update.answer'],
    plant: wrapping('updateProduct', ({ original, app }, request, id, body) => {
      const answer = original(request, id, body);
      return answer.status === 200 ? app.json(200, { id, ...body }) : answer;
    }),
  },
  'an update is answered without the id': {
    section: '4.2 PUT',
    violates: ['products.update.answer'],
    plant: reshaping('updateProduct', (body) => without(body, 'id')),
  },
  'an update is answered with an empty object': {
    section: '4.2 PUT',
    violates: ['products.update.answer'],
    plant: answering('updateProduct', (answer, _request, app) =>
      answer.status === 200 ? app.json(200, {}) : answer,
    ),
  },
  'an update echoes the id as a number': {
    section: '4.2 rule 4',
    violates: ['products.update.id-as-received'],
    plant: (app) => {
      app.idToEcho = (id) => Number(id);
    },
  },
  'an update changes the product before, too': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('assignProduct', ({ original, app }, product, body) => {
      const before = app.store.products[app.store.products.indexOf(product) - 1];
      for (const one of [product, before ?? product]) original(one, body);
    }),
  },
  'an update changes the product after it, too': {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('assignProduct', ({ original, app }, product, body) => {
      const index = app.store.products.indexOf(product);
      for (const one of app.store.products.slice(index, index + 2)) original(one, body);
    }),
  },
  'an update keeps updated_at': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: (app) => {
      app.updateTimestamp = (product) => product.updated_at;
    },
  },
  'only the first update sets updated_at': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: wrapping('updateTimestamp', ({ original }, product) =>
      product.updated_at === product.created_at ? original(product) : product.updated_at,
    ),
  },
  'an update sets updated_at to a fixed time': {
    section: '4.2 rule 3',
    violates: ['products.update.updated-at'],
    plant: (app) => {
      app.updateTimestamp = () => '2001-01-01 00:00:00';
    },
  },
  'an update changes the creation time': {
    section: '4.2 rule 3',
    violates: ['products.fields.created-at'],
    plant: (app) => {
      app.updateTimestamp = (product) => {
        product.created_at = '2001-01-01 00:00:00';
        return currentTimestamp();
      };
    },
  },
  'an update makes the product a new one': {
    section: '4.2 rule 3',
    violates: ['products.fields.created-at'],
    plant: (app) => {
      app.updateTimestamp = (product) => {
        product.created_at = currentTimestamp();
        return product.created_at;
      };
    },
  },
  'an update of an unknown product creates it': {
    section: '4.2 PUT',
    violates: ['products.update.unknown'],
    plant: wrapping('updateProduct', ({ original, app }, request, id, body) =>
      app.findProduct(id) === undefined
        ? changeStatus(app.createProduct(request, body), 201, 200)
        : original(request, id, body),
    ),
  },
  'an update of an unknown product is a bad request': {
    section: '4.2 PUT',
    violates: ['products.update.unknown'],
    plant: answering('updateProduct', (answer) => changeStatus(answer, 404, 400)),
  },
};

/** Removes another product. */
function removing(choose: (product: Product, all: readonly Product[]) => unknown): Plant {
  return ({ store }) => {
    const remove = store.removeProduct.bind(store);
    store.removeProduct = (product) => {
      for (const one of [choose(product, store.products)].flat()) remove(one as Product);
    };
  };
}

/** Faults of deletions, by their descriptions. */
export const deleting: Faults = {
  'a product is deleted with status 200': {
    section: '4.2 DELETE',
    violates: ['products.delete.status'],
    plant: answering('deleteProduct', (answer, _request, app) =>
      answer.status === 204 ? app.json(200, {}) : answer,
    ),
  },
  'a deleted product stays': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: removing(() => []),
  },
  'a deletion removes the newest product': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: removing((_product, all) => all.at(-1)),
  },
  'a deletion removes the product before, too': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: removing((product, all) => {
      const index = all.indexOf(product);
      return all.slice(Math.max(index - 1, 0), index + 1);
    }),
  },
  'a deletion removes the product after it, too': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: removing((product, all) => {
      const index = all.indexOf(product);
      return all.slice(index, index + 2);
    }),
  },
  'a deleted product stays in the list': {
    section: '4.2 rule 5',
    violates: ['products.delete.removes'],
    plant: (app) => {
      const gone: Product[] = [];
      const remove = app.removeProduct.bind(app);
      app.removeProduct = (product) => {
        gone.push(product);
        remove(product);
      };
      const order = app.orderProducts.bind(app);
      app.orderProducts = (products) => order([...products, ...gone]);
    },
  },
  'deleting an unknown product succeeds': {
    section: '4.2 rule 5',
    violates: ['products.delete.unknown'],
    plant: wrapping('deleteProduct', ({ original, app }, request, id) =>
      app.findProduct(id) === undefined ? app.empty() : original(request, id),
    ),
  },
};
