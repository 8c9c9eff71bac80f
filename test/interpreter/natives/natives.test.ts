import { describe, expect, it } from 'vitest';
import { coreClasses, coreNatives } from './core-natives.js';
import { describeCosts } from './describe-costs.js';
import { describeExtremes } from './describe-extremes.js';
import { listNatives } from './native-case.js';

describe('the natives of the core', () => {
  it('have exactly the entries of the table', () => {
    const natives = coreClasses.flatMap((each) => listNatives(each));
    expect(Object.keys(coreNatives).sort()).toEqual(natives.sort());
  });

  describeCosts(coreNatives);
  describeExtremes(coreNatives);
});
