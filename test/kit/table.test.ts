import { describe, expect, it } from 'vitest';
import { formatNumber, renderTable } from '../../kit/table.js';

describe('renderTable', () => {
  it('aligns names to the left and figures to the right', () => {
    const table = renderTable(
      ['program', 'ms'],
      [
        ['sieve', '4.00'],
        ['n-body', '112'],
      ],
    );
    expect(table.split('\n')).toEqual([
      '| program |   ms |',
      '| ------- | ---: |',
      '| sieve   | 4.00 |',
      '| n-body  |  112 |',
      '',
    ]);
  });
});

describe('formatNumber', () => {
  it.each([
    [0.0789, '0.08'],
    [9.999, '10.00'],
    [12.34, '12.3'],
    [1234.5, '1235'],
  ])('writes %s as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});
