/** Sentences about an answer as a whole: its status, its body, and its conformance to OpenAPI. */

import { type Exchange, withoutQuery } from '../../http/exchange.js';
import {
  allowsStatus,
  atStatus,
  type Expected,
  exactly,
  inBody,
  type Mismatch,
  mismatch,
  type Place,
  within,
} from '../../mismatches/mismatch.js';
import { render } from '../../mismatches/mismatch-text.js';
import { suiteFileOf } from '../../suite/load-suite.js';
import type { Suite } from '../../suite/suite.js';
import { demand } from '../../verdict/compare.js';
import { checkAnswer, checkHeaders } from '../../verdict/openapi-check.js';
import { loadContractDescription } from '../../verdict/openapi-description.js';
import { SuiteMistake } from '../../verdict/outcomes.js';
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

/** Words such as `200 or 204`, `4xx` or `a success` as an expectation. */
function readStatuses(words: string, isExcluded: boolean): Expected {
  const statuses = words.split(/, | or /).map((word) => statusClassesInWords[word] ?? word);
  return { is: 'status', statuses, isExcluded };
}

function judgeStatus({ answer: { response } }: ScenarioWorld, expected: Expected): void {
  const { status } = response;
  demand(allowsStatus(expected, status) ? [] : [mismatch(atStatus, expected, status)]);
}

/** Demands one of the statuses that words name. */
export function judgeStatuses(world: ScenarioWorld, words: string): void {
  judgeStatus(world, readStatuses(words, false));
}

const statuses: readonly Sentence[] = [
  sentence('the status is {status}', judgeStatuses),
  sentence('the status is not {status}', (world, words: string) => {
    judgeStatus(world, readStatuses(words, true));
  }),
];

function judgeBody(world: ScenarioWorld, template: JsonTemplate, isOpen: boolean): void {
  const pattern = readPattern(template);
  const value = demandJson(world.answer.response);
  demand(matchAgainst(pattern, { place: inBody(), value, location: [] }, { world, isOpen }));
}

function judgeText(
  world: ScenarioWorld,
  expected: Expected | string,
  holds: (text: string) => boolean,
): void {
  const { body } = world.answer.response;
  demand(holds(body) ? [] : [mismatch(inBody(), expected, body)]);
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
    judgeText(world, exactly(expected), (body) => body === expected);
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

/** The sentence about the headers that needs one. */
export const headerConformance = 'the headers conform to the OpenAPI description';

/** @throws SuiteMistake when the suite has no OpenAPI description */
export function demandDescription(suite: Suite): string {
  if (suite.openapi !== undefined) return suite.openapi;
  throw new SuiteMistake(`${suiteFileOf(suite)} names no OpenAPI description (openapi).`);
}

function judgeByDescription(world: ScenarioWorld): void {
  const pages = pagesOf(world.answer);
  if (pages === undefined) demand(compareWithDescription(world.answer, inBody(), world));
  else demand(pages.flatMap((page, index) => compareWithDescription(page, inBody(index), world)));
}

/** The mismatches between the headers of the latest answer and the description. */
function judgeHeaders(world: ScenarioWorld): void {
  const {
    request: { method, url },
    response,
  } = world.answer;
  const { suite, baseUrl } = world.run;
  const path = withoutQuery(pathBelow(baseUrl, url) ?? '/');
  const description = loadContractDescription(demandDescription(suite));
  const problems = checkHeaders(description, { method, path }, response);
  if (problems === undefined) {
    throw new SuiteMistake(
      `The OpenAPI description does not describe ${method} ${path} with ${response.status}.`,
    );
  }
  demand(problems.map(({ place, expected, observed }) => mismatch(place, expected, observed)));
}

/**
 * The mismatches between an answer and the description.
 *
 * @throws SuiteMistake when the description does not describe the request
 */
export function compareWithDescription(
  { request: { method, url }, response }: Exchange,
  body: Place,
  { run: { suite, baseUrl } }: ScenarioWorld,
): readonly Mismatch[] {
  const openapi = demandDescription(suite);
  const path = withoutQuery(pathBelow(baseUrl, url) ?? '/');
  const problems = checkAnswer(loadContractDescription(openapi), { method, path }, response);
  if (problems === undefined) {
    throw new SuiteMistake(`The OpenAPI description does not describe ${method} ${path}.`);
  }
  return problems.map(({ place, expected, observed }) =>
    mismatch(place.part === 'body' ? within(body, ...place.location) : place, expected, observed),
  );
}

export const answers: readonly Sentence[] = [
  ...statuses,
  ...bodies,
  sentence(conformance, judgeByDescription),
  sentence(headerConformance, judgeHeaders),
];
