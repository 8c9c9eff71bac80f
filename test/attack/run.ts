/** Starts the command: `npm run attack`. */
import { processEnvironment } from '../../kit/environment.js';
import { main } from './main.js';

process.exitCode = await main(processEnvironment());
