/** Proofs of the example suite: `touchstone prove` from its arguments to its reports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProofReport } from '../../../conformance/prove/report/model.js';
import {
  startTodoServer,
  type TodoFault,
  todoFaults,
  todoSuite,
} from '../../suites/todo-server.js';
import { makeFolder, removeFolders, runCommand } from '../run-check.js';

afterAll(removeFolders);

/** Proves the example suite against a server in this process. */
async function proveTodo(
  argv: readonly string[],
  { plant, use }: { plant?: TodoFault; use?: (url: string) => Promise<void> } = {},
) {
  const cwd = makeFolder();
  const server = await startTodoServer(plant);
  try {
    await axios.post(server.url, { title: 'foreign' });
    const address = ['--suite', todoSuite, '--base-url', server.url];
    const result = await runCommand('prove', [...address, '--seed', '1', ...argv], {}, cwd);
    await use?.(server.url);
    const { data } = await axios.get<readonly { title: string }[]>(server.url);
    return { ...result, cwd, titles: data.map(({ title }) => title), report: readProof(cwd) };
  } finally {
    await server.close();
  }
}

function readProof(cwd: string): ProofReport {
  return JSON.parse(readFileSync(join(cwd, 'reports', 'proof.json'), 'utf8')) as ProofReport;
}

/** What two proofs have in common when they found the same. */
function findingsOf({ score, survivors, noticed, equivalents }: ProofReport) {
  return {
    score,
    survivors: survivors.map(({ fault, ran }) => ({ fault, ran })),
    noticed: noticed.map(({ fault, noticedBy }) => ({ fault, noticedBy })),
    equivalents: equivalents.map(({ fault }) => fault),
  };
}

const few = ['--only', 'todos.delete.*,todos.change.title-lasts', '--max-faults', '30'];

describe('a proof', () => {
  it('names the faults that no requirement notices, and by which requirements others are', async () => {
    const { code, stdout, report } = await proveTodo([
      '--only',
      'todos.read.title,todos.list.holds',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('SURVIVED GET /{} (200): $.completed is absent [member-absent]\n');
    const { noticedBy } = report.noticed.find(
      ({ fault }) => fault === 'GET /{} (200): $.title is in the other letter case',
    ) ?? { noticedBy: [] };
    expect(noticedBy).toEqual([{ id: 'todos.read.title', verdict: 'fail' }]);
    expect(report.survivors.map(({ fault }) => fault)).not.toContain(
      'GET / (200): the list lacks its last element',
    );
    expect(report.counts.noticed + report.counts.survived).toBeGreaterThan(50);
  });

  it('finds the same with the same seed, and touches only what it created', async () => {
    const [first, second] = [await proveTodo(few), await proveTodo(few)];
    expect(findingsOf(first.report)).toEqual(findingsOf(second.report));
    expect(first.report.leftovers).toEqual([]);
    expect(first.titles).toEqual(['foreign']);
    expect(first.report.counts.unplanted).toBeGreaterThan(0);
  });

  it('fails when the score is below --min', async () => {
    const { code, report } = await proveTodo(['--only', 'todos.read.status', '--min', '99']);
    expect(report.score).toBeLessThan(99);
    expect(code).toBe(1);
  });

  it('leaves out what the sound server does not pass, and names it', async () => {
    const [, plant] = todoFaults['a new todo is completed'] ?? [];
    const { stdout, report } = await proveTodo(
      ['--only', 'todos.create.completed,todos.read.status', '--max-faults', '5'],
      plant === undefined ? {} : { plant },
    );
    expect(report.leftOut).toMatchObject([
      { requirement: 'todos.create.completed', why: 'does not pass' },
    ]);
    expect(stdout).toContain('Left out: todos.create.completed (features/2-create.feature:');
  });

  it('leaves out scenarios whose answers change by themselves', async () => {
    let count = 0;
    const plant: TodoFault = (app) =>
      app.get('/:id', (_request, response, next) => {
        const send = response.json.bind(response);
        response.json = (body) => send(count++ % 2 === 0 ? body : { ...body, extra: 1 });
        next();
      });
    const { report } = await proveTodo(['--only', 'todos.read.title', '--max-faults', '5'], {
      plant,
    });
    expect(report.leftOut).toMatchObject([
      { why: 'unstable', reason: 'the answers to GET /{} change by themselves' },
    ]);
    expect(report.score).toBeNull();
  });
});

describe('a request that cannot be met', () => {
  it.each([
    [
      ['--min', '101'],
      "'--min <percent>' argument '101' is invalid. It must be a whole number from 0 to 100.",
    ],
    [['--max-faults', '0'], 'It must be a whole number from 1 up.'],
    [['--only', 'todos.no'], 'no requirement matches "todos.no"'],
    [['--only', 'todos.delete.read'], 'No scenario judges a requirement of the level must'],
    [['--base-url', 'http://127.0.0.1:1', '--wait', '0'], 'cannot be reached'],
  ])('%j: one sentence, and nothing is sent', async (argv, message) => {
    const cwd = makeFolder();
    const all = ['--suite', todoSuite, '--base-url', 'http://127.0.0.1:1', '--wait', '0', ...argv];
    const { code, stdout, stderr } = await runCommand('prove', all, {}, cwd);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(code).toBe(2);
    expect(readdirSync(cwd).filter((name) => name !== 'reports')).toEqual([]);
  });
});
