/** Runs the guide to publishing results, and the workflow that it describes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findFreePort } from '../../kit/free-port.js';
import { packageFile } from '../../kit/package-root.js';
import { readBlocks, Workplace } from './workplace.js';

const blocks = readBlocks('publishing-results.md', 'sh');

/** A folder with the examples and the libraries of their servers, and commands on a free port. */
class Publisher {
  readonly workplace = new Workplace();
  port = '';

  async prepare(): Promise<void> {
    this.port = String(await findFreePort());
    symlinkSync(packageFile('node_modules'), join(this.workplace.folder, 'node_modules'));
  }

  run(script: string, env: Readonly<Record<string, string>> = {}) {
    return this.workplace.run(script.replaceAll('3000', this.port), { PORT: this.port, ...env });
  }

  read(path: string): string {
    return readFileSync(join(this.workplace.folder, path), 'utf8');
  }
}

describe('the guide to publishing results', () => {
  const publisher = new Publisher();
  beforeAll(() => publisher.prepare());
  afterAll(() => publisher.workplace.remove());

  it('checks three implementations and makes a site of their results', async () => {
    expect(blocks).toHaveLength(4);
    for (const block of blocks.slice(0, 3)) {
      const { code, output } = await publisher.run(block);
      expect([code, output]).toEqual([0, output]);
    }
    const overview = publisher.read('public/index.html');
    expect(overview).toContain('1 of 3 implementations conforms to');
    expect(overview).toMatch(/memory<.*no-order<.*read-only</s);
    expect(publisher.read('public/todo/implementations/read-only.html')).toContain('PATCH');
    expect(publisher.read('public/todo/badges/memory.svg')).toContain('conforms');
  });

  it('uses a copy once', async () => {
    const { code, output } = await publisher.run(blocks[3] ?? '');
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('3 implementations of 1 suite, 3 runs.'),
    ]);
  });

  it('names pages and files that the site has', () => {
    for (const name of ['changes.atom', 'changes.json', 'badges/memory.svg']) {
      expect(existsSync(join(publisher.workplace.folder, 'public/todo', name))).toBe(true);
    }
  });

  it('names inputs that the action has', () => {
    const [example = ''] = readBlocks('publishing-results.md', 'yaml');
    const { inputs } = parse(readFileSync(packageFile('action.yml'), 'utf8'));
    expect(Object.keys(inputs)).toEqual(
      expect.arrayContaining(Object.keys(parse(example)[0].with)),
    );
  });
});

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

describe('the workflow that publishes', () => {
  const text = readFileSync(packageFile('examples', 'publishing', 'workflow.yml'), 'utf8');
  const { on, jobs } = parse(text);
  const implementations = jobs.check.strategy.matrix.include as readonly Readonly<
    Record<string, string>
  >[];
  const stepNamed = (job: string, name: string): Step =>
    (jobs[job].steps as readonly Step[]).find((step) => step.name === name) ?? {};

  const publisher = new Publisher();
  beforeAll(async () => {
    await publisher.prepare();
    mkdirSync(join(publisher.workplace.folder, 'results'));
  });
  afterAll(() => publisher.workplace.remove());

  it('runs every night, for three implementations', () => {
    expect(on.schedule).toHaveLength(1);
    expect(implementations).toHaveLength(3);
  });

  it('checks an implementation, whether it conforms or not, and makes the site', async () => {
    const { run = '' } = stepNamed('check', 'Check the implementation');
    const { name = '', start = '', url = '' } = implementations[2] ?? {};
    const given = { NAME: name, START: start, PAGE: url, VERSION: 'abc1234' };
    const checked = await publisher.run(run, given);
    expect([checked.code, checked.output]).toEqual([0, checked.output]);
    const { run: build = '', env = {} } = stepNamed('publish', 'Build the site');
    expect(Object.keys(env)).toEqual(['ADDRESS', 'REPOSITORY']);
    const addresses = {
      ADDRESS: 'https://example.org/x',
      REPOSITORY: 'https://example.org/repository',
    };
    const { code, output } = await publisher.run(build, addresses);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('1 implementation of 1 suite, 1 run.'),
    ]);
    expect(publisher.read('public/todo/changes.json')).toContain(
      'https://example.org/x/todo/runs/',
    );
    expect(publisher.read('public/todo/implementations/read-only.html')).toContain('abc1234');
  });

  it('fails for an implementation that cannot be checked, and keeps no result of it', async () => {
    const { run = '' } = stepNamed('check', 'Check the implementation');
    const env = { NAME: 'absent', START: 'exit 7', PAGE: 'https://example.org', VERSION: '1' };
    expect(await publisher.run(run, env)).toMatchObject({ code: 2 });
    expect(readdirSync(join(publisher.workplace.folder, 'results'))).not.toContain('absent');
  });

  it('keeps the results of each night in the branch that the guide makes', async () => {
    const [prepare = ''] = readBlocks('publishing-results.md', 'console');
    const { run: keep = '' } = stepNamed('publish', 'Keep the results');
    const { code, output } = await publisher.workplace.run(
      `mkdir nights && cd nights
git init --quiet --bare origin.git
git clone --quiet origin.git suite 2>/dev/null && cd suite
git config user.name owner && git config user.email owner@localhost
git commit --quiet --allow-empty --message Suite
${prepare.replaceAll(/^\$ /gm, '')}
cd .. && git clone --quiet --branch results origin.git results
for night in 1 2; do
  mkdir -p results/memory && echo '{}' > "results/memory/$night.json"
  ${keep}
done
git --git-dir origin.git ls-tree -r --name-only results | xargs`,
      { GIT_CONFIG_GLOBAL: '/dev/null' },
    );
    expect([code, output]).toEqual([0, expect.stringMatching(/memory\/1\.json memory\/2\.json/)]);
  });

  it('takes inputs as variables only, and publishes what it has built', () => {
    for (const { run = '' } of [...jobs.check.steps, ...jobs.publish.steps] as Step[]) {
      expect(run).not.toContain('${{');
    }
    const upload = (jobs.publish.steps as readonly Step[]).find(({ uses }) =>
      uses?.includes('upload-pages'),
    );
    expect(upload?.with).toEqual({ path: 'public' });
    expect(jobs.publish.permissions).toEqual({
      contents: 'write',
      pages: 'write',
      'id-token': 'write',
    });
  });
});
