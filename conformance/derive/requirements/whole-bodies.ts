/** Requirements about whole bodies: what is no JSON, has nothing in it, or has a member too many. */

import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { oneLine } from '../description/values.js';
import { uniqueText } from '../examples/own-texts.js';
import { type Plan, placeholder, type Use } from '../resources/plan.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { isUsualType } from '../scenarios/sending.js';
import { bodyPointer, rememberValid, validName } from '../scenarios/valid-body.js';
import { labelOf } from './answers.js';
import { planCase } from './constraint-case.js';

/** An object with nothing in it, where the body needs at least one member of several. */
export function planEmptyObject(plan: Plan, use: Use) {
  const { body } = use.operation;
  const problems = body === undefined ? [] : schemasOf(plan.api).problems(body.schema, {});
  if (problems.length === 0 || problems.some(({ keyword }) => keyword !== 'minProperties'))
    return [];
  return planCase(plan, use, {
    ...{ rule: 'body.min-properties', pointer: bodyPointer(use), right: undefined },
    ...{ wrong: 'a value is invalid', statement: 'an empty object (minProperties)' },
    parts: { body: {} },
  });
}

/** A member that `additionalProperties: false` forbids. */
export function planUndeclared(plan: Plan, use: Use, example: unknown) {
  const extra = 'undeclared';
  const changed = { ...Object(example), [extra]: uniqueText('other') };
  const { body } = use.operation;
  const problems = body && schemasOf(plan.api).problems(body.schema, sampleOf(changed));
  const isForbidden = problems?.some(({ keyword }) => /^(additional|unevaluated)/.test(keyword));
  if (!isForbidden || Array.isArray(example)) return [];
  return planCase(plan, use, {
    ...{ rule: 'body.additional-properties', pointer: bodyPointer(use) },
    ...{ wrong: 'a value is invalid', right: undefined },
    statement: 'a body with a member that is not declared (additionalProperties)',
    ...(isUsualType(body?.mediaType ?? '')
      ? {
          parts: {
            said: `with ${placeholder(validName)} in which $.${extra} is "${uniqueText('other')}"`,
          },
          prepare: rememberValid(example),
        }
      : { parts: { body: changed } }),
  });
}

/** Bodies that are not JSON, or say that they are something else. */
export function planUnreadable(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const { body, answers } = operation;
  if (body === undefined || !/json/i.test(body.mediaType)) return [];
  const pointer = `${operation.pointer}/requestBody`;
  const malformed = planCase(plan, use, {
    ...{ rule: 'body.malformed', pointer, wrong: 'the body cannot be read', right: undefined },
    statement: 'a body that is not JSON',
    parts: { text: { mediaType: body.mediaType.replace(/\*/g, 'json'), content: '{"' } },
  });
  if (!answers.some(({ status }) => status === '415')) return malformed;
  const about = {
    ...{ rule: 'body.media-type', kind: 'constraints' as const, pointer },
    statement: `${labelOf(use)} answers 415 to a body of another media type.`,
    needs: [`${use.name}.response.status`],
  };
  return [
    ...malformed,
    ...draft(plan, use, about, (writer) => {
      const filled = writer.prepare(use);
      const text = { mediaType: 'text/plain', content: oneLine('text') ?? 'text' };
      writer
        .authorize(operation)
        .send('When', operation, filled.path, { text, query: filled.query });
      writer.expect('415');
    }),
  ];
}
