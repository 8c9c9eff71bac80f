#!/usr/bin/env node
/** The launcher: compiles changed sources, where there are any, and starts the command line. */
import { existsSync } from 'node:fs';
import module from 'node:module';

// The version in package.json. Older ones fail later, with messages that explain nothing.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`touchstone: Node.js 20.19 or newer is needed, and this is ${process.version}.`);
  process.exit(2);
}

// Node 22 and newer cache compiled code for the next start.
module.enableCompileCache?.();

if (existsSync(new URL('../cli/main.ts', import.meta.url))) {
  const { build } = await import('./build.js');
  await build(process.argv[2]);
}
// A list of requirements needs little memory, and a tenth of its time would be spent on the limit.
if (process.argv[2] === 'check' && !process.argv.includes('--list')) {
  const { limitHeapGrowth } = await import('../dist/kit/heap-growth.js');
  limitHeapGrowth();
}
const { processEnvironment } = await import('../dist/kit/environment.js');
const { main } = await import('../dist/cli/main.js');
const [, , command = ''] = process.argv;
// These commands load step files.
const isOfSuite = ['check', 'clean', 'lint', 'prove', 'replay'].includes(command);
const { guardProcess } = isOfSuite
  ? await import('../dist/conformance/step-files/stray-errors.js')
  : { guardProcess: () => () => {} };
const hasEnded = guardProcess(command);
process.exitCode = await main(processEnvironment());
hasEnded();
