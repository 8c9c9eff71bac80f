import { describe, expect, it, test } from 'vitest';
import {
  formOf,
  isToTheDay,
  isToTheMinute,
  namesZone,
  tellsSeconds,
  timeOf,
  timeOfIsoLike,
} from '../../../steps/world/timestamps.js';

const noon = Date.UTC(2024, 4, 6, 12, 0, 0);

describe('the time of a timestamp', () => {
  it.each([
    ['2024-05-06T12:00:00Z', noon],
    ['2024-05-06 12:00:00', noon],
    ['2024-05-06T12:00', noon],
    ['20240506T120000Z', noon],
    ['2024-05-06T12:00:00.250Z', noon + 250],
    ['2024-05-06 12:00:00,250', noon + 250],
    ['2024-05-06 12:00:00.250123', noon + 250],
    ['2024-05-06T14:00:00+02:00', noon],
    ['2024-05-06T14:00:00+0200', noon],
    ['2024-05-06 14:00:00+02', noon],
    ['2024-05-06 12:00:00 UTC', noon],
    ['2024-05-06T14:00:00+02:00[Europe/Berlin]', noon],
    ['2024-05-06', noon - 12 * 3600_000],
  ])('%s is read as ISO-like', (text, milliseconds) => {
    expect(timeOfIsoLike(text)).toBe(milliseconds);
    expect(timeOf(text)).toBe(milliseconds);
  });

  it.each([
    ['Mon, 06 May 2024 12:00:00 GMT', noon],
    ['06 May 2024 12:00:00', noon],
    ['Mon, 06 May 2024 14:00:00 +0200', noon],
    [noon, noon],
    [noon / 1000, noon],
  ])('%j is read, although it is not ISO-like', (value, milliseconds) => {
    expect(timeOf(value)).toBe(milliseconds);
    expect(timeOfIsoLike(value)).toBeUndefined();
  });

  it.each(['', 'yesterday', '2024-13-06T12:00:00Z', '06/05/2024', null, undefined, true, {}])(
    '%j is not a timestamp',
    (value) => {
      expect(timeOf(value)).toBeUndefined();
    },
  );
});

test.each([
  ['2024-05-06T12:00:00Z', true],
  ['2024-05-06 12:00:00+02', true],
  ['Mon, 06 May 2024 12:00:00 GMT', true],
  [noon, true],
  ['2024-05-06 12:00:00', false],
  ['06 May 2024 12:00:00', false],
])('whether %j names its zone: %j', (value, expected) => {
  expect(namesZone(value)).toBe(expected);
});

test.each([
  ['2024-05-06T12:00:00Z', 'second'],
  ['20240506T120000Z', 'second'],
  ['Mon, 06 May 2024 12:00:00 GMT', 'second'],
  [noon, 'second'],
  ['2024-05-06T12:00Z', 'minute'],
  ['2024-05-06', 'day'],
])('%j is exact to the %s', (value, unit) => {
  expect(tellsSeconds(value)).toBe(unit === 'second');
  expect(isToTheMinute(value)).toBe(unit === 'minute');
  expect(isToTheDay(value)).toBe(unit === 'day');
});

test.each([
  ['2024-05-06T12:00:00Z', 'T between, no fraction, zone'],
  ['2024-05-06 12:00:00.5', 'space between, fraction, no zone'],
  ['2024-05-06', 'date only, no fraction, no zone'],
  ['Mon, 06 May 2024 12:00:00 GMT', 'other text'],
  [noon, 'number'],
])('the form of %j is called "%s"', (value, form) => {
  expect(formOf(value)).toBe(form);
});
