import type { OpenScenario } from '../../conformance/scenarios/scenario.js';

/** A scenario beside which no other one runs. */
export const undisturbed: Pick<OpenScenario, 'pause' | 'hold' | 'release' | 'atOnce'> = {
  pause: async () => {},
  hold: async () => () => {},
  release: () => false,
  atOnce: (act) => act(),
};
