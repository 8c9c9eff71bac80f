/** The suite that `init` writes without an OpenAPI description: two requirements, to be replaced. */
import type { PlannedRequirement } from './scenarios.js';

const tag = 'First requirements';

export const exampleRequirements: readonly PlannedRequirement[] = [
  {
    ...{ id: 'home.read.success', tag, needs: [], exercises: [], unfinished: undefined },
    statement: 'GET / answers with a success.',
    title: 'The home page is there',
    steps: [
      { kind: 'When', text: 'I send GET /' },
      { kind: 'Then', text: 'the status is a success' },
    ],
  },
  {
    ...{ id: 'home.unknown.status', tag, needs: [], exercises: [], unfinished: undefined },
    statement: 'A path that nothing is found at answers 404.',
    title: 'An unknown path',
    steps: [
      { kind: 'When', text: `I send GET /${'$'}{unique}` },
      { kind: 'Then', text: 'the status is 404' },
    ],
  },
];
