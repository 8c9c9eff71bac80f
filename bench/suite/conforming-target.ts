/** Serves the independent conforming server of the tests; prints where, and its credentials. */
import { startConformingServer } from '../../test/faulty/conforming-server.js';

const { url, credentials } = await startConformingServer();
console.log(JSON.stringify({ url, credentials }));
