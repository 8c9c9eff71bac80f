/** The answers of a conforming server, and its check of credentials. */
import type { Answer, ReceivedRequest } from './exchange.js';
import type { Profile } from './profile.js';
import { currentTimestamp, type Key, type Session, Store } from './store.js';

/** Any JSON object. */
export type Json = Record<string, unknown>;

/** Writes answers, and rejects callers without a valid credential. */
export class Guard {
  readonly profile: Profile;
  readonly store: Store;

  constructor(profile: Profile, store = new Store()) {
    this.profile = profile;
    this.store = store;
  }

  // Answers

  json(status: number, value: unknown): Answer {
    return {
      status,
      headers: { 'content-type': 'application/json' },
      body: this.serialize(value),
    };
  }

  serialize(value: unknown): string {
    return JSON.stringify(value);
  }

  error(status: number, message: string): Answer {
    return this.json(status, this.errorBody(message));
  }

  errorBody(message: string): Json {
    return { error: message };
  }

  notFound(_request: ReceivedRequest): Answer {
    return this.error(404, 'Not found');
  }

  invalidRequest(_request: ReceivedRequest): Answer {
    return this.error(404, 'Invalid request');
  }

  empty(): Answer {
    return { status: 204, headers: {}, body: undefined };
  }

  // Credentials, §5

  isGuarded(path: string): boolean {
    return this.profile !== 'basic' || path === '/api/products';
  }

  rejectCaller(request: ReceivedRequest): Answer | undefined {
    return this.profile === 'bearer' ? this.rejectToken(request) : this.rejectKey(request);
  }

  rejectKey(request: ReceivedRequest): Answer | undefined {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || key === '') return this.missingKey();
    const known = this.store.keys.some((row) => this.isUsableKey(row, key));
    return known ? undefined : this.invalidKey();
  }

  isUsableKey(row: Key, key: string): boolean {
    return row.key === key && row.active === 1;
  }

  missingKey(): Answer {
    return this.error(401, 'An API key is required');
  }

  invalidKey(): Answer {
    return this.error(401, 'This API key is not valid');
  }

  rejectToken(request: ReceivedRequest): Answer | undefined {
    const header = request.headers.authorization;
    if (header === undefined || header === '') return this.missingToken();
    const token = this.tokenOf(header);
    if (token === undefined) return this.malformedToken();
    const known = this.store.sessions.some((row) => this.isUsableSession(row, token));
    return known ? undefined : this.invalidToken();
  }

  /** The token of a well-formed header. */
  tokenOf(header: string): string | undefined {
    const [scheme, token, ...rest] = header.split(' ');
    return scheme === 'Bearer' && rest.length === 0 ? token : undefined;
  }

  isUsableSession(row: Session, token: string): boolean {
    return row.token === token && row.expires_at > currentTimestamp();
  }

  missingToken(): Answer {
    return this.error(401, 'A bearer token is required');
  }

  malformedToken(): Answer {
    return this.error(401, 'The authorization header is malformed');
  }

  invalidToken(): Answer {
    return this.error(401, 'This token is invalid or expired');
  }
}
