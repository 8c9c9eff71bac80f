import type { Attack } from '../attack.js';
import { clientAttacks } from './clients.js';
import { collectionAttacks } from './collections.js';
import { controlAttacks } from './control.js';
import { jsonAttacks } from './json.js';
import { protocolAttacks } from './protocol.js';
import { requestAttacks } from './requests.js';
import { sqlAttacks } from './sql.js';
import { textAttacks } from './texts.js';

/** All attacks, in the order in which they run. */
export const allAttacks: readonly Attack[] = [
  ...textAttacks,
  ...collectionAttacks,
  ...controlAttacks,
  ...jsonAttacks,
  ...sqlAttacks,
  ...requestAttacks,
  ...clientAttacks,
  ...protocolAttacks,
];
