/** TLS as the users of libpq know it (PostgreSQL 18, 32.19). */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { messageOf } from '../../../kit/errors.js';
import { ProjectError } from '../../project/errors.js';
import type { Address } from './address.js';

function read(file: string | undefined, parameter: string): string | undefined {
  if (file === undefined || file === 'system') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProjectError(`The file of ${parameter} cannot be read: ${messageOf(error)}.`);
  }
}

/**
 * How TLS is used in each attempt to connect, in their order; false is without.
 *
 * @throws ProjectError when a file of certificates cannot be read
 */
export function tlsAttempts(address: Address): readonly (ConnectionOptions | false)[] {
  const { tls: mode, host } = address;
  if (mode === 'disable' || host?.startsWith('/')) return [false];
  const ca = read(address.rootCertificate, 'sslrootcert');
  const cert = read(address.certificate, 'sslcert');
  const key = read(address.key, 'sslkey');
  // As in libpq, a root certificate turns "require" into "verify-ca".
  const isVerified = mode.startsWith('verify') || (mode === 'require' && ca !== undefined);
  const options: ConnectionOptions = {
    rejectUnauthorized: isVerified,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
  if (mode === 'allow') return [false, options];
  return mode === 'prefer' ? [options, false] : [options];
}
