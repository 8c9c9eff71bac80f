import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programCases } from '../../bench/interpreter/cases.js';
import { packageFile } from '../../kit/package-root.js';

describe('the benchmark programs', () => {
  const files = readdirSync(packageFile('bench', 'programs')).sort();

  it('exist in Wren and in JavaScript, each with an expected answer', () => {
    const expected = [...programCases.map(({ name }) => name), 'rounds']
      .flatMap((name) => [`${name}.js`, `${name}.wren`])
      .sort();
    expect(files).toEqual(expected);
  });
});
