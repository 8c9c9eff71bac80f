/** Sentences about the headers of an answer. */

import { headerOf } from '../../http/exchange.js';
import {
  atHeader,
  condition,
  type Expected,
  exactly,
  type Mismatch,
  mismatch,
  within,
} from '../../mismatches/mismatch.js';
import { render } from '../../mismatches/mismatch-text.js';
import { demand, type Expectation } from '../../verdict/compare.js';

import { type Challenge, challengesIn, membersOf } from '../values/header-values.js';
import { timeOf } from '../values/named-types.js';
import { holdsComparison } from '../values/order.js';
import { readPattern } from '../values/pattern.js';
import type { RegExpTemplate } from '../values/regular-expressions.js';
import { asText, fillTemplate, type JsonTemplate } from '../values/templates.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence } from '../world/sentence.js';

/** Judges the value of a header; undefined when it is absent. */
function judge(
  world: ScenarioWorld,
  name: string,
  expected: Expected | string,
  holds: (value: string | undefined) => boolean,
): void {
  const value = headerOf(world.answer.response, name);
  demand(holds(value) ? [] : [mismatch(atHeader(name), expected, value)]);
}

/** The members of a list in lower case. */
function listOf(value: string): string[] {
  return membersOf(value).map((member) => member.toLowerCase());
}

/** The challenges of a scheme in the header `WWW-Authenticate`, and the mismatch of having none. */
function challengesOf(
  world: ScenarioWorld,
  scheme: string,
): { readonly found: readonly Challenge[]; readonly missing: Mismatch } {
  const value = headerOf(world.answer.response, 'WWW-Authenticate');
  const found = challengesIn(value ?? '').filter((one) => one.scheme === scheme.toLowerCase());
  return { found, missing: mismatch(atHeader('www-authenticate'), `a challenge ${scheme}`, value) };
}

/** `Application/JSON; charset=utf-8` → `application/json` */
export function mediaTypeOf(value: string): string {
  return value.replace(/;.*/s, '').trim().toLowerCase();
}

/** `Text/HTML; Charset="UTF-8"` → `charset=utf-8` */
function parametersOf(value: string): readonly string[] {
  const [, ...parameters] = value.split(';');
  return parameters.map((one) => one.replaceAll('"', '').trim().toLowerCase());
}

/** The number that a text stands for; undefined for other texts. */
function numberOf(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The number that a text stands for, or the time of an HTTP-date. */
function quantityOf(text: string): number | undefined {
  return numberOf(text) ?? timeOf(text);
}

export const answerHeaders: readonly Sentence[] = [
  sentence('the header {header} is {json}', (world, name: string, template: JsonTemplate) => {
    const expected = asText(fillTemplate(template, world));
    judge(world, name, exactly(expected), (value) => value === expected);
  }),
  sentence('the header {header} is not {json}', (world, name: string, template: JsonTemplate) => {
    const other = asText(fillTemplate(template, world));
    const expected = `a value other than ${render(other)}`;
    judge(world, name, expected, (value) => value !== undefined && value !== other);
  }),
  sentence('the header {header} contains {json}', (world, name: string, template: JsonTemplate) => {
    const part = asText(fillTemplate(template, world));
    const expected = `a value that contains ${render(part)}`;
    judge(world, name, expected, (value) => value?.includes(part) ?? false);
  }),
  sentence('the header {header} lists {json}', (world, name: string, template: JsonTemplate) => {
    const member = asText(fillTemplate(template, world));
    const expected = `a list with ${render(member)}`;
    const holds = (value: string) => listOf(value).includes(member.toLowerCase());
    judge(world, name, expected, (value) => value !== undefined && holds(value));
  }),
  sentence(
    'the header {header} does not list {json}',
    (world, name: string, template: JsonTemplate) => {
      const member = asText(fillTemplate(template, world));
      const expected = `a list without ${render(member)}`;
      judge(world, name, expected, (value = '') => !listOf(value).includes(member.toLowerCase()));
    },
  ),
  sentence('the header {header} matches {regexp}', (world, name: string, given: RegExpTemplate) => {
    const expression = given.fill(world);
    const expected = `a value that matches ${expression}`;
    judge(world, name, expected, (value) => value !== undefined && expression.test(value));
  }),
  sentence(
    'the header {header} is {comparison} {json}',
    (world, name: string, comparison: string, template: JsonTemplate) => {
      const bound = asText(fillTemplate(template, world));
      const expected = `${comparison} ${bound}`;
      judge(world, name, expected, (value = '') =>
        holdsComparison(quantityOf(value), comparison, quantityOf(bound)),
      );
    },
  ),
  sentence('the header {header} is {type}', (world, name: string, type: Expectation) => {
    judge(world, name, type.expected, (value) => {
      return value !== undefined && (type.holds(value) || type.holds(numberOf(value)));
    });
  }),
  sentence('the header {header} is present', (world, name: string) => {
    judge(world, name, 'a value', (value) => value !== undefined);
  }),
  sentence('the header {header} is absent', (world, name: string) => {
    judge(world, name, exactly(undefined), (value) => value === undefined);
  }),
  sentence('the media type is {mediatype}', (world, type: string) => {
    const expected = `the media type ${type.toLowerCase()}`;
    judge(world, 'Content-Type', expected, (value = '') => {
      const parameters = parametersOf(value);
      const isSame = mediaTypeOf(value) === mediaTypeOf(type);
      return isSame && parametersOf(type).every((one) => parameters.includes(one));
    });
  }),
  sentence('the challenge {scheme} is present', (world, scheme: string) => {
    const { found, missing } = challengesOf(world, scheme);
    demand(found.length > 0 ? [] : [missing]);
  }),
  sentence('the challenge {scheme} is absent', (world, scheme: string) => {
    const { found, missing } = challengesOf(world, scheme);
    demand(
      found.length === 0 ? [] : [{ ...missing, expected: condition(`no challenge ${scheme}`) }],
    );
  }),
  sentence(
    'the challenge {scheme} matches {json}',
    (world, scheme: string, template: JsonTemplate) => {
      const { found, missing } = challengesOf(world, scheme);
      const pattern = readPattern(template);
      const mismatches = found.map(({ parameters: observed }) =>
        pattern(
          { place: within(atHeader('www-authenticate'), scheme), observed, sent: undefined },
          { world, isOpen: true },
        ),
      );
      const isMatched = mismatches.some((one) => one.length === 0);
      if (!isMatched) demand(mismatches[0] ?? [missing]);
    },
    'a pattern',
  ),
];
