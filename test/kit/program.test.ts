/** The calls of the program that messages repeat. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { commandOf, findCall, scripts } from '../../kit/program.js';

const manifest = packageFile('package.json');
const launcher = packageFile('bin', 'touchstone.js');

it.each([
  [{ npm_lifecycle_event: 'conformance', npm_package_json: manifest }, launcher, 'npm run'],
  // A script of another package, a test of this one, and npx in this checkout.
  [{ npm_lifecycle_event: 'replay', npm_package_json: '/shop/package.json' }, launcher, 'node'],
  [{ npm_lifecycle_event: 'test', npm_package_json: manifest }, launcher, 'node'],
  [{ npm_command: 'exec', npm_package_json: manifest }, launcher, 'npx touchstone'],
  [{}, '/shop/node_modules/touchstone/bin/touchstone.js', 'npx touchstone'],
  [{}, '/shop/node_modules/.bin/touchstone', 'npx touchstone'],
  [{}, '/usr/local/bin/touchstone', 'touchstone'],
])('with %j and %s, the program is called by %s', (env, script, call) => {
  expect(findCall(script, env, packageFile()).split(' bin')[0]).toBe(call);
});

it('a call by the path of the launcher names it from the current folder', () => {
  expect(findCall(launcher, {}, packageFile())).toBe('node bin/touchstone.js');
});

it.each([
  ['npm run', 'replay', 'npm run replay -- a.b'],
  ['npm run', 'lint', 'npx touchstone lint a.b'],
  ['npx touchstone', 'replay', 'npx touchstone replay a.b'],
])('called by %s, the command %s is %s', (call, command, expected) => {
  expect(commandOf(call, command, 'a.b')).toBe(expected);
});

it('the scripts of package.json call the commands', () => {
  const { scripts: stated } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  for (const [command, script] of Object.entries(scripts))
    expect(stated[script]).toBe(`node bin/touchstone.js ${command}`);
});
