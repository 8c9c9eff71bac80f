import { CertificateFailure, NoAnswer, TargetFailure } from './target-failure.js';

/** Descriptions of Node's error codes for the operator. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  ECONNABORTED: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed while the request was being sent',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed (see --insecure)',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain is self-signed (see --insecure)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate cannot be verified (see --insecure)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host (see --insecure)',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'the server demands a client certificate (see --cert)',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'the server ended the TLS handshake (see --cert)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS (write http://)',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS (write http://)',
  CERT_HAS_EXPIRED: 'the certificate has expired (see --insecure)',
};

/** Codes of errors in the request, for which the target is not responsible. */
const ownMistakes = /^ERR_(INVALID|HTTP_INVALID|UNESCAPED)/;

/**
 * Converts an error of the transport; errors in the request itself stay as they are.
 *
 * @param proxy the proxy between, for the message
 */
export function toTargetError(error: unknown, proxy?: string): Error {
  if (error instanceof TargetFailure) return error;
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (ownMistakes.test(code)) return error;
  const cause = { cause: error };
  if (code.startsWith('HPE_')) {
    const problem = error.message.replace(/^Parse Error: /, '');
    return new TargetFailure(`the answer is not valid HTTP: ${problem}`, cause);
  }
  const [, refusal] = /^Bad response: (\d+)$/.exec(error.message) ?? [];
  if (refusal !== undefined) {
    return new NoAnswer('closed', `the proxy ${proxy} answered ${refusal}`, cause);
  }
  const known = /wrong version number/.test(error.message)
    ? reasons.ERR_SSL_WRONG_VERSION_NUMBER
    : reasons[code];
  const reason = known ?? (code === '' ? error.message : `${error.message} (${code})`);
  const from = proxy === undefined ? '' : ` (through the proxy ${proxy})`;
  if (isAboutCertificate(code)) return new CertificateFailure(reason + from, cause);
  return new NoAnswer('closed', reason + from, cause);
}

/** Whether an error is about a certificate, which shows that the target is there. */
function isAboutCertificate(code: string): boolean {
  return code.includes('CERT') || code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
}
