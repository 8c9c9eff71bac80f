#!/usr/bin/env node
/** Runs the current source: brings `dist/` up to date where the sources are there, then starts. */
import { existsSync } from 'node:fs';

if (existsSync(new URL('../cli/main.ts', import.meta.url))) {
  const { build } = await import('./build.js');
  await build();
}
const { processEnvironment } = await import('../dist/cli/environment.js');
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(processEnvironment());
