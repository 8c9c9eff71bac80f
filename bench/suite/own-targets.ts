/**
 * Serves what a check without an address starts, the servers that are given as JSON in the first
 * argument; prints where they are, in their order, and their credentials.
 */
import { startEmbedded } from '../../conformance/target/embedded.js';
import type { Subject } from '../../conformance/target/target.js';
import type { LoopTarget } from './requests.js';

const subjects = JSON.parse(process.argv[2] ?? '[]') as Subject[];
const targets: LoopTarget[] = [];
for (const subject of subjects) {
  const { server, baseUrl, credentials } = await startEmbedded(subject);
  targets.push({ server, url: baseUrl, credentials });
}
console.log(JSON.stringify(targets));
