/** The CORS headers of the Fetch standard, 3.3, as `Response.cors` sets them. */
import type { Exchange } from './exchange.js';

/** What a script allows; each a byte string. */
export interface CorsRules {
  readonly origin: string;
  /** A comma-separated list; unless given, all methods that scripts are served with. */
  readonly methods?: string;
  /** A comma-separated list; unless given, whatever headers a preflight asks for. */
  readonly headers?: string;
}

const defaultMethods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const defaultHeaders = 'Content-Type, Authorization, X-API-Key';

function corsHeaders({ origin, methods, headers }: CorsRules, requested?: string): string[] {
  const allowed = headers ?? requested ?? defaultHeaders;
  // A cache must not give one origin the answer that names another.
  const vary = origin === '*' ? [] : ['Vary', 'Origin'];
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Methods',
    methods ?? defaultMethods,
    'Access-Control-Allow-Headers',
    allowed,
    ...vary,
  ];
}

/** `Response.cors` for all origins, on all requests but a preflight: by far the most frequent. */
const openHeaders = corsHeaders({ origin: '*' });

/**
 * Sets the CORS headers and answers a preflight, which is any OPTIONS request, with 204.
 *
 * @returns whether the request was a preflight
 */
export function applyCors(exchange: Exchange, rules: CorsRules): boolean {
  const { reply, method } = exchange;
  const isPreflight = method === 'OPTIONS';
  const requested = isPreflight ? exchange.header('access-control-request-headers') : undefined;
  const isOpen = rules.origin === '*' && rules.methods === undefined && requested === undefined;
  reply.corsHeaders = isOpen ? openHeaders : corsHeaders(rules, requested);
  if (isPreflight) {
    reply.status = 204;
    reply.body = undefined;
  }
  return isPreflight;
}
