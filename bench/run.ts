/** Starts the benchmarks' command: `npm run bench -- interpreter|server|suite`. */
import { main } from './main.js';

process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
