/** The words that steps understand in the place of values. */
import { defineParameterType } from '@cucumber/cucumber';
import { namedCredentials } from './credentials.js';
import { situationNames } from './situations.js';

/** Longer alternatives come first, so that none is cut short by another one. */
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
  transformer: (word) => (word === 'e-mail address' ? 'email' : word),
});

/** A JSON value, or `absent` for none at all. */
defineParameterType({
  name: 'value',
  regexp: /absent|null|true|false|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\]|\\.)*"|\[.*\]|\{.*\}/,
  transformer: (text) => (text === 'absent' ? undefined : JSON.parse(text)),
});

defineParameterType({ name: 'method', regexp: /GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS/ });

defineParameterType({
  name: 'credential',
  regexp: oneOf(Object.keys(namedCredentials)),
});

defineParameterType({
  name: 'situation',
  regexp: oneOf(situationNames),
});

defineParameterType({
  name: 'parameters',
  regexp:
    /the id of that (?:user|product)|a page and a limit|an unknown word|another method|other values/,
});

defineParameterType({
  name: 'listParameters',
  regexp: /no parameters|page \d+ and limit \d+|page \d+|limit \d+/,
});

defineParameterType({ name: 'view', regexp: /the answer|a read|the list/ });

defineParameterType({
  name: 'type',
  regexp: /an integer|a number|a text|null|the current time/,
});

/** The id of a requirement that a preparation builds on. */
defineParameterType({ name: 'requirement', regexp: /runtime\.[a-z-]+\.[a-z-]+/ });
