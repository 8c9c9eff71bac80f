/** Scripts cannot access the host: generated code has no free identifiers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { collectCode } from '../../../interpreter/analyze/call-graph.js';
import { analyzeOpenProgram, noSuspension } from '../../../interpreter/analyze/suspension.js';
import { share } from '../../extent.js';
import { Random } from '../../random.js';
import { writeProgram } from '../fuzz/write-program.js';
import { emitText, resolveText } from './emit-text.js';
import { findFreeIdentifiers } from './free-identifiers.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function wrenFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.wren'))
    .map((file) => join(folder, file));
}

describe('generated code', () => {
  const files = ['interpreter', 'reference-server', 'bench', 'test/wren'].flatMap(wrenFiles);

  it.each(share(files, 300))('of %s has no free identifier', (file) => {
    const module = resolveText(readFileSync(join(root, file)));
    if (module === undefined) return;
    expect(findFreeIdentifiers(emitText(module, noSuspension))).toEqual([]);
    const open = analyzeOpenProgram(collectCode(module));
    expect(findFreeIdentifiers(emitText(module, open))).toEqual([]);
  });

  it('of random programs has no free identifier', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const module = resolveText(writeProgram(new Random(seed)));
      if (module === undefined) continue;
      const open = analyzeOpenProgram(collectCode(module));
      expect(findFreeIdentifiers(emitText(module, noSuspension))).toEqual([]);
      expect(findFreeIdentifiers(emitText(module, open))).toEqual([]);
    }
  });

  it('of evaluated code has no free identifier', () => {
    const module = resolveText('List = System\nFn.new { List }');
    if (module === undefined) throw new Error('The text has errors.');
    expect(findFreeIdentifiers(emitText(module, noSuspension, ['List', 'System']))).toEqual([]);
  });

  it('never contains text of the script as code', () => {
    const module = resolveText(
      'System.print("\\0\\"); process.exit() //\\n")\nvar a = `*/ process`',
    );
    if (module === undefined) throw new Error('The text has errors.');
    expect(findFreeIdentifiers(emitText(module, noSuspension))).toEqual([]);
  });
});

describe('findFreeIdentifiers', () => {
  it.each([
    ['a', ['a']],
    ['let a=1;{let b=a;}b', ['b']],
    ['(x=>x.y+z)', ['z']],
    ['(function(a){return ()=>a+b;var b;})', []],
    ['class A{f(){return A}}', []],
    ['(class extends B{[c](){return this}})', ['B', 'c']],
    ['for(let i=0;i<n;i++){var v=i;}v', ['n']],
    ['L:for(;;)switch(p){case 0:{let q=1;continue L;}}', ['p']],
    ['({get place(){return globalThis}})', ['globalThis']],
  ])('of %s finds %j', (text, free) => {
    expect(findFreeIdentifiers(text)).toEqual(free);
  });
});
