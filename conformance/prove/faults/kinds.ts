/** The table of all kinds of faults. */

import { checkKinds } from './checks.js';
import type { FaultKind } from './fault.js';
import { headerKinds } from './headers.js';
import { listKinds } from './lists.js';
import { memberKinds } from './members.js';
import { parameterKinds } from './parameters.js';
import { statusKinds } from './statuses.js';
import { timeKinds } from './times.js';
import { writeKinds } from './writes.js';

/** The kinds in the order of reports. */
export const faultKinds: readonly FaultKind[] = [
  ...statusKinds,
  ...headerKinds,
  ...memberKinds,
  ...listKinds,
  ...parameterKinds,
  ...writeKinds,
  ...checkKinds,
  ...timeKinds,
];
