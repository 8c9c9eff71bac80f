/** The credentials of scenarios: valid, missing and slightly wrong ones. */
import { type CheckRun, NotTested, swapCase } from '../../conformance/index.js';
import type { Credential, Resource } from './service.js';

export const noCredential: Credential = {};

/**
 * The name of the credential that the declared profile requires for the resource (§4, §5); undefined
 * when it requires none.
 */
export function credentialName(
  { profile }: CheckRun,
  resource: string,
): 'api-key' | 'bearer-token' | undefined {
  if (profile === 'basic' && resource === 'users') return undefined;
  return profile === 'bearer' ? 'bearer-token' : 'api-key';
}

/**
 * The credential that the declared profile requires for the resource.
 *
 * @throws NotTested when the operator did not supply it
 */
export function validCredential(run: CheckRun, resource: Resource): Credential {
  const name = credentialName(run, resource);
  if (name === undefined) return noCredential;
  return name === 'bearer-token' ? authorization(`Bearer ${bearerToken(run)}`) : key(apiKey(run));
}

/** The requirement that a valid credential is accepted, for the resource and profile. */
export function acceptanceOf(run: CheckRun, resource: Resource): string {
  if (run.profile === 'bearer') return 'auth.bearer.accepted';
  if (resource === 'products') return 'auth.api-key.accepted';
  return run.profile === 'basic' ? 'auth.users.open' : 'auth.users-api-key.accepted';
}

/** The requirement that a request without a credential is rejected. */
export function rejectionOf(run: CheckRun, resource: Resource): string {
  if (run.profile === 'bearer') return 'auth.bearer.missing';
  return resource === 'products' ? 'auth.api-key.missing' : 'auth.users-api-key.missing';
}

/** The requirements that requests without a credential, or with a wrong one, are rejected. */
export function rejectionsOf(run: CheckRun, resource: Resource): readonly string[] {
  const missing = rejectionOf(run, resource);
  const rules = run.profile === 'bearer' ? ['expired', 'scheme', 'two-parts'] : ['inactive'];
  return [missing, ...['unknown', ...rules].map((rule) => missing.replace('missing', rule))];
}

/** The requirement about the body of a 401. */
export function errorBodyOf(run: CheckRun, resource: Resource): string {
  return rejectionOf(run, resource).replace('missing', 'error-body');
}

function supplied(value: string | undefined, option: string): string {
  if (value === undefined) throw new NotTested(option);
  return value;
}

/** The option for the credential of the declared profile. */
export function credentialOption({ profile }: CheckRun): string {
  return profile === 'bearer' ? '--bearer-token' : '--api-key';
}

const apiKey = (run: CheckRun) => supplied(run.credentials['api-key'], '--api-key');
const bearerToken = (run: CheckRun) => supplied(run.credentials['bearer-token'], '--bearer-token');

const key = (value: string): Credential => ({ headers: { 'X-API-Key': value } });
const authorization = (value: string): Credential => ({ headers: { Authorization: value } });

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The credentials of the scheme Basic (RFC 7617 §2). */
const basic = (userAndPassword: string) => `Basic ${base64(userAndPassword)}`;

/** Appends a letter when the text has no letter. */
function inOtherCase(text: string): string {
  const swapped = swapCase(text);
  return swapped === text ? `${text}x` : swapped;
}

/** Replaces the last character with an SQL wildcard. */
function withWildcard(text: string): string {
  return `${text.slice(0, -1)}${text.endsWith('_') ? '%' : '_'}`;
}

// Other places where a server may look for a credential; one request uses all of them.

const namesOfKeys = ['x-api-key', 'X-API-Key', 'api_key', 'api-key', 'apiKey', 'apikey', 'key'];
const headersForKeys = ['Api-Key', 'ApiKey', 'X-Api-Token', 'X-Auth-Token', 'X-Access-Token'];
const namesOfTokens = ['token', 'access_token', 'authorization', 'Authorization', 'bearer'];

const pairs = (names: readonly string[], value: string) =>
  names.map((name) => [name, value] as const);

const named = (names: readonly string[], value: string) => Object.fromEntries(pairs(names, value));

const cookies = (names: readonly string[], value: string) =>
  names.map((name) => `${name}=${value}`).join('; ');

const invented = (run: CheckRun) => `touchstone-${run.marker}-${run.nextNumber()}`;

/** An unknown credential of the profile's kind. */
const unknown = (run: CheckRun) =>
  run.profile === 'bearer' ? authorization(`Bearer ${invented(run)}`) : key(invented(run));

