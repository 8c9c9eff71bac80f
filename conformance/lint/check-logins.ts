/** Finds mistakes in the logins of `suite.yaml` that would keep credentials from being issued. */

import { messageOf } from '../../kit/errors.js';
import { cut } from '../../kit/words.js';
import { credentialsIn, isJsonPath, placeholdersIn } from '../sentences/requests/logins.js';
import { Path } from '../sentences/values/json-path.js';
import { isFromAnswer, isUnique, replacePlaceholders } from '../sentences/values/templates.js';
import { placesIn } from '../suite/load-suite.js';
import type { CredentialDescription, Login, Suite } from '../suite/suite.js';
import { findingAt, type LintFinding } from './finding.js';

/** Unknown names, unreadable JSONPaths, two bodies, and logins that need each other. */
export function checkLogins(suite: Suite): readonly LintFinding[] {
  return suite.credentials.flatMap((one) => {
    const { name, login } = one;
    if (login === undefined) return [];
    const mistakes = [
      ...findUnknownNames(login, suite),
      ...findUnreadablePaths(login),
      ...findOtherValues(login),
      ...(login.json !== undefined && login.form !== undefined
        ? ['json and form exclude each other.']
        : []),
      ...findCircle(one, suite),
    ];
    const key = ['credentials', name, 'login'];
    return mistakes.map((one) => findingAt(placesIn(suite)(key), `${key.join('.')}: ${one}`));
  });
}

function findUnknownNames(login: Login, { credentials, parameters }: Suite): readonly string[] {
  const known = { credential: credentials, parameter: parameters };
  return placeholdersIn(login).flatMap((placeholder) => {
    const [kind, name] = cut(placeholder, ':');
    if (isUnique(placeholder) || placeholder === 'profile') return [];
    const named = kind === 'credential' || kind === 'parameter' ? known[kind] : undefined;
    if (named === undefined) return [`\${${placeholder}} has no value in a login.`];
    return named.some((one) => one.name === name) ? [] : [`there is no ${kind} "${name}".`];
  });
}

function findUnreadablePaths({ token, cleanup }: Login): readonly string[] {
  const paths = isJsonPath(token) ? [token] : [];
  replacePlaceholders(`${isJsonPath(token) ? '' : token} ${cleanup?.path ?? ''}`, (name) => {
    if (name.startsWith('$')) paths.push(name);
    return '';
  });
  return paths.flatMap((path) => {
    try {
      new Path(path);
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
}

/** Placeholders of a token that take no value from the answer. */
function findOtherValues({ token }: Login): readonly string[] {
  const others: string[] = [];
  replacePlaceholders(isJsonPath(token) ? '' : token, (name) => {
    if (!isFromAnswer(name)) others.push(`token: \${${name}} takes no value from the answer.`);
    return '';
  });
  return others;
}

/** The names in a circle of logins, from a credential back to itself. */
function findCircle(start: CredentialDescription, { credentials }: Suite): readonly string[] {
  const follow = (one: CredentialDescription, way: readonly string[]): readonly string[] => {
    for (const name of one.login === undefined ? [] : credentialsIn(one.login)) {
      const next = credentials.find((other) => other.name === name);
      if (name === start.name) return [...way, name];
      if (next === undefined || way.includes(name)) continue;
      const circle = follow(next, [...way, name]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  const circle = follow(start, [start.name]);
  return circle.length === 0 ? [] : [`the login needs itself: ${circle.join(' → ')}.`];
}
