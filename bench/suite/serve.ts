/**
 * Starts servers for the loop and prints their addresses and credentials, in order: those of a check
 * without an address (`own`, with the targets as JSON), or the independent conforming server of the
 * tests (`conforming`, with the delay before each answer, in milliseconds).
 */
import type { Target } from '../../conformance/servers/target.js';
import { start } from '../../spec/start.js';
import { startConformingServer } from '../../test/faulty/conforming-server.js';
import type { Plant } from '../../test/faulty/faults/fault.js';
import type { LoopTarget } from './requests.js';

async function startOwn(subjects: readonly Target[]): Promise<readonly LoopTarget[]> {
  const targets: LoopTarget[] = [];
  for (const subject of subjects) {
    const { url, credentials = {} } = await start(subject, {});
    targets.push({ server: subject.name, url, credentials });
  }
  return targets;
}

async function startConforming(delayMs: number): Promise<readonly LoopTarget[]> {
  const delayAnswers: Plant = (application) => {
    if (delayMs === 0) return;
    const transmit = application.transmit.bind(application);
    application.transmit = (reply, response) => {
      setTimeout(() => transmit(reply, response), delayMs);
    };
  };
  const { url, credentials } = await startConformingServer({ plant: delayAnswers });
  return [{ server: 'basic', url, credentials }];
}

const [, , which, argument = ''] = process.argv;
const targets =
  which === 'own'
    ? await startOwn(JSON.parse(argument) as readonly Target[])
    : await startConforming(Number(argument));
console.log(JSON.stringify(targets));
