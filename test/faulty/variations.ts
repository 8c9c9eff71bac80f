/**
 * What a server may do otherwise and still conform: the specification leaves it open, so none of
 * these may be accused of anything.
 */
import { bodies, cors } from './variations/answers.js';
import { connections } from './variations/connections.js';
import { rows } from './variations/rows.js';
import { unspecified } from './variations/unspecified.js';

/** All variations, by what a person would say of the server. */
export const variations = { ...bodies, ...connections, ...cors, ...rows, ...unspecified };

/** The name of one. */
export type VariationName = keyof typeof variations;
