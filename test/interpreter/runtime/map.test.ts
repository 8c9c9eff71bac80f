import { describe, expect, it } from 'vitest';
import { isKey, WrenMap } from '../../../interpreter/runtime/map.js';
import {
  type Value,
  WrenList,
  WrenObject,
  WrenRange,
  wrenNull,
} from '../../../interpreter/runtime/values.js';

function mapOf(...entries: [Value, Value][]): WrenMap {
  const map = new WrenMap();
  for (const [key, value] of entries) map.set(key, value);
  return map;
}

function keysOf(map: WrenMap): Value[] {
  const keys: Value[] = [];
  for (let at = map.positionFrom(0); at !== -1; at = map.positionFrom(at + 1)) {
    const key = map.keyAt(at);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

describe('the keys of a map', () => {
  it('include ranges, by their ends', () => {
    const map = mapOf([new WrenRange(1, 3, true), 'closed'], [new WrenRange(1, 3, false), 'open']);
    expect(map.get(new WrenRange(1, 3, true))).toBe('closed');
    expect(map.get(new WrenRange(1, 3, false))).toBe('open');
    expect(map.get('1..3')).toBeUndefined();
    expect(keysOf(map)).toEqual([new WrenRange(1, 3, true), new WrenRange(1, 3, false)]);
  });

  it('tell 0 from -0 and find NaN again', () => {
    const map = mapOf([0, 'zero'], [-0, 'minus'], [Number.NaN, 'none']);
    expect([map.get(0), map.get(-0), map.get(Number.NaN)]).toEqual(['zero', 'minus', 'none']);
    expect(keysOf(map)).toEqual([0, -0, Number.NaN]);
  });

  it('differ from their texts', () => {
    const map = mapOf([1, 'number'], ['1', 'text'], [true, 'true'], [wrenNull, 'null']);
    expect(map.count).toBe(4);
    expect([map.get('1'), map.get(1), map.get('true'), map.get('null')]).toEqual([
      'text',
      'number',
      undefined,
      undefined,
    ]);
  });

  it('may be names with a meaning in JavaScript', () => {
    const map = mapOf(['__proto__', 1], ['constructor', 2]);
    expect([map.get('__proto__'), map.get('constructor'), map.get('toString')]).toEqual([
      1,
      2,
      undefined,
    ]);
  });

  it('are value types', () => {
    expect([1, '', false, wrenNull, new WrenRange(0, 1, true)].every(isKey)).toBe(true);
    expect([new WrenList([]), new WrenObject(), new WrenMap()].some(isKey)).toBe(false);
  });
});

describe('the order of a map', () => {
  it('is that of insertion, except for small integers', () => {
    expect(keysOf(mapOf(['b', 1], ['a', 2], [1e9, 3], ['c', 4]))).toEqual(['b', 'a', 1e9, 'c']);
  });

  it('has each key once after removals and insertions', () => {
    const map = mapOf(['a', 1], ['b', 2], ['c', 3]);
    expect(keysOf(map)).toEqual(['a', 'b', 'c']);
    map.remove('a');
    expect(keysOf(map)).toEqual(['b', 'c']);
    map.set('a', 4);
    map.set('d', 5);
    expect(keysOf(map)).toEqual(['b', 'c', 'a', 'd']);
  });

  it('survives the removal of most entries', () => {
    const names = Array.from({ length: 100 }, (_, index) => `name${index}`);
    const map = mapOf(...names.map((name, index): [Value, Value] => [name, index]));
    for (const name of names.slice(3)) map.remove(name);
    map.set('late', 7);
    map.set('name50', 8);
    const left = ['name0', 'name1', 'name2', 'late', 'name50'];
    expect(keysOf(map)).toEqual(left);
    expect(left.map((name) => map.get(name))).toEqual([0, 1, 2, 7, 8]);
    expect(names.slice(3, 50).map((name) => map.get(name))).toEqual(Array(47).fill(undefined));
  });

  it('keeps positions while entries are added', () => {
    const map = mapOf(['a', 1], [0, 2], ['b', 3]);
    const first = map.positionFrom(0);
    const second = map.positionFrom(first + 1);
    for (let key = 1; key < 100; key++) map.set(key, key);
    map.set('c', 4);
    expect([map.keyAt(first), map.keyAt(second)]).toEqual([0, 'a']);
  });
});

describe('a map', () => {
  it.each([1, 40, 63, 64, 65, 200])('finds fresh texts of %i bytes and more', (length) => {
    const name = (index: number) => `${index}`.padStart(length, 'é');
    const map = new WrenMap();
    for (let index = 0; index < 2000; index++) map.set(name(index), index);
    for (let index = 0; index < 2000; index += 3) expect(map.remove(name(index))).toBe(index);
    for (let index = 0; index < 2000; index += 6) map.set(name(index), -index);
    for (let index = 1999; index >= 0; index--) {
      const expected = index % 6 === 0 ? -index : index;
      expect(map.get(name(index))).toBe(index % 6 === 3 ? undefined : expected);
    }
    expect(map.get(name(2000))).toBeUndefined();
  });

  it('finds a key repeatedly, until it is removed', () => {
    const map = mapOf(['a', 1], ['b', 2]);
    expect([map.get('a'), map.get('a'), map.get('b'), map.get('b')]).toEqual([1, 1, 2, 2]);
    map.remove('b');
    expect([map.get('b'), map.get('b'), map.get('a')]).toEqual([undefined, undefined, 1]);
    map.clear();
    expect([map.get('a'), map.remove('a')]).toEqual([undefined, undefined]);
  });

  it('behaves like a plain list of entries', () => {
    let seed = 7;
    const random = (limit: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return Math.floor((seed / 2 ** 32) * limit);
    };
    const map = new WrenMap();
    const model = new Map<string, Value>();
    for (let step = 0; step < 20_000; step++) {
      const number = random(64) * (random(8) === 0 ? 1000 : 1);
      const key = random(3) === 0 ? `k${number}` : number;
      const name = typeof key === 'string' ? `s${key}` : `n${key}`;
      if (random(5) < 3) {
        map.set(key, step);
        model.set(name, step);
      } else {
        expect(map.remove(key)).toBe(model.get(name));
        model.delete(name);
      }
      if (random(2000) === 0) {
        map.clear();
        model.clear();
      }
      expect(map.count).toBe(model.size);
      expect(map.get(key)).toBe(model.get(name));
      if (step % 50 === 0) expect(keysOf(map)).toHaveLength(model.size);
    }
  });
});
