import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { RecentHashes } from '../../../reference-server/bindings/hashes.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

test('each text has its own hash, first and cached, with any number of other texts', () => {
  const hashes = new RecentHashes();
  const texts = Array.from({ length: 600 }, (_, index) => 'a'.repeat(index % 200) + index);
  for (const text of [...texts, ...texts.toReversed(), ...texts]) {
    expect(hashes.find(text)).toBe(hashOf(text));
  }
});
