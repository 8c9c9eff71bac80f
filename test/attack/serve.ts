/**
 * Program of a server under attack. Its argument holds the options as JSON. It exits when its
 * standard input ends, so that it never outlives its parent process.
 */
import { start } from '../../reference-server/index.js';

const options = JSON.parse(process.argv[2] ?? '{}');
const server = await start({ ...options, log: (text) => process.stderr.write(text) });
process.stdout.write(`${server.url}\n`);
process.stdin.on('end', () => process.exit()).resume();
