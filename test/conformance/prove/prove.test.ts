/** Proofs of the example suite: `touchstone prove` from its arguments to its reports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import axios from 'axios';
import { afterAll, describe, expect, it, test } from 'vitest';
import { findJournals } from '../../../conformance/check/run-journal.js';
import type { ProofReport } from '../../../conformance/prove/report/model.js';
import { packageFile } from '../../../kit/package-root.js';
import { startConformingServer } from '../../faulty/conforming-server.js';
import {
  startTodoServer,
  type TodoFault,
  todoFaults,
  todoSuite,
} from '../../suites/todo-server.js';
import { argumentsFor, makeFolder, removeFolders, runCommand } from '../run-check.js';

afterAll(removeFolders);

interface ProofSurroundings {
  readonly plant?: TodoFault;
  /** Default: the example suite. */
  readonly suite?: string;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

/** Proves the example suite against a server in this process. */
async function proveTodo(
  argv: readonly string[],
  { plant, suite = todoSuite, cwd = makeFolder(), signal }: ProofSurroundings = {},
) {
  const server = await startTodoServer(plant);
  try {
    // A kept connection could end during the proof, just when the next request is sent on it.
    await axios.post(server.url, { title: 'foreign' }, { headers: { Connection: 'close' } });
    const address = ['--suite', suite, '--base-url', server.url];
    const result = await runCommand(
      'prove',
      [...address, '--seed', '1', ...argv],
      { ...(signal && { signal }) },
      cwd,
    );
    const { data } = await axios.get<readonly { title: string }[]>(server.url);
    return { ...result, cwd, titles: data.map(({ title }) => title), report: readProof(cwd) };
  } finally {
    await server.close();
  }
}

function readProof(cwd: string): ProofReport {
  return JSON.parse(readFileSync(join(cwd, 'reports', 'proof.json'), 'utf8')) as ProofReport;
}

