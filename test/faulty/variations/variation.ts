/** What a variation is, and the usual ways to plant one. */

import type { Application } from '../application.js';
import type { Call, Reply } from '../exchange.js';
import { answering, type Plant, wrapping } from '../faults/fault.js';
import type { Profile } from '../profile.js';

/** One thing done otherwise. */
export interface Variation {
  readonly plant: Plant;
  /** Where it shows, unless in `basic`. */
  readonly profile?: Profile;
  /** How many users and products are there before the check. */
  readonly rows?: number;
  /** Requirements that meet it, beside those that every variation is tried with. */
  readonly concerns?: readonly string[];
}

/** Sends headers with every answer. */
export function heading(headers: (call: Call, reply: Reply) => Record<string, string>): Plant {
  return answering('handle', (reply, call) => ({
    ...reply,
    headers: { ...reply.headers, ...headers(call, reply) },
  }));
}

/** Puts replies on the wire otherwise. */
export function transmitting(send: (...given: Parameters<Application['transmit']>) => void): Plant {
  return wrapping('transmit', ({ original }, reply, response) =>
    reply.body === undefined ? original(reply, response) : send(reply, response),
  );
}
