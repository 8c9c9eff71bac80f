/**
 * Starts the independent conforming server of the tests with the delay of the first argument, in
 * milliseconds, before each answer; prints its address and credentials.
 */

import { startConformingServer } from '../../test/faulty/conforming-server.js';
import type { Plant } from '../../test/faulty/faults/fault.js';
import type { LoopTarget } from './requests.js';

const delayMs = Number(process.argv[2] ?? 0);

const delayAnswers: Plant = (application) => {
  if (delayMs === 0) return;
  const transmit = application.transmit.bind(application);
  application.transmit = (reply, response) => {
    setTimeout(() => transmit(reply, response), delayMs);
  };
};

const { url, credentials } = await startConformingServer({ plant: delayAnswers });
const target: LoopTarget = { server: 'basic', url, credentials: credentials };
console.log(JSON.stringify([target]));
