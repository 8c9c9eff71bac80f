const names = new Set([
  'Bool',
  'Class',
  'Fiber',
  'Fn',
  'List',
  'Map',
  'Null',
  'Num',
  'Object',
  'Range',
  'Sequence',
  'String',
  'System',
]);

/** Whether every module sees the name, as far as the tests of the front end use any. */
export function isCoreName(name: string): boolean {
  return names.has(name);
}
