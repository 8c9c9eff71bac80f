/**
 * Random programs, each of which has to end in order: an eighth made from the grammar, the others
 * from the repository's programs by spoiling them. FUZZ_PROGRAMS sets how many there are,
 * FUZZ_SEED where the seeds begin; a failure shows the program.
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

/** The repository's programs, a character per byte. */
function readPrograms(): string[] {
  return ['test/wren', 'examples', 'bench'].flatMap((folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const programs = files.filter((file) => file.endsWith('.wren')).sort();
    return programs.map((file) => readFileSync(join(root, folder, file), 'latin1'));
  });
}

/** Judges that many programs; how many ended in which way. */
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

/** Added to a program, it makes all of its code run in the form that can be suspended. */
const anythingMayHappen = 'import "meta"\n';

/**
 * Judges a program in both forms. They have to do the same, unless one comes to a limit that is
 * not the same for both.
 */
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

  it('ends in order when it is made from the grammar', { timeout }, async () => {
    const endings = await judgeAll(generatedCount, (random) => judgeForms(writeProgram(random)));
    note('generated', endings);
    // Programs that do not run, or end at once, show little.
    expect(endings.get('result')).toBeGreaterThan(generatedCount / 2);
  });

  it('ends in order when it is one of ours with parts changed', { timeout }, async () => {
    const programs = readPrograms();
    const endings = await judgeAll(mutatedCount, (random) =>
      judge(mutate(random.pick(programs), random, programs)),
    );
    note('mutated', endings);
    expect(endings.get('diagnostics')).toBeGreaterThan(mutatedCount / 10);
    expect(endings.get('result')).toBeGreaterThan(mutatedCount / 10);
  });

  it('leaves the host as it was', () => {
    expect(findHostChanges(before)).toEqual([]);
  });
});
