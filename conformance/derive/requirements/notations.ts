/** Requirements that the same JSON in another notation means the same (RFC 8259 §7). */
import { asObject } from '../../../kit/collections.js';
import { step } from '../description/answered-ids.js';
import { isWrittenAsJson } from '../description/description.js';
import { renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { creationBy } from '../resources/ownership.js';
import { isLater, type Plan } from '../resources/plan.js';
import { findResources, type Resource } from '../resources/resource-uses.js';
import { objectsIn, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf } from './answers.js';
import { bodyIn, expectStored, judgeValues, state, statusOf } from './stored-values.js';

/** Characters of which the notation with escape sequences is another one: the last has two of them. */
const escapable = '/é😀';

/** One place of a server reads JSON: the first creation with a fraction, which has all notations, stands for all. */
export function planNotation(plan: Plan): readonly PlannedRequirement[] {
  const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value);
  return findResources(plan)
    .filter(({ create }) => Object.values(asObject(bodyIn(plan, create, 0))).some(isFraction))
    .flatMap((resource) => planCreation(plan, resource))
    .slice(0, 1);
}

/** A creation of which each part stands in an unusual notation. */
function planCreation(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { create, reads } = resource;
  const { operation } = create;
  const usual = asObject(renameOwnTexts(bodyIn(plan, create, 0), '', 'notation'));
  const creation = creationBy(plan, operation, operation.path);
  const name = Object.keys(usual).find(
    (one) => usual[one] === uniqueText('notation') && !isId(creation?.jsonPath, one),
  );
  const isPossible = isWrittenAsJson(operation.body?.mediaType ?? '') && !isLater(operation);
  if (name === undefined || reads.length === 0 || !isPossible) return [];
  const body = { ...usual, [name]: `${usual[name]}${escapable}` };
  const shown = reads[0] && shownValues(plan, create, body, objectsIn(plan, reads[0]));
  if (shown === undefined || operation.method !== 'POST') return [];
  const about = {
    ...{ rule: 'notation', kind: state },
    statement: `${labelOf(create)} reads JSON with escape sequences, exponents and blanks.`,
    needs: [statusOf(create), `${create.name}.stored`, `${create.name}.texts`],
  };
  return draft(plan, create, about, (writer) => {
    const { path } = writer.prepare(create);
    writer.authorize(operation).cleanUpAfter(create, path);
    const mediaType = (operation.body?.mediaType ?? '').replace(/\*/g, 'json');
    writer.send('When', operation, path, { text: { mediaType, content: written(body) } });
    // A server may reject unusual letters in the text.
    writer.applyOnlyIfAccepted();
    expectStored(plan, resource, writer, path, body);
    judgeValues(writer, shown);
  });
}

function isId(jsonPath: string | undefined, name: string): boolean {
  return jsonPath?.endsWith(step(name)) ?? true;
}

/** An object in JSON with all that is seldom written. Placeholders stay. */
function written(body: object): string {
  const members = Object.entries(body).map(
    ([name, value]) => `  "${escaped(name.slice(0, 1))}${name.slice(1)}" :\t${writtenValue(value)}`,
  );
  return `{\n${members.join(' ,\n')}\n}`;
}

function writtenValue(value: unknown): string {
  if (typeof value === 'number' && !Number.isInteger(value))
    return value.toExponential().replace('e', 'E');
  const text = JSON.stringify(value);
  return text.replaceAll('/', '\\/').replace(/[^ -~]/g, escaped);
}

/** The escape sequence of each unit of a text. */
function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join('');
}
