/** Logins: the requests of `suite.yaml` by which the target issues credentials. */

import { ownMember } from '../../../kit/collections.js';
import type { Exchange } from '../../http/exchange.js';
import { TargetFailure, TargetGone } from '../../http/target-failure.js';
import { atStatus, mismatch, oneOfStatuses } from '../../mismatches/mismatch.js';
import type { LoginFailure, OpenScenario } from '../../scenarios/scenario.js';
import type { CredentialDescription, Login } from '../../suite/suite.js';

import { Blocked, Violation } from '../../verdict/outcomes.js';
import { Path, valueInAnswer } from '../values/json-path.js';
import { fillTemplate, placeOfValue, replacePlaceholders } from '../values/templates.js';
import { isLasting, noteKept, recordDeletion } from '../world/recorded-deletions.js';
import { ScenarioWorld } from '../world/scenario-world.js';
import type { ScenarioRequest } from '../world/sentence-world.js';

/** The prefix of placeholders that stand for credentials. */
const credentialPrefix = 'credential:';

/** Whether the token of a login is a JSONPath, and not a text with placeholders. */
export function isJsonPath(token: string): boolean {
  return token.startsWith('$') && !token.startsWith('${');
}

/** Websites answer the form of a login with a redirection that sets a cookie. */
const firstFailure = (token: string): number => (isJsonPath(token) ? 300 : 400);

/** The credentials that a login needs, by name. */
export function credentialsIn(login: Login): readonly string[] {
  return placeholdersIn(login).flatMap((name) =>
    name.startsWith(credentialPrefix) ? [name.slice(credentialPrefix.length)] : [],
  );
}

/** The names of all placeholders in the request of a login. */
export function placeholdersIn({ request, headers, json, form }: Login): readonly string[] {
  const names: string[] = [];
  const text = [request.path, ...Object.values(headers), JSON.stringify([json, form])].join('\n');
  replacePlaceholders(text, (name) => {
    names.push(name);
    return '';
  });
  return names;
}

/**
 * Sends the logins of all missing credentials, each after those whose credentials it needs.
 *
 * @param scenario the context of the requests
 * @param credentials the credentials of the scenario's run, to which the issued ones are added
 * @returns the failures by the names of the credentials
 */
export async function logIn(
  scenario: OpenScenario,
  credentials: Record<string, string>,
): Promise<ReadonlyMap<string, LoginFailure>> {
  const failures = new Map<string, LoginFailure>();
  const world = new ScenarioWorld();
  world.begin(scenario);
  for (const one of inOrder(scenario.run.suite.credentials)) {
    const { name, login } = one;
    if (login === undefined || ownMember(credentials, name) !== undefined) continue;
    const issuing = new Issuing(world, one, login);
    try {
      credentials[name] = await issuing.issue();
    } catch (error) {
      failures.set(name, { error: issuing.explain(error), exchange: issuing.exchange });
    }
  }
  return failures;
}

/** Credentials after those that their logins need; lint rejects circles. */
function inOrder(
  credentials: readonly CredentialDescription[],
): ReadonlySet<CredentialDescription> {
  const ordered = new Set<CredentialDescription>();
  const visited = new Set<CredentialDescription>();
  const visit = (one: CredentialDescription): void => {
    if (visited.has(one)) return;
    visited.add(one);
    const needed = one.login === undefined ? [] : credentialsIn(one.login);
    for (const other of credentials) if (needed.includes(other.name)) visit(other);
    ordered.add(one);
  };
  for (const one of credentials) visit(one);
  return ordered;
}

/** One login. */
class Issuing {
  readonly #world: ScenarioWorld;
  readonly #credential: CredentialDescription;
  readonly #login: Login;
  #exchange: Exchange | undefined;

  constructor(world: ScenarioWorld, credential: CredentialDescription, login: Login) {
    this.#world = world;
    this.#credential = credential;
    this.#login = login;
  }

  /** The request with its answer; undefined when there was none. */
  get exchange(): Exchange | undefined {
    return this.#exchange;
  }

  /** Sends the request and returns the credential. */
  async issue(): Promise<string> {
    const request = this.#describeRequest();
    this.#exchange = await this.#world.sendUnchecked(request);
    const { status } = this.#exchange.response;
    const { token } = this.#login;
    const isInBody = isJsonPath(token);
    if (status >= firstFailure(token)) {
      throw new Violation([mismatch(atStatus, oneOfStatuses('2xx'), status)]);
    }
    const value = isInBody ? valueInAnswer(new Path(token), this.#world) : this.#world.fill(token);
    if (typeof value === 'object' || value === '') {
      throw new Violation([mismatch(placeOfValue(token), 'a token', value)]);
    }
    this.#noteCreation(String(value));
    if (isLasting(request, this.#world.run.suite)) noteKept(request, this.#world);
    return String(value);
  }

  #describeRequest(): ScenarioRequest {
    const { request, headers, json, form } = this.#login;
    const fill = (values: Readonly<Record<string, string>>) =>
      Object.entries(values).map(([name, value]) => [name, this.#world.fill(value)] as const);
    const type = form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
    return {
      method: request.method,
      path: this.#world.fillPath(request.path),
      headers: { ...type, ...Object.fromEntries(fill(headers)) },
      ...(json === undefined ? {} : { json: fillTemplate(json, this.#world) }),
      ...(form === undefined
        ? {}
        : { text: new URLSearchParams(Object.fromEntries(fill(form))).toString() }),
    };
  }

  /** Records the deletion of what the login created, with the credential in its header. */
  #noteCreation(value: string): void {
    const { cleanup } = this.#login;
    if (cleanup === undefined) return;
    const { header } = this.#credential;
    const setHeader = (text: string | undefined) =>
      header && this.#world.setHeader(header.name, text);
    setHeader(header?.value.replaceAll('${value}', () => value));
    recordDeletion(cleanup, this.#world);
    setHeader(undefined);
  }

  /** The outcome of scenarios that use the credential: blocked when the target is the reason. */
  explain(thrown: unknown): Error {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const isOfTarget = error instanceof Violation || error instanceof TargetFailure;
    if (!isOfTarget || error instanceof TargetGone) return error;
    const { method, path } = this.#login.request;
    const status = this.#exchange?.response.status;
    let reason = status === undefined ? 'had no answer' : `was answered with ${status}`;
    if (status === undefined || status < firstFailure(this.#login.token))
      reason += `: ${error.message}`;
    const { name } = this.#credential;
    return new Blocked([], `the credential "${name}" is missing: ${method} ${path} ${reason}`);
  }
}
