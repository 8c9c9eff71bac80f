/** Faults of the service, each of which breaks one rule of `openapi.yaml`. */
import { answerFaults } from './faults/answers.js';
import { constraintFaults } from './faults/constraints.js';
import type { Fault } from './faults/fault.js';
import { listFaults } from './faults/lists.js';
import { securityFaults } from './faults/security.js';
import { stateFaults } from './faults/state.js';

export const faults: readonly Fault[] = [
  ...answerFaults,
  ...constraintFaults,
  ...securityFaults,
  ...stateFaults,
  ...listFaults,
];
