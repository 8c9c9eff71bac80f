/** Sentences that have the run delete what it creates. */
import { cleanUpAsSaid, creationRule } from './clean-up.js';
import { type Sentence, sentence } from './sentence.js';

export const cleaning: readonly Sentence[] = [
  sentence('I clean up with {method} {path}', (world, method: string, path: string) => {
    cleanUpAsSaid({ method, path }, world);
  }),
  sentence(
    'I clean up with {method} {path}, shown by GET {path}',
    (world, method: string, path: string, shownBy: string) => {
      cleanUpAsSaid({ method, path, shownBy }, world);
    },
  ),
  sentence(
    'what {method} {path} creates is cleaned up with {method} {path}',
    (world, method: string, path: string, deleting: string, created: string) => {
      world.watchCreations(creationRule(method, path, { method: deleting, path: created }));
    },
  ),
];
