/** No verdict and no cause depends on the words of a message: the same cases are judged again with hashes in their place. */
import { execFile } from 'node:child_process';
import { cpSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { seed } from '../../extent.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import { faultNamed, faults } from '../../faulty/faults.js';
import { argumentsFor, makeFolder, removeFolders } from '../run-check.js';

afterAll(removeFolders);

/** A copy of the compiled program, which judges all cases of a run twice. */
const program = makeFolder();

beforeAll(() => {
  for (const name of ['package.json', 'node_modules', 'conformance', 'spec', 'features', 'reports'])
    symlinkSync(packageFile(name), join(program, name));
  for (const name of ['bin', 'dist'])
    cpSync(packageFile(name), join(program, name), { recursive: true });
  const judging = join(program, 'dist/conformance/verdict/tally.js');
  renameSync(judging, judging.replace(/\.js$/, '-original.js'));
  writeFileSync(judging, judgingTwice);
});

/** Says on stderr how many verdicts with their causes are the same, and which are not. */
const judgingTwice = `
import { createHash } from 'node:crypto';
import { judgeAll as judge } from './tally-original.js';
export * from './tally-original.js';

const hash = (text) => createHash('sha256').update(text).digest('hex');
const sideWithoutWords = (side) => ({
  ...side,
  ...('words' in side ? { words: hash(side.words) } : {}),
  ...(side.note === undefined ? {} : { note: hash(side.note) }),
});
const isWords = ({ name, part }) => name !== undefined && part !== 'header';
const withoutWords = (one) => ({
  ...one,
  reason: one.reason && hash(one.reason),
  mismatches: one.mismatches.map(({ place, expected, observed, ...rest }) => ({
    ...rest,
    place: isWords(place) ? { ...place, name: hash(place.name) } : place,
    expected: sideWithoutWords(expected),
    observed: sideWithoutWords(observed),
  })),
});
const causesOf = (judgements) =>
  judgements.map(({ requirement, verdict, blockedBy }) => [requirement.id, verdict, blockedBy].join(' '));

export function judgeAll(input) {
  const judgements = judge(input);
  const hashed = causesOf(judge({ ...input, cases: input.cases.map(withoutWords) }));
  const others = causesOf(judgements).filter((one, place) => one !== hashed[place]);
  process.stderr.write(others.length === 0 ? 'the same' : 'other: ' + others.join(', '));
  return judgements;
}
`;

/** A run takes one of six faults. */
const drawn = Object.keys(faults).filter((_name, place) => place % 6 === seed % 6);

test.each(drawn)('%s', async (fault) => {
  const { profile = 'basic' } = faultNamed(fault);
  const server = await startConformingServer({ fault });
  try {
    const command = [join(program, 'bin/touchstone.js'), 'check', ...argumentsFor(server)];
    const checking = promisify(execFile)(process.execPath, [...command, '--profile', profile], {
      cwd: makeFolder(),
    });
    await expect(checking).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^(the same)+$/),
    });
  } finally {
    await server.close();
  }
});
