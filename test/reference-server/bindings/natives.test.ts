import { describe, expect, it } from 'vitest';
import { describeCosts } from '../../interpreter/natives/describe-costs.js';
import { hostNatives, listHostNatives, makeHost } from './host-natives.js';

describe('the natives of the host', () => {
  it('all have an entry in the table, and nothing else has', () => {
    expect(Object.keys(hostNatives).sort()).toEqual(listHostNatives().sort());
  });

  describeCosts(hostNatives, makeHost);
});
