import { expect, test } from 'vitest';
import {
  parseAddress,
  showAddress,
} from '../../../../reference-server/database/postgres/address.js';

test.each([
  ['postgres://ada@db.example.com:5433/app', { user: 'ada', host: 'db.example.com', port: 5433 }],
  ['postgresql://db/app', { host: 'db', port: undefined, user: undefined, database: 'app' }],
  ['postgres:///app', { host: undefined, database: 'app' }],
  ['postgres://[::1]:65535/app', { host: '::1', port: 65_535 }],
  ['postgres://%2Fvar%2Frun/app?port=1', { host: '/var/run', port: 1 }],
  ['postgres://a:p%2Cq@db/app', { user: 'a', password: 'p,q' }],
  ['postgres://db/app?host=other&user=bea&dbname=b', { host: 'other', user: 'bea', database: 'b' }],
])('the parts of %s', (address, parts) => {
  expect(parseAddress(address, {})).toMatchObject(parts);
});

test('variables give the parts that an address lacks', () => {
  const env = { PGSSLMODE: 'require', PGAPPNAME: 'shop', PGPORT: '5' };
  expect(parseAddress('postgres://db/app', env)).toMatchObject({
    tls: 'require',
    applicationName: 'shop',
  });
  expect(parseAddress('postgres://db/app?sslmode=disable', env).tls).toBe('disable');
});

test.each([
  ['postgres://db:0/app', 'its port must be a number from 1 to 65535'],
  ['postgres://db/app?port=65536', 'its port must be a number from 1 to 65535'],
  ['postgres://db/app?port=5e3', 'its port must be a number from 1 to 65535'],
  ['postgres://db/app?sslmode=perhaps', 'its sslmode must be one of '],
  ['postgres://db/app?secret=1', 'its parameters can only be '],
  ['postgres://one,two/app', 'it names several hosts'],
  ['postgres://a:%zz@db/app', 'a percent sign in it is not followed by two hexadecimal digits'],
  ['postgres://db:x/app', 'it must have the form postgres://user@host:port/name'],
])('%s cannot be used', (address, reason) => {
  expect(() => parseAddress(address, {})).toThrow(
    `The address of the database cannot be used: ${reason}`,
  );
});

test('a shown address has no password', () => {
  const address = parseAddress('postgres://a%20b:secret@[::1]:5433/my%20app?sslmode=require', {});
  expect(showAddress(address)).toBe('postgres://a%20b@[::1]:5433/my%20app');
});
