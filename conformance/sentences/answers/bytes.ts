/** Sentences on bytes: binary bodies, files, and computations. */

import { bytesOf } from '../../http/exchange.js';
import { condition, differing, inRow, inWords, mismatch } from '../../mismatches/mismatch.js';
import { demand } from '../../verdict/compare.js';
import { Violation } from '../../verdict/outcomes.js';
import { bytesIn, type Measure, readBytes, readSuiteFile } from '../values/bytes.js';
import { Bytes, fillTemplate, type JsonTemplate } from '../values/templates.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence } from '../world/sentence.js';
import { placeIn, remember } from './remembering.js';

export const bytes: readonly Sentence[] = [
  sentence('the bytes of the body are {json}', (world, template: JsonTemplate) => {
    const expected = readBytes(fillTemplate(template, world));
    const observed = new Bytes(bytesOf(world.answer.response));
    if (expected.data.equals(observed.data)) return;
    const first = observed.data.findIndex((byte, index) => byte !== expected.data[index]);
    const from = first < 0 ? observed.data.length : first;
    const place = inRow(`body, from byte ${from}`);
    demand([differing(place, condition(`${expected}`), inWords(`${observed}`))]);
  }),
];

/** @throws Violation for a value that cannot be decoded */
function compute(measure: Measure, template: JsonTemplate, world: ScenarioWorld): unknown {
  const value = fillTemplate(template, world);
  try {
    return measure(bytesIn(value));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof URIError)) throw error;
    throw new Violation([mismatch(placeIn(template), 'a value that can be decoded', value)]);
  }
}

export const rememberingBytes: readonly Sentence[] = [
  sentence('I remember the bytes of the body as {string}', (world, name: string) => {
    remember(world, name, new Bytes(bytesOf(world.answer.response)));
  }),
  sentence('I remember the bytes {json} as {string}', (world, json: JsonTemplate, name: string) => {
    remember(world, name, readBytes(fillTemplate(json, world)));
  }),
  sentence('I remember the file {file} as {string}', (world, file: string, name: string) => {
    remember(world, name, readSuiteFile(file, world.run.suite));
  }),
  sentence(
    'I remember the {measure} of {json} as {string}',
    (world, measure: Measure, template: JsonTemplate, name: string) => {
      remember(world, name, compute(measure, template, world));
    },
  ),
];
