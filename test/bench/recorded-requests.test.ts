import { expect, it } from 'vitest';
import { readRequests } from '../../bench/suite/requests.js';
import type { DescribedExchange } from '../../conformance/http/described-exchange.js';
import type { Report } from '../../conformance/report/model.js';

type Request = DescribedExchange['request'];

function caseOf(server: string, request: Partial<Request>): unknown {
  const whole = { method: 'GET', url: 'http://127.0.0.1:1234/', headers: {}, body: null };
  return { server, exchanges: [{ request: { ...whole, ...request } }] };
}

function reportOf(...cases: readonly unknown[]): Report {
  return { requirements: [{ cases }] } as unknown as Report;
}

const nearMiss = `$\{TOUCHSTONE_INACTIVE_API_KEY%?}`;

it('replaces redacted credentials and their near misses', () => {
  const report = reportOf(
    caseOf('basic', {
      url: 'http://127.0.0.1:1234/api/products?key=$TOUCHSTONE_API_KEY',
      headers: { 'X-API-Key': nearMiss },
    }),
    caseOf('basic', { method: 'POST', body: '{"key":"$TOUCHSTONE_API_KEY"}' }),
  );
  const credentials = { 'api-key': 'an open key', 'inactive-api-key': 'shut' };
  expect(readRequests(report, [{ server: 'basic', url: 'http://t', credentials }])).toEqual([
    {
      method: 'GET',
      url: 'http://t/api/products?key=an%20open%20key',
      headers: { 'X-API-Key': 'shu' },
      body: null,
    },
    { method: 'POST', url: 'http://t/', headers: {}, body: '{"key":"an open key"}' },
  ]);
});

it('groups the requests by server', () => {
  const report = reportOf(caseOf('route', {}), caseOf('basic', {}), caseOf('probes', {}));
  const targets = ['basic', 'route'].map((server) => ({
    server,
    url: `http://${server}`,
    credentials: {},
  }));
  const urls = readRequests(report, targets).map(({ url }) => url);
  expect(urls).toEqual(['http://basic/', 'http://route/']);
});
