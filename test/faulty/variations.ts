/**
 * What a server may do otherwise and still conform: the specification leaves it open, so none of
 * these may be accused of anything.
 */
import type { Application } from './application.js';
import { emptyObjectReply } from './raw-server.js';

/** One thing done otherwise. */
export interface Variation {
  readonly plant: (application: Application) => void;
}

/** All variations, by what a person would say of the server. */
export const variations = {
  'members in another order, with more of them': {
    plant: (app) => {
      const serialize = app.serialize;
      app.serialize = (value) =>
        serialize.call(app, JSON.parse(JSON.stringify(value), reverseMembers));
    },
  },
  'a deletion answers with the bytes of an empty object': {
    plant: (app) => {
      const transmit = app.transmit;
      app.transmit = (reply, response) => {
        if (reply.status === 204) response.socket?.end(emptyObjectReply);
        else transmit.call(app, reply, response);
      };
    },
  },
  'a preflight is answered with 200': {
    plant: (app) => {
      app.preflight = () => ({ status: 200, headers: {}, body: '' });
    },
  },
  'connections close after every answer': {
    plant: (app) => {
      const transmit = app.transmit;
      app.transmit = (reply, response) => {
        const headers = { ...reply.headers, connection: 'close' };
        transmit.call(app, { ...reply, headers }, response);
      };
    },
  },
  'a charset follows the media type': {
    plant: (app) => {
      const json = app.json;
      app.json = (status, value) => ({
        ...json.call(app, status, value),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      });
    },
  },
  'errors carry details': {
    plant: (app) => {
      app.errorBody = (message) => ({ details: { name: 'is wrong' }, error: message });
    },
  },
} satisfies Record<string, Variation>;

/** The name of one. */
export type VariationName = keyof typeof variations;

function reverseMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return { extra: 'member', ...Object.fromEntries(Object.entries(value).reverse()) };
}
