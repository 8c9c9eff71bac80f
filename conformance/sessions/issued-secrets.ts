/** Secrets that a target issues during a run: tokens in its answers, and credentials of logins. */

import { cut, decodePercent } from '../../kit/words.js';
import { isOwnText } from '../creations/marker.js';
import { isNumber } from '../http/exact-number.js';
import {
  type Exchange,
  jsonOf,
  type RecordedExchange,
  type SentRequest,
} from '../http/exchange.js';
import { isObject } from '../http/json.js';
import { createRedactor, type Redact } from '../http/secrets/redact.js';
import { SecretSearch } from '../http/secrets/secret-search.js';
import {
  credentialHeader,
  namesOfShown,
  type Secret,
  shortestHeaderSecret,
  variablePattern,
} from '../http/secrets/secrets.js';
import { issuedVariableOf, type Suite } from '../suite/suite.js';

/** A value that a target issued. */
export interface IssuedValue {
  readonly value: string;
  /** The credential whose login obtained it; undefined for a token that a scenario used. */
  readonly credential?: string;
}

/** The secrets issued so far in a run. */
export class IssuedSecrets {
  readonly #credentials: Secret[] = [];
  readonly #tokens: Secret[] = [];
  readonly #known = new Set<string>();
  readonly #shown: ReadonlySet<string>;

  constructor(suite: Pick<Suite, 'credentials'>) {
    this.#shown = namesOfShown(suite);
  }

