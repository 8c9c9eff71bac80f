/** The parameter types of steps, beside those of the ready-made sentences. */
import {
  aNumber,
  anInteger,
  aText,
  defineParameterType,
  type Exchange,
  Expectation,
} from '../conformance/index.js';
import { situationNames } from './api/errors/situations.js';
import { memberNamed, parseValue } from './api/requests/bodies.js';
import { listParameters, otherParameters } from './api/requests/queries.js';
import { theCurrentTime } from './api/values/clock.js';
import { notations } from './api/values/notations.js';
import { namedCredentials } from './world/credentials.js';

/** Longer alternatives come first, so that no other one matches their beginning. */
function oneOf(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(escaped.sort((a, b) => b.length - a.length).join('|'));
}

defineParameterType({
  name: 'resource',
  regexp: /user|product/,
  transformer: (word) => (word === 'user' ? 'users' : 'products'),
});

defineParameterType({ name: 'resources', regexp: /users|products/ });

defineParameterType({
  name: 'member',
  regexp: /id|name|e-mail address|description|price|stock|created_at|updated_at/,
  transformer: memberNamed,
});

/** A JSON value, or `absent` for undefined. */
defineParameterType({
  name: 'value',
  regexp: /absent|null|true|false|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\]|\\.)*"|\[.*\]|\{.*\}/,
  transformer: parseValue,
});

defineParameterType({ name: 'namedCredential', regexp: oneOf(Object.keys(namedCredentials)) });

defineParameterType({ name: 'situation', regexp: oneOf(situationNames) });

defineParameterType({ name: 'notation', regexp: oneOf(Object.keys(notations)) });

defineParameterType({ name: 'parameters', regexp: oneOf(Object.keys(otherParameters)) });

defineParameterType({
  name: 'listParameters',
  regexp: /no parameters|page \d+ and limit \d+|page \d+|limit \d+/,
  transformer: listParameters,
});

defineParameterType({ name: 'pageNumber', regexp: /page|limit/ });

/** Null for no content type. */
defineParameterType({
  name: 'contentType',
  regexp: /no content type|the content type (\S+)/,
  transformer: (type?: string) => type ?? null,
});

defineParameterType({ name: 'view', regexp: /the answer|a read|the list/ });

const aNull = new Expectation('null', (value) => value === null);

/** The expectation of a member, given the answer that shows it. */
const memberTypes: Readonly<Record<string, (answer: Exchange) => Expectation>> = {
  'an integer': () => anInteger,
  'a number': () => aNumber,
  'a text': () => aText,
  null: () => aNull,
  'the current time': theCurrentTime,
};

defineParameterType({
  name: 'memberType',
  regexp: oneOf(Object.keys(memberTypes)),
  transformer: (name) => memberTypes[name],
});

/** The id of the requirement behind a preparation. */
defineParameterType({ name: 'requirement', regexp: /runtime\.[a-z-]+\.[a-z-]+/ });
