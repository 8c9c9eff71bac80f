import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCore } from '../../../interpreter/program/core-code.js';
import { packageFile } from '../../../kit/package-root.js';

describe('the compiled core library', () => {
  it('can be stored as JSON', () => {
    const core = compileCore();
    expect(JSON.parse(JSON.stringify(core))).toEqual(core);
  });

  it('is stored by the build', () => {
    const kept = packageFile('dist', 'interpreter', 'program', 'core.json');
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(compileCore());
  });
});
