#!/usr/bin/env node
/** Runs the current source: brings `dist/` up to date where the sources are there, then starts. */
import { existsSync } from 'node:fs';

if (existsSync(new URL('../cli/main.ts', import.meta.url))) {
  const { build } = await import('./build.js');
  await build();
}
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
