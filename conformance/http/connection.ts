/** How connections to a target are made: client certificates, and the proxy between. */
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import { createSecureContext } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { getProxyForUrl } from 'proxy-from-env';
import { messageOf, UsageError } from '../../kit/errors.js';
import type { Connection } from './connection-options.js';

/** How requests get to a server. */
export interface Route {
  /** The options of Node that are the same for all requests. */
  readonly server: Pick<https.RequestOptions, 'protocol' | 'hostname' | 'port' | 'auth'>;
  /** Headers that precede the headers of a request. */
  readonly headers: Readonly<Record<string, string>>;
  /** What precedes the path in the request target: for a proxy, the origin (RFC 9112 §3.2.2). */
  readonly prefix: string;
  /** The proxy, in words for the operator; undefined without one. */
  readonly proxy: string | undefined;
  makeAgent(options: http.AgentOptions): http.Agent;
}

/**
 * The route to a server.
 *
 * @param baseUrl absolute; its path does not matter
 * @throws UsageError for a certificate, a key or a proxy that cannot be used
 */
export function routeTo(baseUrl: string, connection: Connection): Route {
  const url = new URL(baseUrl);
  const { auth } = urlToHttpOptions(url);
  const proxy = proxyFor(url, connection);
  const common = { headers: {}, prefix: '', proxy: proxy?.host };
  const direct = { ...common, server: { ...endOf(url), auth } };
  if (url.protocol === 'https:') {
    const tls = tlsOptions(connection);
    const makeAgent = (options: http.AgentOptions) => makeTlsAgent({ ...options, ...tls }, proxy);
    return { ...direct, makeAgent };
  }
  if (connection.cert ?? connection.key) {
    throw new UsageError(`--cert and --key need an https address, which ${url.origin} is not.`);
  }
  const makeAgent = (options: http.AgentOptions) =>
    proxy?.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  if (proxy === undefined) return { ...direct, makeAgent };
  const server = { ...endOf(proxy), auth };
  const headers = { Host: url.host, ...authorizationFor(proxy) };
  return { server, headers, prefix: url.origin, proxy: proxy.host, makeAgent };
}

function endOf(url: URL): Pick<https.RequestOptions, 'protocol' | 'hostname' | 'port'> {
  const { protocol, hostname, port } = urlToHttpOptions(url);
  return { protocol, hostname, port };
}

/** Through a proxy, TLS begins after the proxy has connected both ends (RFC 9110 §9.3.6). */
function makeTlsAgent(options: https.AgentOptions, proxy: URL | undefined): http.Agent {
  if (proxy === undefined) return new https.Agent(options);
  // Loaded here, because few runs use a proxy.
  const { HttpsProxyAgent } = createRequire(import.meta.url)('hpagent') as typeof import('hpagent');
  return new HttpsProxyAgent({ ...options, proxy });
}

/** The given proxy, or the proxy of the environment, which never applies to this machine. */
function proxyFor(url: URL, { proxy }: Connection): URL | undefined {
  const text = proxy ?? (isLoopback(url.hostname) ? '' : getProxyForUrl(url.href));
  if (text === '') return undefined;
  const found = URL.canParse(text) ? new URL(text) : undefined;
  if (found?.protocol === 'http:' || found?.protocol === 'https:') return found;
  throw new UsageError(
    `The proxy that the environment names for ${url.origin} is no http or https address: name one with --proxy, or add ${url.hostname} to NO_PROXY.`,
  );
}

function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function authorizationFor({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function tlsOptions({ insecure, cert, key }: Connection): https.AgentOptions {
  if (cert === undefined && key === undefined) return { rejectUnauthorized: !insecure };
  const pair = { cert: cert?.text, key: (key ?? cert)?.text };
  try {
    createSecureContext(pair);
  } catch (error) {
    const given = [cert && `--cert ${cert.name}`, key && `--key ${key.name}`].filter(Boolean);
    throw new UsageError(`${given.join(' and ')} cannot be used: ${reasonOf(error)}.`);
  }
  if (cert === undefined) throw new UsageError('--key needs --cert, the certificate of the key.');
  return { rejectUnauthorized: !insecure, ...pair };
}

/** Reasons of OpenSSL, for the operator. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  if (/no start line|DECODER routines|PEM routines|ASN1|asn1/.test(message)) {
    return 'a PEM file with a certificate and one with its key are needed';
  }
  if (/values mismatch/.test(message)) return 'the key belongs to another certificate';
  if (/interrupted or cancelled|bad decrypt|password/.test(message)) {
    return 'the key is encrypted; "openssl pkey -in FILE -out PLAIN" decrypts it';
  }
  return message;
}