  add(values: readonly IssuedValue[]): void {
    for (const { value, credential } of values) {
      if (this.#known.has(value)) continue;
      if (credential !== undefined && this.#shown.has(credential)) continue;
      this.#known.add(value);
      if (credential === undefined) {
        this.#tokens.push({ value, variable: issuedVariableOf(String(this.#tokens.length + 1)) });
      } else {
        // A cookie is issued in its encoded form.
        const forms = new Set([value, decodePercent(value)]);
        const variable = issuedVariableOf(credential);
        this.#credentials.push(...[...forms].map((one) => ({ value: one, variable })));
      }
    }
  }

  get all(): readonly Secret[] {
    return [...this.#credentials, ...this.#tokens];
  }

  /**
   * A redaction of given secrets, and of credentials that are issued before it is called. It does
   * not know the tokens, because each scenario may add one, and building a redaction is slow.
   */
  redactorWith(given: readonly Secret[]): Redact {
    let count = -1;
    let redact: Redact;
    const current = () => {
      if (count < this.#credentials.length) {
        count = this.#credentials.length;
        redact = createRedactor([...given, ...this.#credentials]);
      }
      return redact;
    };
    return (text) => current()(text);
  }
}

/** Attributes of cookies, which a scenario may copy from an answer (RFC 6265 §4.1). */
const cookieAttribute = /^(?:expires|path|domain|max-age|samesite)$/i;

/** The properties by which issued tokens are recognized. */
export interface TokenContext {
  /** The headers that the suite declares for credentials, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** The run's marker; with or without a number, it is a text of the run. */
  readonly marker: string;
  /** The values of credentials that are not secret. */
  readonly shown: ReadonlySet<string>;
  /** Redacts the secrets that are known already. */
  readonly redact: Redact;
}

/**
 * Finds the issued tokens of a scenario: texts that an answer names as secrets, and values of
 * credential headers that an earlier answer, or a shared value, contains.
 *
 * @param shared values from other scenarios
 */
export function findIssuedTokens(
  exchanges: readonly RecordedExchange[],
  shared: readonly unknown[],
  context: TokenContext,
): readonly string[] {
  const tokens = new Set(
    exchanges.flatMap(namedSecretsIn).filter((one) => mayBeToken(one, context)),
  );
  // Most scenarios use no value that may be a token, and need no texts.
  let answers: string[] | undefined;
  let read = 0;
  const answersBefore = (count: number): readonly string[] => {
    answers ??= shared.flatMap((value) => textsIn(value));
    for (; read < count; read += 1) answers.push(...textsOfAnswer(exchanges[read]));
    return answers;
  };
  for (const [index, exchange] of exchanges.entries()) {
    for (const parts of credentialsIn(exchange.request, context.headers)) {
      const found: string[] = [];
      for (const part of parts.filter((one) => mayBeToken(one, context))) {
        if (found.some((one) => one.includes(part)) || !isIn(part, answersBefore(index))) continue;
        found.push(part);
        tokens.add(part);
      }
    }
  }
  return [...tokens];
}

/**
 * Names of members that are secrets, such as `refresh_token` (RFC 6749) and `client_secret`
 * (RFC 7591). A token for the next page of a list is none.
 */
const secretName =
  /^(?!.*(?:page|next|cursor|sync|continuation)).*(?:token|secret|password|(?:api|access|private|secret)[_-]?key)$/i;

/** The words of such names, or an escape sequence that may hide one: most answers have neither. */
const wordsOfSecrets = /token|secret|password|key|\\u/i;

/** Tokens are at least as long; shorter texts may be words. */
const shortestNamed = 16;

/**
 * The secrets that a successful answer names, which later requests may send in forms or not at all.
 * A text with blanks is a description, and a URL is the place of a token.
 */
function namedSecretsIn(exchange: RecordedExchange): readonly string[] {
  if ('reason' in exchange || exchange.response.status >= 400) return [];
  if (!wordsOfSecrets.test(exchange.response.body)) return [];
  const named = textsNamedSecret(jsonOf(exchange.response)?.value);
  return named.filter((text) => text.length >= shortestNamed && !/\s|^https?:/i.test(text));
}

function textsNamedSecret(value: unknown): readonly string[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    if (typeof item !== 'string') return textsNamedSecret(item);
    return secretName.test(name) ? [item] : [];
  });
}

function textsOfAnswer(exchange: RecordedExchange | undefined): readonly string[] {
  if (exchange === undefined || 'reason' in exchange) return [];
  const { headers, body } = exchange.response;
  return [body, ...headers.map(([, value]) => value)];
}

/**
 * The texts and numbers in a value of any kind, each object once. An exchange counts only with its
 * answer, because its request may contain an invented credential.
 */
function textsIn(value: unknown, visited = new Set<unknown>()): readonly string[] {
  if (typeof value === 'string' || isNumber(value)) return [String(value)];
  if (typeof value !== 'object' || value === null || visited.has(value)) return [];
  visited.add(value);
  if ('request' in value && 'response' in value) return textsOfAnswer(value as Exchange);
  return Object.values(value).flatMap((item) => textsIn(item, visited));
}

/**
 * Whether a text can be an unknown token. A token may contain a known secret: the payload of a JWT
 * may name the user.
 */
function mayBeToken(text: string, { marker, shown, redact }: TokenContext): boolean {
  if (text.length < shortestHeaderSecret || shown.has(text)) return false;
  const redacted = redact(text);
  const rest = redacted.replace(variablePattern, '');
  if (redacted !== text && (rest.length < shortestHeaderSecret || /\s/.test(rest))) return false;
  return !isOwnText(text, marker);
}

/** Whether a text contains a token, plain or encoded. */
function isIn(token: string, texts: readonly string[]): boolean {
  if (texts.some((text) => text.includes(token))) return true;
  const search = new SecretSearch([{ value: token, variable: '' }]);
  return texts.some((text) => search.replace(text) !== text);
}

/** The values of credential headers, each with its parts, longest first. */
function credentialsIn(
  { headers }: SentRequest,
  declared: ReadonlySet<string>,
): readonly (readonly string[])[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!credentialHeader.test(name) && !declared.has(name.toLowerCase())) return [];
    return /^cookie$/i.test(name) ? value.split(';').map(partsOfCookie) : [partsOf(value)];
  });
}

function partsOfCookie(pair: string): readonly string[] {
  const [, name = '', value = ''] = /^\s*([^=]*)=(.*)$/s.exec(pair) ?? [];
  // The search for secrets finds the encoded form of a decoded text, and not the reverse.
  return cookieAttribute.test(name) ? [] : partsOf(decodePercent(value));
}

/** A value, the value without its scheme, and its parts. A hash of RFC 7616 is not a secret. */
function partsOf(value: string): readonly string[] {
  const [, scheme = '', rest = value] = /^(\S+) +(.*)$/s.exec(value) ?? [];
  if (/^digest$/i.test(scheme)) return [];
  if (/^basic$/i.test(scheme)) {
    return [cut(Buffer.from(rest, 'base64').toString(), ':')[1]];
  }
  // A word after a scheme that is too short for a secret makes none with its scheme either.
  const whole = scheme !== '' && rest.length < shortestHeaderSecret ? [] : [value];
  return [...new Set([...whole, rest, ...rest.split(/[\s,;:="]+/)])];
}