/**
 * An inactive key or an expired token; an unknown credential when the operator supplied none. The
 * requirement about such credentials reports the missing option.
 */
function inactiveOrExpired(run: CheckRun): Credential {
  const name = run.profile === 'bearer' ? 'expired-bearer-token' : 'inactive-api-key';
  const value = run.credentials[name];
  if (value === undefined) return unknown(run);
  return run.profile === 'bearer' ? authorization(`Bearer ${value}`) : key(value);
}

/** All credentials, by their names in features. */
export const namedCredentials = {
  'no credential': () => noCredential,
  'an unknown key or token': unknown,
  'an inactive key or an expired token': inactiveOrExpired,

  'the API key': (run) => key(apiKey(run)),
  'the API key in "x-api-key"': (run) => ({ headers: { 'x-api-key': apiKey(run) } }),
  'the API key in "X-API-KEY"': (run) => ({ headers: { 'X-API-KEY': apiKey(run) } }),
  'the API key in "x-Api-Key"': (run) => ({ headers: { 'x-Api-Key': apiKey(run) } }),
  'an empty API key': () => key(''),
  'an invented API key': (run) => key(invented(run)),
  'the API key with swapped case': (run) => key(inOtherCase(apiKey(run))),
  'the API key without its last character': (run) => key(apiKey(run).slice(0, -1)),
  'the API key without its first character': (run) => key(apiKey(run).slice(1)),
  'the API key and one character more': (run) => key(`${apiKey(run)}0`),
  'the API key with SQL around it': (run) => key(`${apiKey(run)}' OR '1'='1`),
  'a wildcard as API key': () => key('%'),
  'a pattern as API key': () => key('.*'),
  'the word "constructor" as API key': () => key('constructor'),
  'the word "null" as API key': () => key('null'),
  'the API key with a wildcard at its end': (run) => key(withWildcard(apiKey(run))),
  'the API key twice, with a comma between': (run) => key(`${apiKey(run)}, ${apiKey(run)}`),
  'the API key in quotes': (run) => key(`"${apiKey(run)}"`),
  'the API key after "Bearer"': (run) => key(`Bearer ${apiKey(run)}`),
  'the API key in other headers': (run) => ({ headers: named(headersForKeys, apiKey(run)) }),
  'the API key as a cookie': (run) => ({ headers: { Cookie: cookies(namesOfKeys, apiKey(run)) } }),
  'the API key in the query string': (run) => ({ query: pairs(namesOfKeys, apiKey(run)) }),
  'the API key as a bearer token': (run) => authorization(`Bearer ${apiKey(run)}`),
  'the API key alone in Authorization': (run) => authorization(apiKey(run)),
  'the API key after "ApiKey" in Authorization': (run) => authorization(`ApiKey ${apiKey(run)}`),
  'the API key after "Token" in Authorization': (run) => authorization(`Token ${apiKey(run)}`),
  'the API key as a user of Basic': (run) => authorization(basic(`${apiKey(run)}:`)),
  'the API key as a password of Basic': (run) => authorization(basic(`api:${apiKey(run)}`)),
  'an invented API key beside the right one as a bearer token': (run) => ({
    headers: { 'X-API-Key': invented(run), Authorization: `Bearer ${apiKey(run)}` },
  }),
  'the API key and a second word': (run) => key(`${apiKey(run)} more`),
  'the API key after a word': (run) => key(`more ${apiKey(run)}`),
  'a bearer token as an API key': (run) => key(run.credentials['bearer-token'] ?? invented(run)),
  'an inactive API key': (run) =>
    key(supplied(run.credentials['inactive-api-key'], '--inactive-api-key')),

  'the token': (run) => authorization(`Bearer ${bearerToken(run)}`),
  'the token alone': (run) => authorization(bearerToken(run)),
  'the scheme alone': () => authorization('Bearer'),
  'the token after two spaces': (run) => authorization(`Bearer  ${bearerToken(run)}`),
  'the token and a third part': (run) => authorization(`Bearer ${bearerToken(run)} more`),
  'the token after "bearer"': (run) => authorization(`bearer ${bearerToken(run)}`),
  'the token after "BEARER"': (run) => authorization(`BEARER ${bearerToken(run)}`),
  'the token after "Basic"': (run) => authorization(`Basic ${bearerToken(run)}`),
  'the token after a no-break space': (run) => authorization(`Bearer\u00a0${bearerToken(run)}`),
  'the token after a tab': (run) => authorization(`Bearer\t${bearerToken(run)}`),
  'the token after "Token"': (run) => authorization(`Token ${bearerToken(run)}`),
  'the token after "Bearer:"': (run) => authorization(`Bearer: ${bearerToken(run)}`),
  'the token after "Bearer,"': (run) => authorization(`Bearer, ${bearerToken(run)}`),
  'the token after "Bearers"': (run) => authorization(`Bearers ${bearerToken(run)}`),
  'the token after "XBearer"': (run) => authorization(`XBearer ${bearerToken(run)}`),
  'the token before its scheme': (run) => authorization(`${bearerToken(run)} Bearer`),
  'the token as a user of Basic': (run) => authorization(basic(`${bearerToken(run)}:`)),
  'the token after a colon': (run) => authorization(`Bearer:${bearerToken(run)}`),
  'the token after a comma': (run) => authorization(`Bearer,${bearerToken(run)}`),
  'the token after an equals sign': (run) => authorization(`Bearer=${bearerToken(run)}`),
  'the token right after its scheme': (run) => authorization(`Bearer${bearerToken(run)}`),
  'the token after an encoded space': (run) => authorization(`Bearer%20${bearerToken(run)}`),
  'the token after two schemes': (run) => authorization(`Basic Bearer ${bearerToken(run)}`),
  'the token twice, with its scheme': (run) =>
    authorization(`Bearer ${bearerToken(run)}, Bearer ${bearerToken(run)}`),
  'the token and a comma': (run) => authorization(`Bearer ${bearerToken(run)},`),
  'the token in quotes': (run) => authorization(`Bearer "${bearerToken(run)}"`),
  'the token in base64': (run) => authorization(`Bearer ${base64(bearerToken(run))}`),
  'an API key as a token': (run) =>
    authorization(`Bearer ${run.credentials['api-key'] ?? invented(run)}`),
  'an invented token beside the right one as an API key': (run) => ({
    headers: { Authorization: `Bearer ${invented(run)}`, 'X-API-Key': bearerToken(run) },
  }),
  'an invented token': (run) => authorization(`Bearer ${invented(run)}`),
  'an invented token and a third part': (run) => authorization(`Bearer ${invented(run)} more`),
  'the token with swapped case': (run) => authorization(`Bearer ${inOtherCase(bearerToken(run))}`),
  'the token without its last character': (run) =>
    authorization(`Bearer ${bearerToken(run).slice(0, -1)}`),
  'the token without its first character': (run) =>
    authorization(`Bearer ${bearerToken(run).slice(1)}`),
  'the token with SQL around it': (run) => authorization(`Bearer ${bearerToken(run)}'OR'1'='1`),
  'a wildcard as token': () => authorization('Bearer %'),
  'a pattern as token': () => authorization('Bearer .*'),
  'the word "constructor" as token': () => authorization('Bearer constructor'),
  'the word "null" as token': () => authorization('Bearer null'),
  'the token and one character more': (run) => authorization(`Bearer ${bearerToken(run)}0`),
  'one character and the token': (run) => authorization(`Bearer 0${bearerToken(run)}`),
  'the token in the query string': (run) => ({ query: pairs(namesOfTokens, bearerToken(run)) }),
  'the token as a cookie': (run) => ({
    headers: { Cookie: cookies(namesOfTokens, bearerToken(run)) },
  }),
  'the token as an API key': (run) => key(bearerToken(run)),
  'an expired token': (run) => {
    const token = supplied(run.credentials['expired-bearer-token'], '--expired-bearer-token');
    return authorization(`Bearer ${token}`);
  },
} satisfies Record<string, (run: CheckRun) => Credential>;

/** The name of a credential. */
export type CredentialName = keyof typeof namedCredentials;

const wrongKeys: readonly CredentialName[] = [
  'no credential',
  'an empty API key',
  'an invented API key',
  'an inactive key or an expired token',
  'the API key and a second word',
  'the API key as a bearer token',
];

const wrongTokens: readonly CredentialName[] = [
  'no credential',
  'the token alone',
  'the scheme alone',
  'the token after two spaces',
  'the token and a third part',
  'the token after "bearer"',
  'the token before its scheme',
  'an invented token',
  'an inactive key or an expired token',
  'the token as an API key',
];

/** No credential, and one of each kind that the declared profile rejects. */
export function wrongCredentials(run: CheckRun): readonly Credential[] {
  const names = run.profile === 'bearer' ? wrongTokens : wrongKeys;
  return names.map((name) => namedCredentials[name](run));
}
