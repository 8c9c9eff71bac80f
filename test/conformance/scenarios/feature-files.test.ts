import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listFeatures } from '../../../conformance/scenarios/feature-files.js';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-features-'));
afterAll(() => rmSync(folder, { recursive: true }));

mkdirSync(join(folder, 'users'));
writeFileSync(join(folder, 'users', 'read.feature'), '@req:users.read.status\nScenario: One\n');
writeFileSync(join(folder, 'list.feature'), '  @waits @req:a.b-c.d\n  Scenario: Two\n');
writeFileSync(join(folder, 'notes.txt'), '@req:a.b.c');

test('a folder gives its features at any depth with their tags', () => {
  expect(listFeatures(folder)).toEqual([
    { path: join(folder, 'list.feature'), tags: new Set(['@waits', '@req:a.b-c.d']) },
    { path: join(folder, 'users', 'read.feature'), tags: new Set(['@req:users.read.status']) },
  ]);
});

test('a file gives itself', () => {
  const path = join(folder, 'list.feature');
  expect(listFeatures(path).map((feature) => feature.path)).toEqual([path]);
});
