import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listClass } from '../../../interpreter/core/list.js';
import '../../../interpreter/core/string.js';
import { type Execution, switchExecution } from '../../../interpreter/runtime/execution.js';
import { WrenList } from '../../../interpreter/runtime/values.js';
import { abortOf, call } from '../core/call.js';
import { ChargeRecorder } from '../natives/charge-recorder.js';

describe('memory for large results', () => {
  let recorder: ChargeRecorder;
  let previous: Execution;

  beforeEach(() => {
    recorder = new ChargeRecorder();
    previous = switchExecution(recorder);
  });

  afterEach(() => {
    switchExecution(previous);
  });

  it('is reserved by the bytes of a string', () => {
    call('ab', '*(_)', 1000);
    expect(recorder.reserved).toBe(2000);
    call('aXbX', 'replace(_,_)', 'X', '12345');
    expect(recorder.reserved).toBe(2012);
  });

  it('is reserved by the elements of a list', () => {
    call(listClass, 'filled(_,_)', 1000, 1);
    expect(recorder.reserved).toBe(8000);
    call(new WrenList([1, 2]), '*(_)', 500);
    expect(recorder.reserved).toBe(16000);
    call(new WrenList([]), 'appendList_(_)', new WrenList([1, 2, 3]));
    expect(recorder.reserved).toBe(16024);
  });

  it('is limited to what the engine can hold', () => {
    const large = 'x'.repeat(2 ** 20);
    expect(abortOf(() => call(large, '*(_)', 2 ** 20))).toBe('String is too long.');
    expect(abortOf(() => call('x'.repeat(2 ** 28), '+(_)', 'x'.repeat(2 ** 28)))).toBe(
      'String is too long.',
    );
    const commas = ','.repeat(2 ** 15);
    expect(abortOf(() => call(commas, 'replace(_,_)', ',', large))).toBe('String is too long.');
    expect(abortOf(() => call(listClass, 'filled(_,_)', 2 ** 27, 1))).toBe('List is too long.');
    expect(abortOf(() => call(new WrenList([1, 2]), '*(_)', 2 ** 26))).toBe('List is too long.');
    expect(recorder.reserved).toBe(0);
  });
});
