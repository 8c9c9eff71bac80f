/**
 * Single faults of the conforming application. Each breaks one rule and names the violated
 * requirements; everything else stays conforming.
 */
import { answerFaults } from './faults/answers.js';
import { apiKeyFaults } from './faults/api-key.js';
import { bearerFaults } from './faults/bearer.js';
import { chosenIdFaults } from './faults/chosen-ids.js';
import type { Fault, Faults } from './faults/fault.js';
import { httpFaults } from './faults/http.js';
import { jsonFaults } from './faults/json.js';
import { listFaults } from './faults/lists.js';
import { longListFaults } from './faults/long-lists.js';
import { namesakeFaults } from './faults/namesakes.js';
import { occasionFaults } from './faults/occasions.js';
import { productFaults } from './faults/products.js';
import { rejectionFaults } from './faults/rejections.js';
import { rowFaults } from './faults/rows.js';
import { statusFaults } from './faults/statuses.js';
import { storageFaults } from './faults/storage.js';
import { suspiciousTextFaults } from './faults/suspicious-texts.js';
import { timeFaults } from './faults/times.js';
import { userFaults } from './faults/users.js';
import { valueFaults } from './faults/values.js';
import { wrongCredentialFaults } from './faults/wrong-credentials.js';

/** All faults, by their descriptions. */
export const faults: Faults = {
  ...userFaults,
  ...productFaults,
  ...listFaults,
  ...longListFaults,
  ...apiKeyFaults,
  ...bearerFaults,
  ...httpFaults,
  ...valueFaults,
  ...suspiciousTextFaults,
  ...rowFaults,
  ...chosenIdFaults,
  ...rejectionFaults,
  ...storageFaults,
  ...timeFaults,
  ...statusFaults,
  ...jsonFaults,
  ...answerFaults,
  ...namesakeFaults,
  ...occasionFaults,
  ...wrongCredentialFaults,
};

/** @throws Error for an unknown name */
export function faultNamed(name: string): Fault {
  const fault = faults[name];
  if (fault === undefined) throw new Error(`There is no fault called "${name}".`);
  return fault;
}
