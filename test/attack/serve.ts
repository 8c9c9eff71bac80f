/**
 * The program of a server under attack: serves with the options that its argument has as JSON, and
 * ends with its standard input, so that it never outlives who started it.
 */
import { start } from '../../reference-server/index.js';

const options = JSON.parse(process.argv[2] ?? '{}');
const server = await start({ ...options, log: (text) => process.stderr.write(text) });
process.stdout.write(`${server.url}\n`);
process.stdin.on('end', () => process.exit()).resume();
