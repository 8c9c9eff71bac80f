/** What Windows does in another way, simulated. */
import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { FileModules } from '../../cli/wren/file-modules.js';
import { quoteWord } from '../../kit/words.js';
import { findSimilarNames } from '../../reference-server/project/scan.js';

test.each([
  ['C:\\work\\main.wren', './names', 'C:/work/main', 'C:/work/names'],
  ['C:\\work\\main.wren', '../lib/names', 'C:/work/main', 'C:/lib/names'],
  ['scripts\\main.wren', './names', './scripts/main', './scripts/names'],
  ['.\\main.wren', 'names', './main', 'names'],
  ['..\\main.wren', './names', '../main', '../names'],
])('the main module %s imports %s', (file, name, main, imported) => {
  const modules = new FileModules('', 'C:\\work', file, win32);
  expect(modules.main).toBe(main);
  expect(modules.resolve(name, modules.main)).toBe(imported);
});

test.each([
  ['reports/report.json', 'reports/report.json', 'reports/report.json'],
  ['reports\\report.json', "'reports\\report.json'", "'reports\\report.json'"],
  ["it's here", "'it'\\''s here'", "'it''s here'"],
])('the word %s is quoted for PowerShell', (word, posix, powershell) => {
  expect(quoteWord(word, 'linux')).toBe(posix);
  expect(quoteWord(word, 'win32')).toBe(powershell);
});

test('scripts that differ only in case are found', () => {
  const scripts = ['api/Users.wren', 'api/users.wren', 'api/notes.wren', 'API/users.wren'];
  expect(findSimilarNames(scripts)).toEqual([
    ['api/Users.wren', 'api/users.wren'],
    ['api/Users.wren', 'API/users.wren'],
  ]);
});
