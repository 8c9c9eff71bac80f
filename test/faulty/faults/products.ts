import type { Json } from '../guard.js';
import {
  answering,
  changeStatus,
  type FalseyKind,
  type Fault,
  type Faults,
  falseyKinds,
  falseyValues,
  fillingIn,
  type Plant,
  receiving,
  reshaping,
  showing,
  without,
  wrapping,
} from './fault.js';
import { deleting, updating } from './product-changes.js';

/** Treats one falsey value of a required member as filled. */
function acceptFalsey(member: 'name' | 'price', kind: FalseyKind): Fault {
  return {
    section: '4.2 POST',
    violates: [`products.create.${member}-required`],
    plant: fillingIn('isCompleteProduct', member, kind),
  };
}

/** Replaces one falsey stock by one. */
function spoilStock(kind: FalseyKind): Fault {
  return {
    section: '4.2 rule 2',
    violates: ['products.create.stock-default'],
    plant: wrapping('stockToCreate', ({ original }, body) =>
      body.stock === falseyValues[kind] ? 1 : original(body),
    ),
  };
}

const members = ['name', 'description', 'price', 'stock'] as const;

/** Stores one falsey value of one field in an update; SQL stores false as zero. */
function storeFalsey(field: (typeof members)[number], kind: FalseyKind): Fault {
  const rule = kind === 'absent' ? 'missing' : 'falsey';
  return {
    section: '4.2 rule 3',
    violates: [`products.update.${rule}-keeps-stored`],
    plant: wrapping('mergedField', ({ original }, product, name, body) => {
      const isStored = name === field && body[field] === falseyValues[kind];
      return isStored ? Number(body[field] ?? 0) : original(product, name, body);
    }),
  };
}

/** Never updates one field. */
function ignoreField(field: (typeof members)[number]): Fault {
  return {
    section: '4.2 PUT',
    violates: ['products.update.stores'],
    plant: wrapping('mergedField', ({ original }, product, name, body) =>
      name === field ? product[field] : original(product, name, body),
    ),
  };
}

const isBare = ({ description, stock }: Json) => description === undefined && stock === undefined;

/** Adds members to new products that have neither a description nor a stock. */
function addingToBare(members: Json): Plant {
  return receiving('createProduct', (body) => (isBare(body) ? { ...body, ...members } : body));
}

const falseyFaults: Faults = Object.fromEntries([
  ...(['name', 'price'] as const).flatMap((member) =>
    falseyKinds.map((kind) => [
      `a product is created whose ${member} is ${kind}`,
      acceptFalsey(member, kind),
    ]),
  ),
  ...falseyKinds.map((kind) => [`a stock that is ${kind} becomes one`, spoilStock(kind)]),
  ...members.flatMap((field) =>
    falseyKinds.map((kind) => [
      `an update stores a ${field} that is ${kind}`,
      storeFalsey(field, kind),
    ]),
  ),
  ...members.map((field) => [`an update ignores the ${field}`, ignoreField(field)]),
]);

const creating: Faults = {
  'a product is created with status 200': {
    section: '4.2 POST',
    violates: ['products.create.status'],
    plant: answering('createProduct', (answer) => changeStatus(answer, 201, 200)),
  },
  'a created product is answered without its id': {
    section: '4.2 POST',
    violates: ['products.create.id'],
    plant: reshaping('createProduct', (body) => without(body, 'id')),
  },
  'a created product has an id of digits in a text': {
    section: '2 products',
    violates: ['products.create.id-integer'],
    plant: reshaping('createProduct', (body) => ({ ...body, id: `${body.id}` })),
  },
  'a created product is answered without its description': {
    section: '4.2 POST',
    violates: ['products.create.echo'],
    plant: reshaping('createProduct', (body) => without(body, 'description')),
  },
  'a created product is answered with a rounded price': {
    section: '4.2 POST',
    violates: ['products.create.echo'],
    plant: reshaping('createProduct', (body) => ({
      ...body,
      price: Math.round(Number(body.price)),
    })),
  },
  'prices are stored without their last cents': {
    section: '2 products',
    violates: ['products.read.values'],
    plant: showing('productRow', (row) => ({
      ...row,
      price: typeof row.price === 'number' ? Math.floor(row.price * 10) / 10 : row.price,
    })),
  },
  'a product with a name and a price alone causes an error': {
    section: '4.2 POST',
    violates: ['products.create.status'],
    plant: wrapping('createProduct', ({ original, app }, request, body) => {
      const isFaulty = isBare(body) && app.isCompleteProduct(body);
      return isFaulty ? app.error(500, 'No values for the columns') : original(request, body);
    }),
  },
  'a product with a name and a price alone gets a stock': {
    section: '4.2 rule 2',
    violates: ['products.create.stock-default'],
    plant: addingToBare({ stock: 1 }),
  },
  'a product with a name and a price alone gets a description': {
    section: '4.2 rule 2',
    violates: ['products.create.description-as-given'],
    plant: addingToBare({ description: 'none' }),
  },
  'an empty description is answered as null': {
    section: '4.2 rule 2',
    violates: ['products.create.description-as-given'],
    plant: reshaping('createProduct', (body) => ({
      ...body,
      description: body.description || null,
    })),
  },
  'a missing description becomes an empty one': {
    section: '2 products',
    violates: ['products.create.description-as-given'],
    plant: receiving('createProduct', (body) => ({
      ...body,
      description: body.description ?? '',
    })),
  },
  'a price below one is rejected': {
    section: '4.2 POST',
    violates: ['products.create.status'],
    plant: wrapping(
      'isCompleteProduct',
      ({ original }, body) => original(body) && !(Number(body.price) < 1),
    ),
  },
  'a product without a price is rejected with 422': {
    section: '4.2 POST',
    violates: ['products.create.price-required'],
    plant: wrapping('createProduct', ({ original, app }, request, body) =>
      changeStatus(original(request, body), app.isFilled(body.name) ? 400 : 0, 422),
    ),
  },
  'a product is stored although it is rejected': {
    section: '2 products',
    violates: ['products.fields.required'],
    plant: wrapping('createProduct', ({ original, app }, request, body) => {
      const answer = original(request, body);
      const { name = '', description = null, price = 0, stock = 0 } = body;
      if (answer.status === 400) app.store.addProduct({ name, description, price, stock });
      return answer;
    }),
  },
};

