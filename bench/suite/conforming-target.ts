/** Serves the independent conforming server of the tests; prints where, and its credentials. */
import { startConformingServer } from '../../test/faulty/conforming-server.js';
import type { LoopTarget } from './requests.js';

const { url, credentials } = await startConformingServer();
const target: LoopTarget = { server: 'basic', url, credentials: credentials };
console.log(JSON.stringify([target]));
