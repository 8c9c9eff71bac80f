import { describe, expect, it } from 'vitest';
import { formatNumber, parseNumber } from '../../../interpreter/runtime/number-text.js';

describe('format of numbers', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [1, '1'],
    [-12.5, '-12.5'],
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.33333333333333'],
    [-2 / 3, '-0.66666666666667'],
    [99999999999999, '99999999999999'],
    [1e14, '1e+14'],
    [-123456789012346, '-1.2345678901235e+14'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [0.000012345, '1.2345e-05'],
    [1.7976931348623157e308, '1.7976931348623e+308'],
    [5e-324, '4.9406564584125e-324'],
    [1.00000000000004, '1'],
    [99999999999999.94, '1e+14'],
    [-(1e-4 - 2 ** -66), '-0.0001'],
    [Number.NaN, 'nan'],
    [Infinity, 'infinity'],
    [-Infinity, '-infinity'],
  ])('writes %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [123456789012345, '1.2345678901234e+14'],
    [123456789012335, '1.2345678901234e+14'],
    [1234567890123.25, '1234567890123.2'],
    [1234567890123.75, '1234567890123.8'],
    [0.100006103515625, '0.10000610351562'],
    [-0.100067138671875, '-0.10006713867188'],
    [99999999999999.5, '1e+14'],
    [999999999999995, '1e+15'],
    [2 ** 50, '1.1258999068426e+15'],
  ])('rounds the tie %d to even', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});

describe('numbers in text', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['+5', 5],
    [' \t\n12  ', 12],
    ['5.', 5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['0x1F', 31],
    ['-0x1f', -31],
    ['0x1p3', 8],
    ['0x1.8', 1.5],
    ['0x.8p-1', 0.25],
    ['0xffffffffffffffff', 2 ** 64],
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['nan', Number.NaN],
    ['0e-400', 0],
    [' ', 0],
  ])('reads %j', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each(['', 'x', '1x', '-', '.', '- 1', '1 2', '1e', '0x', '1_000', 'infinit', '1\0'])(
    'finds no number in %j',
    (text) => {
      expect(parseNumber(text)).toBeUndefined();
    },
  );

  it.each(['1e400', '-1e400', '1e-400', '4.9e-324'])('cannot hold %s', (text) => {
    expect(parseNumber(text)).toBe('range');
  });

  // A parser that backtracks would take minutes.
  it('reads a long wrong text in linear time', () => {
    expect(parseNumber(`${'1'.repeat(1_000_000)}x`)).toBeUndefined();
    expect(parseNumber(`${' '.repeat(1_000_000)}x`)).toBeUndefined();
  });
});
