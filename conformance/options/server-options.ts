/** The options of every command that sends requests: they mean the same as in `touchstone check`. */
import { credentialNames } from '../credentials.js';
import type { ClientOptions } from '../http/client.js';
import type { CheckOptions } from './option-table.js';

/** Where a server is, and how to get in. */
export const serverOptionNames = [
  'baseUrl',
  'probesUrl',
  ...credentialNames,
  'timeout',
  'headers',
  'insecure',
] as const;

/** Their values. */
export type ServerOptions = Pick<CheckOptions, (typeof serverOptionNames)[number]>;

/** What a client needs to know of them besides the address. */
export type ClientSettings = Pick<ClientOptions, 'timeoutMs' | 'insecure' | 'headers'>;

export function clientSettings({ headers, insecure, timeout }: ServerOptions): ClientSettings {
  return { headers: Object.fromEntries(headers), insecure, timeoutMs: timeout };
}
