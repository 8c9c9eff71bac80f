/** Starts the benchmarks' command: `npm run bench -- interpreter|server|suite|report`. */
import { processEnvironment } from '../kit/environment.js';
import { main } from './main.js';

process.exitCode = await main(processEnvironment());
