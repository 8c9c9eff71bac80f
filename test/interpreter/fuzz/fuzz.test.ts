/**
 * Random programs must end with a result or a proper error. An eighth are made from the grammar,
 * the others by mutating the repository's programs. FUZZ_PROGRAMS sets their number, FUZZ_SEED the
 * first seed; a failure shows the program.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../random.js';
import { findHostChanges, readHostState } from './host-state.js';
import { type Ending, judge, type Verdict } from './judge.js';
import { mutate } from './mutate.js';
import { writeProgram } from './write-program.js';

const count = Number(process.env.FUZZ_PROGRAMS ?? 400);
const generatedCount = Math.ceil(count / 8);
const mutatedCount = count - generatedCount;
const firstSeed = Number(process.env.FUZZ_SEED ?? 1);
const timeout = 30_000 + count * 100;
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The repository's programs, as byte strings. */
function readPrograms(): string[] {
  return ['test/wren', 'examples', 'bench'].flatMap((folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const programs = files.filter((file) => file.endsWith('.wren')).sort();
    return programs.map((file) => readFileSync(join(root, folder, file), 'latin1'));
  });
}

/** Judges a number of programs; returns the number of programs by ending. */
async function judgeAll(
  count: number,
  judgeOne: (random: Random) => Verdict,
): Promise<Map<Ending, number>> {
  const endings = new Map<Ending, number>();
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { ending } = judgeOne(new Random(seed));
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
    if (seed % 100 === 0) await nextTurn();
  }
  return endings;
}

/** Appended to a program, this makes all of its code run in resumable form. */
const anythingMayHappen = 'import "meta"\n';

/** Judges a program in both forms. The results must be equal, except at limits that differ. */
function judgeForms(program: string): Verdict {
  const direct = judge(program);
  const resumable = judge(program + anythingMayHappen);
  const outputs = [direct.output, resumable.output];
  const isLimited = [direct, resumable].some(({ ending }) => ending === 'budget');
  if (!isLimited && !outputs.some((output) => output.includes('Stack overflow.'))) {
    expect(resumable, program).toEqual(direct);
  }
  return direct;
}

describe('a random program', () => {
  const before = readHostState();
  const figures: string[] = [];

  function note(kind: string, endings: ReadonlyMap<Ending, number>): void {
    figures.push(`${kind}: ${[...endings].map(([ending, n]) => `${n} ${ending}`).join(', ')}`);
  }

  afterAll(() => {
    if (process.env.FUZZ_PROGRAMS !== undefined) console.log(figures.join('\n'));
  });

  it('ends properly when made from the grammar', { timeout }, async () => {
    const endings = await judgeAll(generatedCount, (random) => judgeForms(writeProgram(random)));
    note('generated', endings);
    // Programs that do not run test little.
    expect(endings.get('result')).toBeGreaterThan(generatedCount / 2);
  });

  it('ends properly when made by a mutation', { timeout }, async () => {
    const programs = readPrograms();
    const endings = await judgeAll(mutatedCount, (random) =>
      judge(mutate(random.pick(programs), random, programs)),
    );
    note('mutated', endings);
    expect(endings.get('diagnostics')).toBeGreaterThan(mutatedCount / 10);
    expect(endings.get('result')).toBeGreaterThan(mutatedCount / 10);
  });

  it('leaves the host unchanged', () => {
    expect(findHostChanges(before)).toEqual([]);
  });
});
