import { expect, it } from 'vitest';
import { readRequests } from '../../../bench/suite/requests.js';
import type { ExchangeResult, Report } from '../../../conformance/report/model.js';

function reportOf(requests: readonly ExchangeResult['request'][]): Report {
  const exchanges = requests.map((request) => ({ request }));
  return { requirements: [{ cases: [{ exchanges }] }] } as unknown as Report;
}

it('takes the requests of all scenarios, with the credentials that the report hides', () => {
  const report = reportOf([
    {
      method: 'GET',
      url: 'http://127.0.0.1:1234/api/products?id=5',
      headers: { 'X-API-Key': '$TOUCHSTONE_API_KEY' },
      body: null,
    },
    {
      method: 'POST',
      url: 'http://127.0.0.1:1234/api/products',
      headers: { 'X-API-Key': '$TOUCHSTONE_INACTIVE_API_KEY' },
      body: '{}',
    },
  ]);
  expect(readRequests(report, { apiKey: 'open', inactiveApiKey: 'shut' })).toEqual([
    { method: 'GET', target: '/api/products?id=5', headers: { 'X-API-Key': 'open' }, body: null },
    { method: 'POST', target: '/api/products', headers: { 'X-API-Key': 'shut' }, body: '{}' },
  ]);
});
