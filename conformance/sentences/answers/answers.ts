/** Sentences about an answer as a whole: its status, its body, and its conformance to OpenAPI. */
import { type Exchange, withoutQuery } from '../../http/exchange.js';
import { suiteFileOf } from '../../suite/load-suite.js';
import type { Suite } from '../../suite/suite.js';
import { demand, mismatch, render } from '../../verdict/compare.js';
import { checkAnswer } from '../../verdict/openapi-check.js';
import { loadContractDescription } from '../../verdict/openapi-description.js';
import { type Mismatch, SuiteMistake } from '../../verdict/outcomes.js';
import { demandJson } from '../values/json-path.js';
import { statusClassesInWords } from '../values/parameter-types.js';
import { readPattern } from '../values/pattern.js';
import type { RegExpTemplate } from '../values/regular-expressions.js';
import { asText, fillTemplate, type JsonTemplate, parseTemplate } from '../values/templates.js';
import { pathBelow } from '../world/own-requests.js';
import { pagesOf } from '../world/pages.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence, sentenceWithText } from '../world/sentence.js';
import { matchAgainst } from './json-values.js';

/** Whether words such as `200 or 204`, `4xx` or `a success` name a status. */
function isAmong(status: number, words: string): boolean {
  return words.split(/, | or /).some((word) => {
    const text = statusClassesInWords[word] ?? word;
    return text === String(status) || text === `${Math.floor(status / 100)}xx`;
  });
}

const statuses: readonly Sentence[] = [
  sentence('the status is {status}', (world, words: string) => {
    const { status } = world.answer.response;
    demand(isAmong(status, words) ? [] : [mismatch('status', words, status)]);
  }),
  sentence('the status is not {status}', (world, words: string) => {
    const { status } = world.answer.response;
    demand(isAmong(status, words) ? [mismatch('status', `not ${words}`, status)] : []);
  }),
];

function judgeBody(world: ScenarioWorld, template: JsonTemplate, isOpen: boolean): void {
  const pattern = readPattern(template);
  const value = demandJson(world.answer.response);
  demand(matchAgainst(pattern, { path: 'body', value, location: [] }, { world, isOpen }));
}

function judgeText(world: ScenarioWorld, expected: string, holds: (text: string) => boolean): void {
  const { body } = world.answer.response;
  demand(holds(body) ? [] : [mismatch('body', expected, body)]);
}

const bodies: readonly Sentence[] = [
  sentence(
    'the body matches {json}',
    (world, template: JsonTemplate) => {
      judgeBody(world, template, true);
    },
    'a pattern',
  ),
  sentenceWithText(
    'the body matches(:)',
    (world, text: string) => {
      judgeBody(world, parseTemplate(text), true);
    },
    'a pattern',
  ),
  sentence(
    'the body is exactly {json}',
    (world, template: JsonTemplate) => {
      judgeBody(world, template, false);
    },
    'a pattern',
  ),
  sentenceWithText(
    'the body is exactly(:)',
    (world, text: string) => {
      judgeBody(world, parseTemplate(text), false);
    },
    'a pattern',
  ),
  sentence('the body is JSON', (world) => {
    demandJson(world.answer.response);
  }),
  sentence('the body is empty', (world) => {
    judgeText(world, 'an empty body', (body) => body === '');
  }),
  sentence('the text of the body is {json}', (world, template: JsonTemplate) => {
    const expected = asText(fillTemplate(template, world));
    judgeText(world, render(expected), (body) => body === expected);
  }),
  sentence('the text of the body contains {json}', (world, template: JsonTemplate) => {
    const part = asText(fillTemplate(template, world));
    judgeText(world, `a text that contains ${render(part)}`, (body) => body.includes(part));
  }),
  sentence('the text of the body does not contain {json}', (world, template: JsonTemplate) => {
    const part = asText(fillTemplate(template, world));
    judgeText(world, `a text without ${render(part)}`, (body) => !body.includes(part));
  }),
  sentence('the text of the body matches {regexp}', (world, given: RegExpTemplate) => {
    const expression = given.fill(world);
    judgeText(world, `a text that matches ${expression}`, (body) => expression.test(body));
  }),
];

/** The sentence that needs an OpenAPI description. */
export const conformance = 'the answer conforms to the OpenAPI description';

/** @throws SuiteMistake when the suite has no OpenAPI description */
export function demandDescription(suite: Suite): string {
  if (suite.openapi !== undefined) return suite.openapi;
  throw new SuiteMistake(`${suiteFileOf(suite)} names no OpenAPI description (openapi).`);
}

function judgeByDescription(world: ScenarioWorld): void {
  const pages = pagesOf(world.answer);
  if (pages === undefined) demand(compareWithDescription(world.answer, 'body', world));
  else {
    demand(pages.flatMap((page, index) => compareWithDescription(page, `body[${index}]`, world)));
  }
}

function compareWithDescription(
  { request: { method, url }, response }: Exchange,
  body: string,
  { run: { suite, baseUrl } }: ScenarioWorld,
): readonly Mismatch[] {
  const openapi = demandDescription(suite);
  const path = withoutQuery(pathBelow(baseUrl, url) ?? '/');
  const problems = checkAnswer(loadContractDescription(openapi), { method, path }, response);
  if (problems === undefined) {
    throw new SuiteMistake(`The OpenAPI description does not describe ${method} ${path}.`);
  }
  return problems.map(({ path: pointer, message }) => ({
    path: pointer === '' ? 'answer' : `${body}${pointer.replaceAll('/', '.')}`,
    expected: 'what the OpenAPI description says',
    observed: `${response.status}: ${message}`,
  }));
}

export const answers: readonly Sentence[] = [
  ...statuses,
  ...bodies,
  sentence(conformance, judgeByDescription),
];
