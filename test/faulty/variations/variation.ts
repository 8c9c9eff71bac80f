/** The type of variations, and common ways to plant them. */

import type { Application } from '../application.js';
import type { Answer, ReceivedRequest } from '../exchange.js';
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
export function heading(
  headers: (request: ReceivedRequest, answer: Answer) => Record<string, string>,
): Plant {
  return answering('handle', (answer, request) => ({
    ...answer,
    headers: { ...answer.headers, ...headers(request, answer) },
  }));
}

/** Sends answers differently. */
export function transmitting(send: (...given: Parameters<Application['transmit']>) => void): Plant {
  return wrapping('transmit', ({ original }, answer, response) =>
    answer.body === undefined ? original(answer, response) : send(answer, response),
  );
}
