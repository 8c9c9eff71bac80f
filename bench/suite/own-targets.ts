/**
 * Starts the servers of a check without an address, given as JSON in the first argument; prints their
 * addresses, in order, and their credentials.
 */
import type { Target } from '../../conformance/servers/target.js';
import { start } from '../../spec/start.js';
import type { LoopTarget } from './requests.js';

const subjects = JSON.parse(process.argv[2] ?? '[]') as Target[];
const targets: LoopTarget[] = [];
for (const subject of subjects) {
  const { url, credentials = {} } = await start(subject, {});
  targets.push({ server: subject.name, url, credentials });
}
console.log(JSON.stringify(targets));
