/** Sentences about the body of an answer as a whole. */
import { demand, mismatch, render } from '../verdict/compare.js';
import { demandJson } from './json-path.js';
import { matchAgainst } from './json-values.js';
import { readPattern } from './patterns/pattern.js';
import type { RegExpTemplate } from './regular-expressions.js';
import type { ScenarioWorld } from './scenario-world.js';
import { type Sentence, sentence, sentenceWithText } from './sentence.js';
import { asText, fillTemplate, type JsonTemplate, parseTemplate } from './templates.js';

function judgeBody(world: ScenarioWorld, template: JsonTemplate, isOpen: boolean): void {
  const pattern = readPattern(template);
  const value = demandJson(world.answer.response);
  demand(matchAgainst(pattern, { path: 'body', value, location: [] }, { world, isOpen }));
}

function judgeText(world: ScenarioWorld, expected: string, holds: (text: string) => boolean): void {
  const { body } = world.answer.response;
  demand(holds(body) ? [] : [mismatch('body', expected, body)]);
}

export const bodies: readonly Sentence[] = [
  sentence('the body matches {json}', (world, template: JsonTemplate) => {
    judgeBody(world, template, true);
  }),
  sentenceWithText('the body matches(:)', (world, text: string) => {
    judgeBody(world, parseTemplate(text), true);
  }),
  sentence('the body is exactly {json}', (world, template: JsonTemplate) => {
    judgeBody(world, template, false);
  }),
  sentenceWithText('the body is exactly(:)', (world, text: string) => {
    judgeBody(world, parseTemplate(text), false);
  }),
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
  sentence('the text of the body matches {regexp}', (world, given: RegExpTemplate) => {
    const expression = given.fill(world);
    judgeText(world, `a text that matches ${expression}`, (body) => expression.test(body));
  }),
];
