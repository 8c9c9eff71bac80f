import { afterEach, describe, expect, it } from 'vitest';
import { findHostChanges, readHostState } from './host-state.js';

describe('the state of the host', () => {
  const added = 'touched' as const;
  const host = Array.prototype as unknown as Record<string, unknown>;

  afterEach(() => {
    delete host[added];
  });

  it('shows no changes when there are none', () => {
    expect(findHostChanges(readHostState())).toEqual([]);
  });

  it('shows a property added to a prototype', () => {
    const before = readHostState();
    host[added] = true;
    expect(findHostChanges(before)).toEqual(['Array.prototype.touched']);
  });

  it('shows a property that has another value', () => {
    host[added] = 1;
    const before = readHostState();
    host[added] = 2;
    expect(findHostChanges(before)).toEqual(['Array.prototype.touched']);
  });

  it('shows another limit of stack traces', () => {
    const before = readHostState();
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = stackTraceLimit + 1;
    const changes = findHostChanges(before);
    Error.stackTraceLimit = stackTraceLimit;
    expect(changes).toEqual(['Error.stackTraceLimit']);
  });
});
