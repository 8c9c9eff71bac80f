/**
 * Random programs must end with a result or a proper error. An eighth are made from the grammar,
 * the others by mutating the repository's programs. A failure shows the program.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { seed as firstSeed, isFull } from '../../extent.js';
import { recordFigures } from '../../figures.js';
import { Random } from '../../random.js';
import { findHostChanges, readHostState } from './host-state.js';
import { type Ending, judge, type Verdict } from './judge.js';
import { mutate } from './mutate.js';
import { writeProgram } from './write-program.js';

const count = isFull ? 20_000 : 400;
const generatedCount = Math.ceil(count / 8);
const mutatedCount = count - generatedCount;
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

  const describeEndings = (kind: string, endings: ReadonlyMap<Ending, number>) =>
    `${kind} programs: ${[...endings].map(([ending, n]) => `${n} ${ending}`).join(', ')}`;

  it('ends properly when made from the grammar', async (context) => {
    const endings = await judgeAll(generatedCount, (random) => judgeForms(writeProgram(random)));
    recordFigures(context, describeEndings('Generated', endings));
    // Programs that do not run test little.
    expect(endings.get('result')).toBeGreaterThan(generatedCount / 2);
  });

  it('ends properly when made by a mutation', async (context) => {
    const programs = readPrograms();
    const endings = await judgeAll(mutatedCount, (random) =>
      judge(mutate(random.pick(programs), random, programs)),
    );
    recordFigures(context, describeEndings('Mutated', endings));
    expect(endings.get('diagnostics')).toBeGreaterThan(mutatedCount / 10);
    expect(endings.get('result')).toBeGreaterThan(mutatedCount / 10);
  });

  it('leaves the host unchanged', () => {
    expect(findHostChanges(before)).toEqual([]);
  });
});
