/** Conforming variations of open points of the specification. The suite must not accuse any of them. */
import { bodies, cors } from './variations/answers.js';
import { connections } from './variations/connections.js';
import { rows } from './variations/rows.js';
import { unspecified } from './variations/unspecified.js';

/** All variations, by their descriptions. */
export const variations = { ...bodies, ...connections, ...cors, ...rows, ...unspecified };

/** The name of a variation. */
export type VariationName = keyof typeof variations;
