import type { Attack } from '../attack.js';
import { answerAttacks } from './answers.js';
import { callAttacks } from './calls.js';
import { clientAttacks } from './clients.js';
import { collectionAttacks } from './collections.js';
import { controlAttacks } from './control.js';
import { jsonAttacks } from './json.js';
import { protocolAttacks } from './protocol.js';
import { requestAttacks } from './requests.js';
import { sqlAttacks } from './sql.js';
import { statementAttacks } from './statements.js';
import { streamAttacks } from './streams.js';
import { textAttacks } from './texts.js';

/** All attacks, in the order in which they run. */
export const allAttacks: readonly Attack[] = [
  ...textAttacks,
  ...collectionAttacks,
  ...controlAttacks,
  ...callAttacks,
  ...jsonAttacks,
  ...sqlAttacks,
  ...statementAttacks,
  ...requestAttacks,
  ...answerAttacks,
  ...clientAttacks,
  ...protocolAttacks,
  ...streamAttacks,
];