/** The digits of a price with a zero after them, as some drivers show a decimal. */
const decimalText = (price: unknown) => `${price}${Number.isInteger(price) ? '.' : ''}0`;

const fields: Faults = {
  'products show the price as text': {
    section: '2 products',
    violates: ['products.fields.price-number'],
    plant: showing('productRow', (row) => ({ ...row, price: String(row.price) })),
  },
  'products show the price as text of a decimal': {
    section: '2 products',
    violates: ['products.fields.price-number'],
    plant: showing('productRow', (row) => ({ ...row, price: decimalText(row.price) })),
  },
  'a product shows whether it is in stock': {
    section: '2 products',
    violates: ['products.read.values'],
    plant: showing('productRow', (row) => ({ ...row, stock: Number(row.stock) > 0 })),
  },
  'a changed product is answered with the price as text': {
    section: '2 products',
    violates: ['products.fields.price-number'],
    plant: showing('productStored', (shown) => ({ ...shown, price: String(shown.price) })),
  },
  'products show the stock as text': {
    section: '2 products',
    violates: ['products.fields.stock-integer'],
    plant: showing('productRow', (row) => ({ ...row, stock: String(row.stock) })),
  },
  'products show the id as text': {
    section: '2 products',
    violates: ['products.fields.id-integer'],
    plant: showing('productRow', (row) => ({ ...row, id: String(row.id) })),
  },
  'a missing description is left out of a read product': {
    section: '2 products',
    violates: ['products.fields.description-null'],
    plant: showing('productRow', (row) =>
      row.description === null ? without(row, 'description') : row,
    ),
  },
  'all products are created in 1970': {
    section: '2 products',
    violates: ['products.fields.created-at'],
    plant: (app) => {
      const add = app.store.addProduct.bind(app.store);
      app.store.addProduct = (given) =>
        Object.assign(add(given), { created_at: '1970-01-01 00:00:00' });
    },
  },
  'a new product has no updated_at': {
    section: '2 products',
    violates: ['products.fields.updated-at'],
    plant: showing('productRow', (row) =>
      row.updated_at === row.created_at ? { ...row, updated_at: null } : row,
    ),
  },
  'a read product lacks updated_at': {
    section: '2 JSON representations',
    violates: ['products.read.columns'],
    plant: reshaping('readProduct', (body) => without(body, 'updated_at')),
  },
  'a read product lacks created_at': {
    section: '2 JSON representations',
    violates: ['products.read.columns'],
    plant: reshaping('readProduct', (body) => without(body, 'created_at')),
  },
};

const reading: Faults = {
  'a product is read with status 203': {
    section: '4.2 GET with id',
    violates: ['products.read.status'],
    plant: answering('readProduct', (answer) => changeStatus(answer, 200, 203)),
  },
  'a product is read inside an envelope': {
    section: '4.2 GET with id',
    violates: ['products.read.values'],
    plant: reshaping('readProduct', (data) => ({ data })),
  },
  'tabs and line ends are lost in descriptions': {
    section: '2 products',
    violates: ['products.read.values'],
    plant: showing('productRow', (row) => ({
      ...row,
      description:
        typeof row.description === 'string'
          ? row.description.replaceAll(/\s+/g, ' ')
          : row.description,
    })),
  },
  'an unknown product is an empty object': {
    section: '4.2 GET with id',
    violates: ['products.read.unknown'],
    plant: answering('readProduct', (answer) =>
      answer.status === 404 ? { ...answer, status: 200, body: '{}' } : answer,
    ),
  },
  'an unknown product is read as null': {
    section: '4.2 GET with id',
    violates: ['products.read.unknown'],
    plant: answering('readProduct', (answer) =>
      answer.status === 404 ? { ...answer, status: 200, body: 'null' } : answer,
    ),
  },
  'an unknown product is answered with 410': {
    section: '4.2 GET with id',
    violates: ['products.read.unknown'],
    plant: answering('readProduct', (answer) => changeStatus(answer, 404, 410)),
  },
};

/** Faults of single products, by their descriptions. */
export const productFaults: Faults = {
  ...creating,
  ...fields,
  ...reading,
  ...updating,
  ...deleting,
  ...falseyFaults,
};
