/** Starts the command: `npm run attack`. */
import { processEnvironment } from '../../cli/environment.js';
import { main } from './main.js';

process.exitCode = await main(processEnvironment());
