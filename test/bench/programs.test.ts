import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programCases } from '../../bench/interpreter/cases.js';
import { packageFile } from '../../kit/package-root.js';

describe('the programs', () => {
  const files = readdirSync(packageFile('bench', 'programs')).sort();

  it('are there in Wren and in JavaScript, each with its answer', () => {
    const expected = [...programCases.map(({ name }) => name), 'rounds']
      .flatMap((name) => [`${name}.js`, `${name}.wren`])
      .sort();
    expect(files).toEqual(expected);
  });
});
