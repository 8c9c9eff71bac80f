/** Starts the command: `npm run mutation`. */
import { processEnvironment } from '../../kit/environment.js';
import { main } from './main.js';

process.exitCode = await main(processEnvironment());
