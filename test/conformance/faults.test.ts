import { afterAll, expect, test } from 'vitest';
import { startConformingServer } from '../faulty/conforming-server.js';
import { type Fault, type FaultName, faults } from '../faulty/faults.js';
import { type VariationName, variations } from '../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';

afterAll(removeFolders);

const faultNames = Object.keys(faults) as FaultName[];
const variationNames = Object.keys(variations) as VariationName[];

test.each(faultNames)('a server is told its fault: %s', async (name) => {
  const { violates, profile = 'basic' }: Fault = faults[name];
  const server = await startConformingServer({ fault: name });
  try {
    const selection = ['--profile', profile, '--only', violates.join(',')];
    const { code, report } = await runCheck([...argumentsFor(server), ...selection]);
    const failed = report?.requirements.filter(({ verdict }) => verdict === 'fail');
    expect(failed?.map(({ id }) => id)).toEqual(violates);
    expect(code).toBe(1);
  } finally {
    await server.close();
  }
});

test.each(['basic', 'bearer'] as const)('without a fault they all hold in %s', async (profile) => {
  const ofProfile = Object.values<Fault>(faults).filter(
    (one) => (one.profile ?? 'basic') === profile,
  );
  const violated = [...new Set(ofProfile.flatMap(({ violates }) => violates))];
  const server = await startConformingServer({ profile });
  try {
    const selection = ['--profile', profile, '--only', violated.join(',')];
    const { code, report } = await runCheck([...argumentsFor(server), ...selection]);
    expect(report?.counts.pass).toBe(violated.length);
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});

test.each(variationNames)('a server may vary: %s', async (name) => {
  const server = await startConformingServer({ variations: [name] });
  try {
    const quick = '*.create.*,*.read.*,*.list.limit*,*.delete.*,auth.*,cors.*,http.*,errors.*';
    const { code, report } = await runCheck([...argumentsFor(server), '--only', quick]);
    expect(report?.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(code).toBe(0);
  } finally {
    await server.close();
  }
});
