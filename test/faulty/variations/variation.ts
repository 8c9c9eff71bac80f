/** The type of variations, and common ways to plant them. */

import type { Application } from '../application.js';
import type { Call, Reply } from '../exchange.js';
import { answering, type Plant, wrapping } from '../faults/fault.js';
import type { Profile } from '../profile.js';

/** A conforming variation. */
export interface Variation {
  readonly plant: Plant;
  /** The profile in which it shows. Default: `basic`. */
  readonly profile?: Profile;
  /** The number of initial users and products. */
  readonly rows?: number;
  /** Requirements to check, in addition to those for every variation. */
  readonly concerns?: readonly string[];
}

/** Adds headers to every answer. */
export function heading(headers: (call: Call, reply: Reply) => Record<string, string>): Plant {
  return answering('handle', (reply, call) => ({
    ...reply,
    headers: { ...reply.headers, ...headers(call, reply) },
  }));
}

/** Sends replies differently. */
export function transmitting(send: (...given: Parameters<Application['transmit']>) => void): Plant {
  return wrapping('transmit', ({ original }, reply, response) =>
    reply.body === undefined ? original(reply, response) : send(reply, response),
  );
}