/** A copy of the example suite at a path of its own: a process reads the features of a path once. */
function copySuite(from = todoSuite): string {
  const folder = makeFolder();
  cpSync(from, folder, { recursive: true });
  return folder;
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

const few = ['--only', 'todos.delete.*,todos.change.title-lasts', '--max-faults', '25'];

describe('a proof', () => {
  it('names the faults that no requirement notices, and by which requirements others are', async () => {
    const { code, stdout, report } = await proveTodo(['--only', 'todos.read.title']);
    expect(code).toBe(0);
    expect(stdout).toContain('SURVIVED GET /{} (200): $.completed is absent [member-absent]\n');
    const { noticedBy } = report.noticed.find(
      ({ fault }) => fault === 'GET /{} (200): $.title is in the other letter case',
    ) ?? { noticedBy: [] };
    expect(noticedBy).toEqual([{ id: 'todos.read.title', verdict: 'fail' }]);
    expect(report.counts.noticed + report.counts.survived).toBeGreaterThan(30);
  });

  it('finds the same with the same seed, and touches only what it created', async () => {
    const [first, second] = [await proveTodo(few), await proveTodo(few)];
    expect(findingsOf(first.report)).toEqual(findingsOf(second.report));
    expect(first.report.leftovers).toEqual([]);
    expect(first.titles).toEqual(['foreign']);
    expect(first.report.counts.unplanted).toBeGreaterThan(0);
  });

  it('fails when the score is below --min', async () => {
    const { code, report } = await proveTodo([
      '--only',
      'todos.read.status',
      '--min',
      '99',
      '--max-faults',
      '9',
    ]);
    expect(report.score).toBeLessThan(99);
    expect(code).toBe(1);
  });

  it('refuses what concerns another server than the one that it starts', async () => {
    const prove = (argv: readonly string[]) => runCommand('prove', argv, {}, makeFolder());
    const { code, stderr } = await prove(['--setup', 'true']);
    expect(stderr).toBe(
      'touchstone prove: --setup: needs --base-url with the address of the server.\n',
    );
    expect(code).toBe(2);
    const both = await prove(['--db', 'postgres://h/d', '--base-url', 'http://127.0.0.1:1']);
    expect(both.stderr).toContain('--db: applies to servers that the suite starts');
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

it('a proof that is stopped deletes what it created, and says what is missing', async () => {
  const stopping = new AbortController();
  let requests = 0;
  const plant: TodoFault = (app) =>
    app.use((_request, _response, next) => {
      requests += 1;
      if (requests === 100) stopping.abort();
      next();
    });
  const { signal } = stopping;
  const { code, stdout, titles, report } = await proveTodo(few, { plant, signal });
  expect(titles).toEqual(['foreign']);
  expect(report.complete).toBe(false);
  expect(report.counts.unplanted).toBeGreaterThan(24);
  expect(stdout).toContain('The run was stopped before the rest.');
  expect(code).toBe(2);
});

it('a proof that is killed leaves a journal, by which its rows are deleted', async () => {
  let proof: ChildProcess | undefined;
  let requests = 0;
  const plant: TodoFault = (app) =>
    app.get('/:id', (_request, _response, next) => {
      requests += 1;
      if (requests === 60) proof?.kill('SIGKILL');
      next();
    });
  const server = await startTodoServer(plant);
  try {
    const cwd = makeFolder();
    const address = ['--suite', todoSuite, '--base-url', server.url];
    const program = [packageFile('bin', 'touchstone.js'), 'prove', ...address, ...few];
    proof = spawn(process.execPath, program, { cwd, stdio: 'ignore' });
    await once(proof, 'exit');
    expect((await axios.get(server.url)).data).not.toEqual([]);
    const [name = ''] = findJournals(join(cwd, 'reports'));
    const { stdout, code } = await runCommand('clean', [`reports/${name}`, ...address], {}, cwd);
    expect([code, stdout]).toEqual([0, expect.stringContaining('0 left')]);
    expect((await axios.get(server.url)).data).toEqual([]);
  } finally {
    await server.close();
  }
});

describe('the faults of a proof', () => {
  const judged = ['--only', 'todos.create.url,todos.read.title'];

  it('are judged apart: others that are planted before change no result', async () => {
    const { report: whole } = await proveTodo(judged);
    const { report: part } = await proveTodo([...judged, '--seed', '7', '--max-faults', '25']);
    const { noticed, survivors } = findingsOf(part);
    expect(noticed.length + survivors.length).toBe(25);
    const all = findingsOf(whole);
    for (const one of noticed) expect(all.noticed).toContainEqual(one);
    for (const one of survivors) expect(all.survivors).toContainEqual(one);
  });

  it('are judged apart also where many are planted side by side', async () => {
    const [{ report: alone }, { report: together }] = [
      await proveTodo([...few, '--concurrency', '1']),
      await proveTodo([...few, '--concurrency', '20']),
    ];
    expect(alone.counts.noticed).toBeGreaterThan(10);
    expect(findingsOf(together)).toEqual(findingsOf(alone));
  });

  it('are waited for as long as the sound server needs', async () => {
    const suite = copySuite();
    appendFileSync(
      join(suite, 'features', '1-collection.feature'),
      `
  @req:todos.list.holds
  Scenario: A new todo is listed at some time
    Given what POST / creates is cleaned up with DELETE \${$.url}
    And I send POST / with {"title": "\${unique}"}
    When I send GET / for up to 600 seconds until $[?@.title == '\${unique}'] has 1 element
`,
    );
    const { report } = await proveTodo(['--only', 'todos.list.holds', '--max-faults', '20'], {
      suite,
    });
    expect(report.complete).toBe(true);
    expect(report.counts.noticed).toBeGreaterThan(3);
  });

  it.each([
    [
      'keep the rows of scenarios that wait: a clean-up by the marker of the run comes between them',
      'cors.preflight.no-processing,products.fields.created-at,products.read.status',
    ],
    [
      'are planted in a scenario that creates fewer rows when others have left many',
      'products.create.id-from-server,products.create.name-truthy,products.list.offset,products.list.limit-default',
    ],
  ])('%s', async (_what, only) => {
    const server = await startConformingServer();
    const few = ['--only', only, '--max-faults', '1', '--concurrency', '9', '--seed', '1'];
    const argv = [...argumentsFor(server), '--profile', 'basic', ...few];
    const cwd = makeFolder();
    const { code } = await runCommand('prove', argv, {}, cwd);
    await server.close();
    expect(readProof(cwd)).toMatchObject({ leftOut: [], leftovers: [] });
    expect(code).toBe(0);
  });

  it('are noticed by at least as many requirements when all scenarios run', async () => {
    const few = [...judged, '--max-faults', '8'];
    const [{ report: usual }, { report: whole }] = [
      await proveTodo(few),
      await proveTodo([...few, '--whole']),
    ];
    expect(whole.score).toBe(usual.score);
    for (const { ran } of whole.survivors) expect(ran).toHaveLength(2);
  });
});

describe('the survivors of a proof', () => {
  const judged = ['--only', 'todos.create.status'];

  it('are noticed by the scenarios that --write adds', async () => {
    const suite = copySuite();
    const before = await proveTodo([...judged, '--write'], { suite });
    expect(before.stdout).toContain('would be noticed by: Then $.completed is false\n');
    expect(before.stdout).toMatch(
      /Added \d+ requirements to .*requirements\.yaml, with scenarios in/,
    );

    const written = copySuite(suite);
    const feature = readFileSync(join(written, 'features', 'proven.feature'), 'utf8');
    expect(feature).toContain(`  @req:todos.create.completed-absent
  Scenario: In the answer to POST /, $.completed is false
    Given what POST / creates is cleaned up with DELETE \${$.url}
    When I send POST / with {"title": "\${unique}"}
    Then $.completed is false
`);
    const lint = await runCommand('lint', [written], {}, makeFolder());
    expect(lint.stdout).toBe('No problems found.\n');
    const only = `${judged[1]},todos.*-*`;
    const after = await proveTodo(['--only', only, '--survivors'], {
      suite: written,
      cwd: before.cwd,
    });
    const noticed = after.report.noticed.map(({ fault }) => fault);
    const suggested = before.report.survivors.filter(({ suggestion }) => suggestion !== null);
    expect(suggested.length).toBeGreaterThan(10);
    for (const { fault } of suggested) expect(noticed).toContain(fault);
  });

  it('are shown with their exchanges and scenarios on a page, in a summary and on a badge', async () => {
    const { report, cwd } = await proveTodo(['--only', 'todos.read.status', '--max-faults', '20']);
    const file = (name: string) => readFileSync(join(cwd, 'reports', name), 'utf8');
    const [survivor] = report.survivors.filter(({ suggestion }) => suggestion !== null);
    expect(file('proof.html')).toContain('With the fault: 200');
    expect(file('proof.html')).toContain(`@req:${survivor?.suggestion?.id}`);
    expect(file('proof.md')).toContain(`notices ${report.counts.noticed} of 20 faults`);
    expect(file('proof.svg')).toContain(`faults noticed: ${report.score} %`);
    const schema = JSON.parse(readFileSync(packageFile('reports', 'proof.schema.json'), 'utf8'));
    const isValid = new Ajv2020().compile(schema);
    expect([isValid(report), isValid.errors]).toEqual([true, null]);
  });
});

describe('what the specification leaves open', () => {
  it('is told apart from holes by the requirements that observe it', async () => {
    const suite = copySuite();
    appendFileSync(
      join(suite, 'features', '5-delete.feature'),
      `
  @req:todos.delete.gone
  Scenario: A deleted todo has no title
    Given what POST / creates is cleaned up with DELETE \${$.url}
    And I send POST / with {"title": "\${unique}"}
    And I remember $.url as "url"
    And I send DELETE \${url}
    When I send GET \${url}
    Then the text of the body does not contain "\${unique}"
`,
    );
    const { report, stdout, cwd } = await proveTodo(
      ['--only', 'todos.delete.gone,todos.delete.read', '--max-faults', '30'],
      { suite },
    );
    expect(report.open.length).toBeGreaterThan(1);
    for (const one of report.open) {
      expect(one).toMatchObject({
        ...{ operation: 'GET /{}', status: 404 },
        observedBy: ['todos.delete.read'],
      });
    }
    expect(report.survivors.length).toBeGreaterThan(1);
    expect(report.survivors.map(({ status }) => status)).not.toContain(404);
    expect(report.counts.noticed + report.counts.survived + report.counts.open).toBe(30);
    expect(stdout).toContain(`${report.open.length} faults left out that concern what the`);
    const summary = readFileSync(join(cwd, 'reports', 'proof.md'), 'utf8');
    expect(summary).toContain('| `todos.delete.read` | `GET /{} (404): ');
  });
});

test('a proof of another form is refused with the place that differs', async () => {
  const cwd = makeFolder();
  mkdirSync(join(cwd, 'reports'));
  writeFileSync(join(cwd, 'reports', 'proof.json'), '{"schemaVersion": "1"}');
  const argv = ['--suite', todoSuite, '--survivors', '--base-url', 'http://127.0.0.1:1'];
  const { code, stderr } = await runCommand('prove', argv, {}, cwd);
  expect(stderr).toMatch(
    /proof\.json is not a result of "touchstone prove": at (its root|\/schemaVersion) it must .*\.\n$/,
  );
  expect(code).toBe(2);
});

describe('a request that cannot be met', () => {
  it.each([
    [
      ['--min', '101'],
      "'--min <percent>' argument '101' is invalid. It must be a whole number from 0 to 100.",
    ],
    [['--max-faults', '0'], 'It must be a whole number from 1 up.'],
    [['--survivors'], 'proof.json cannot be read: no such file or directory.'],
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
