import type { OpenScenario } from '../../conformance/scenarios/scenario.js';

/** A scenario beside which no other one runs. */
export const undisturbed: Pick<OpenScenario, 'pause' | 'hold' | 'release' | 'isHolder' | 'atOnce'> =
  {
    pause: async () => {},
    hold: async () => () => {},
    release: () => false,
    isHolder: true,
    atOnce: (act) => act(),
  };
