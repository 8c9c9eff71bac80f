/** All ready-made sentences; `docs/sentences.md` has an example of each. */
import { defineParameterType, Given } from '../scenarios/step-definitions.js';
import { answerHeaders } from './answer-headers.js';
import { bodies } from './bodies.js';
import { cleaning } from './cleaning.js';
import { jsonValues } from './json-values.js';
import { lists } from './lists.js';
import { observing } from './observing.js';
import { openapi } from './openapi.js';
import { parameterTypes } from './parameter-types.js';
import { remembering } from './remembering.js';
import { requestHeaders } from './request-headers.js';
import { requests } from './requests.js';
import type { ScenarioWorld } from './scenario-world.js';
import type { Sentence } from './sentence.js';
import { statuses } from './statuses.js';

const judging = [...statuses, ...answerHeaders, ...jsonValues, ...lists, ...bodies, ...openapi];

/** In the order of their documentation. */
export const sentences: readonly Sentence[] = [
  ...requests,
  ...requestHeaders,
  ...judging,
  ...remembering,
  ...cleaning,
  ...observing(judging),
];

/** Defines the ready-made sentences in the collection that is open. */
export function defineSentences(): void {
  for (const type of parameterTypes) defineParameterType(type);
  for (const { pattern, act } of sentences) {
    Given(pattern, function (this: ScenarioWorld, ...parameters: never[]) {
      return act(this, parameters);
    });
  }
}
