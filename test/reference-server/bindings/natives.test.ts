import { describe, expect, it } from 'vitest';
import { describeCosts } from '../../interpreter/natives/describe-costs.js';
import { describeExtremes } from '../../interpreter/natives/describe-extremes.js';
import { hostNatives, listHostNatives, makeHost } from './host-natives.js';

describe('the natives of the host', () => {
  it('are the entries of the table, and the only ones', () => {
    expect(Object.keys(hostNatives).sort()).toEqual(listHostNatives().sort());
  });

  describeCosts(hostNatives, makeHost);
  describeExtremes(hostNatives, makeHost);
});
