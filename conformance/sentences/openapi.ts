/** The sentence that holds an answer against the suite's OpenAPI description. */
import { SuiteMistake } from '../outcomes.js';
import { suiteFileOf } from '../suite/load-suite.js';
import { demand } from '../verdict/compare.js';
import { checkAnswer } from '../verdict/openapi-check.js';
import { loadDescription } from '../verdict/openapi-description.js';
import { pathBelow } from './paths.js';
import type { ScenarioWorld } from './scenario-world.js';
import { type Sentence, sentence } from './sentence.js';

function judgeByDescription(world: ScenarioWorld): void {
  const { suite, baseUrl } = world.run;
  if (suite.openapi === undefined) {
    throw new SuiteMistake(`${suiteFileOf(suite)} names no OpenAPI description (openapi).`);
  }
  const { request, response } = world.answer;
  const path = (pathBelow(baseUrl, request.url) ?? '/').replace(/\?.*$/s, '');
  const { method } = request;
  const problems = checkAnswer(loadDescription(suite.openapi), { method, path }, response);
  if (problems === undefined) {
    throw new SuiteMistake(`The OpenAPI description says nothing of ${method} ${path}.`);
  }
  demand(
    problems.map(({ path: pointer, message }) => ({
      path: pointer === '' ? 'answer' : `body${pointer.replaceAll('/', '.')}`,
      expected: 'what the OpenAPI description says',
      observed: `${response.status}: ${message}`,
    })),
  );
}

export const openapi: readonly Sentence[] = [
  sentence('the answer conforms to the OpenAPI description', judgeByDescription),
];
