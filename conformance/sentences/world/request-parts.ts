/** The parts of the requests of scenarios: their names, and the headers that can be sent. */

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { messageOf } from '../../../kit/errors.js';
import { countOf } from '../../../kit/words.js';
import { containsMarker } from '../../creations/marker.js';
import { charsetOf, encodeText } from '../../http/charset.js';
import { writeJson } from '../../http/json.js';
import { SuiteMistake } from '../../verdict/outcomes.js';
import type { ScenarioRequest } from './sentence-world.js';

/** All members of a request, in the order of the guide. */
const members: Record<keyof ScenarioRequest, true> = {
  ...{ method: true, path: true, query: true, headers: true },
  ...{ json: true, text: true, bytes: true },
};

/**
 * Reads a request of a step file, whose types nothing has checked.
 *
 * @throws SuiteMistake for a member that requests do not have, which would be missing in what is
 *   sent, and for a method or a header that cannot be sent
 */
export function demandRequest(request: ScenarioRequest): void {
  const unknown = Object.keys(request).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) {
    const known = Object.keys(members).join(', ');
    throw new SuiteMistake(`A request has no member "${unknown}". Its members are: ${known}.`);
  }
  const { method, headers = {} } = request;
  if (!isValid(() => validateHeaderName(method))) {
    throw new SuiteMistake(`"${method}" is not a method.`);
  }
  for (const [name, value] of Object.entries(headers)) demandSendable(name, value);
}

/**
 * Reads the name and the value of a header that a scenario sends. The message does not repeat the
 * value, since it may be a secret.
 *
 * @throws SuiteMistake when HTTP does not allow it, or only the harness can set it
 */
export function demandSendable(name: string, value: unknown): void {
  const refuse = (reason: string) => {
    throw new SuiteMistake(`The header "${name}" cannot be sent: ${reason}.`);
  };
  if (!isValid(() => validateHeaderName(name))) refuse('this is not a name of a header');
  if (typeof value !== 'string') refuse(`its value is ${describeType(value)}, and must be a text`);
  else if (!isValid(() => validateHeaderValue(name, value))) refuse(describeCharacter(value));
  else demandFraming(name.toLowerCase(), value, refuse);
}

function isValid(validate: () => void): boolean {
  try {
    validate();
    return true;
  } catch {
    return false;
  }
}

function describeType(value: unknown): string {
  return value === null || value === undefined ? String(value) : `of the type ${typeof value}`;
}

/** The first character that no value of a header has; Node sends values in Latin-1. */
function describeCharacter(value: string): string {
  const [character = ''] = /[^\t\x20-\x7e\x80-\xff]/u.exec(value) ?? [];
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `its value contains ${JSON.stringify(character)} (U+${number}), which headers cannot transport; encode the value, or remember its base64`;
}

/** The headers that state where a request ends; wrong ones would spoil the connection. */
function demandFraming(name: string, value: string, refuse: (reason: string) => void): void {
  if (name === 'content-length') refuse('the harness states the length of the body that it sends');
  if (name === 'transfer-encoding' && !/(?:^|,)\s*chunked\s*$/i.test(value)) {
    refuse('its last coding must be "chunked", since a request could not end otherwise');
  }
}

/** @throws SuiteMistake when the body of a request does not have more bytes than a number from 1 on */
export function demandLonger(request: ScenarioRequest, bytes: number): void {
  const length = Buffer.byteLength(bodyOf(request) ?? '');
  if (bytes >= 1 && bytes < length) return;
  const place = `${request.method} ${request.path} cannot break off after ${countOf(bytes, 'byte')}`;
  throw new SuiteMistake(`${place}: its body has ${countOf(length, 'byte')}.`);
}

/**
 * The body of a request in the character set that its headers announce.
 *
 * @throws SuiteMistake when it cannot be written in it
 */
export function encodedBodyOf(
  request: ScenarioRequest,
  headers: Readonly<Record<string, string>>,
): string | Uint8Array | undefined {
  const body = bodyOf(request);
  const [, type] = Object.entries(headers).find(([name]) => /^content-type$/i.test(name)) ?? [];
  const charset = charsetOf(type);
  if (typeof body !== 'string' || charset === undefined) return body;
  try {
    return encodeText(body, charset);
  } catch (error) {
    const { method, path } = request;
    throw new SuiteMistake(`${method} ${path} cannot be sent as ${type}: ${messageOf(error)}.`);
  }
}

/** The body of a request before it is encoded. */
export function bodyOf({ json, text, bytes }: ScenarioRequest): string | Uint8Array | undefined {
  return bytes ?? (json === undefined ? text : writeJson(json));
}

/** Whether a request with these headers contains the marker. */
export function hasMarker(
  request: ScenarioRequest,
  headers: Readonly<Record<string, string>>,
  marker: string,
): boolean {
  const parts = [request.path, String(bodyOf(request) ?? ''), ...Object.values(headers)];
  return parts.some((one) => containsMarker(one, marker));
}
