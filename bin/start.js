/**
 * Compiles changed sources and starts a command for contributors: the function `main` of a folder.
 *
 *     node bin/start.js bench suite     # the function of bench/main.ts, with the argument suite
 */
import { build } from './build.js';

const [folder] = process.argv.splice(2, 1);
await build();
const { processEnvironment } = await import('../dist/kit/environment.js');
const { main } = await import(`../dist/${folder}/main.js`);
process.exitCode = await main(processEnvironment());
