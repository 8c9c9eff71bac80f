import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { RecentHashes, verifyPassword } from '../../../reference-server/bindings/hashes.js';
import { processorTimeOf } from '../../durations.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

test('each text has its own hash, first and cached, with any number of other texts', () => {
  const hashes = new RecentHashes();
  const texts = Array.from({ length: 600 }, (_, index) => 'a'.repeat(index % 200) + index);
  for (const text of [...texts, ...texts.toReversed(), ...texts]) {
    expect(hashes.find(text)).toBe(hashOf(text));
  }
});

const salt = 'A'.repeat(22);

test.each([
  ['of great cost', `$scrypt$ln=12,r=99,p=16$${salt}$${'A'.repeat(43)}`],
  ['of great length', `$scrypt$ln=1,r=1,p=1$${salt}$${'A'.repeat(30_000_000)}`],
])('a stored hash %s is rejected immediately', async (_, stored) => {
  const time = await processorTimeOf(() => expect(verifyPassword('a', stored)).toBe(false));
  expect(time).toBeLessThan(1_000);
});
