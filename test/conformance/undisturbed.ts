import type { OpenScenario } from '../../conformance/scenarios/scenario-run.js';

/** A scenario beside which no other one runs. */
export const undisturbed: Pick<OpenScenario, 'pause' | 'hold' | 'atOnce'> = {
  pause: async () => {},
  hold: async () => () => {},
  atOnce: (act) => act(),
};
