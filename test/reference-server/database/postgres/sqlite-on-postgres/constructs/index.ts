import { changes } from './changes.js';
import type { Group } from './construct.js';
import { definitions } from './definitions.js';
import { functions } from './functions.js';
import { queries } from './queries.js';
import { values } from './values.js';

export type { Construct, Group } from './construct.js';
export { given } from './construct.js';

/** All constructs, in the order of the documentation. */
export const groups: readonly Group[] = [values, queries, changes, functions, definitions];
