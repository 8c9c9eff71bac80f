import { posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { startTodoServer, todoSuite } from '../../suites/todo-server.js';
import { sampleReport, sampleRequirement, sampleSuite, unpleasant } from '../report/sample.js';
import { removeFolders, runCheck } from '../run-check.js';
import { generateResults } from './generated-results.js';
import { makeSite, pageOf, resultNamed, type Site, targetNamed } from './pages.js';

afterAll(removeFolders);

/** The addresses in a page that are files of the site, as paths from its folder on. */
function linksIn(path: string, text: string): readonly (readonly [file: string, id: string])[] {
  const addresses = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(
    ([, address = '']) => address,
  );
  return addresses
    .filter((address) => !/^https?:/.test(address))
    .map((address) => {
      const [file = '', id = ''] = unescapeEntities(address).split('#');
      const name = decodeURIComponent(id);
      return [file === '' ? path : posix.join(posix.dirname(path), file), name] as const;
    });
}

function unescapeEntities(text: string): string {
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&([^;]+);/g, (_, name: keyof typeof entities) => entities[name]);
}

/** Links to files that do not exist, and to ids that are in no page. */
function findBrokenLinks({ pages }: Site): readonly string[] {
  const ids = new Map(
    [...pages].map(([path, text]) => [
      path,
      new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => unescapeEntities(id))),
    ]),
  );
  return [...pages].flatMap(([path, text]) =>
    !path.endsWith('.html')
      ? []
      : linksIn(path, text)
          .filter(([file, id]) => !pages.has(file) || (id !== '' && !ids.get(file)?.has(id)))
          .map(([file, id]) => `${path} → ${file}#${id}`),
  );
}

describe('the site of 40 implementations with 20 runs each', () => {
  let site: Site;
  let requirements = 0;

  beforeAll(async () => {
    const server = await startTodoServer();
    const { report } = await runCheck([
      '--suite',
      todoSuite,
      '--base-url',
      server.url,
      '--disposable',
    ]);
    await server.close();
    if (report === undefined) throw new Error('The check wrote no report.');
    const some = report.requirements
      .filter((_, place) => place % 3 === 0)
      .map((row) => ({ ...row, needs: [] }));
    requirements = some.length;
    const extent = { implementations: 40, runs: 20 };
    site = makeSite(generateResults({ ...report, requirements: some }, extent));
  });

  it('has a row for each implementation, those of which most holds first', () => {
    const rows = pageOf(site, 'index.html').match(/<tr class="implementation">.*?<\/tr>/gs) ?? [];
    expect(rows).toHaveLength(40);
    expect(rows[0]).toContain('server-0');
    const shares = rows.map((row) => Number(/(\d+) of \d+/.exec(row)?.[1]));
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(new Set(shares).size).toBeGreaterThan(3);
  });

  it('has a page for each implementation, requirement and run, and no link that leads nowhere', () => {
    const count = (part: string) =>
      [...site.pages.keys()].filter((path) => path.includes(part)).length;
    expect(count('/implementations/')).toBe(40);
    expect(count('/runs/')).toBe(800);
    expect(count('/requirements/')).toBe(requirements);
    expect(count('/badges/')).toBe(40);
    expect(findBrokenLinks(site)).toEqual([]);
  });

  it('has style sheets and scripts once, in files beside the pages', () => {
    for (const [path, text] of site.pages) {
      if (!path.endsWith('.html')) continue;
      expect(text).not.toMatch(/<style|<script>/);
    }
  });

  it('tells what broke when', () => {
    const page = pageOf(site, 'todo/implementations/server-9.html');
    const changes = /<h2>What changed<\/h2>(.*?)<\/section>/s.exec(page)?.[1] ?? '';
    expect(changes).toMatch(
      /2026-11-\d\d 02:09.*?fixed<\/span> <a href="\.\.\/requirements\/todos\./s,
    );
    expect(changes).toMatch(/first run/);
  });
});

describe('a section with many requirements', () => {
  it('has several pages, which link to each other', () => {
    const requirements = Array.from({ length: 300 }, (_, number) =>
      sampleRequirement('pass', { id: `a.rule-${number}`, cases: [] }),
    );
    const names = Array.from({ length: 30 }, (_, number) => `server-${number}`);
    const site = makeSite(
      names.map((name) => resultNamed(`${name}.json`, { target: targetNamed(name), requirements })),
    );
    const parts = ['sample/sections/4.1.html', 'sample/sections/parts/4.1-2.html'];
    const rows = parts.flatMap((path) => pageOf(site, path).match(/<tr id="a\.rule-/g) ?? []);
    expect(rows).toHaveLength(300);
    expect(pageOf(site, parts[0] ?? '')).toContain('href="parts/4.1-2.html"');
    expect(findBrokenLinks(site)).toEqual([]);
  });
});

it('lists the latest 100 runs of an implementation, and counts the older ones', () => {
  const site = makeSite(generateResults(sampleReport(), { implementations: 1, runs: 103 }));
  const [name = ''] = [...site.pages.keys()].filter((path) => path.includes('/implementations/'));
  const page = pageOf(site, name);
  const days = [...page.matchAll(/<th scope="row"><a[^>]*><time datetime="(\d{4}-\d\d-\d\d)/g)].map(
    ([, one]) => one,
  );
  expect(days).toHaveLength(100);
  expect(days[0]).toBe('2026-11-28');
  expect(page).toContain('and 3 older runs');
});

describe('what a site leaves out', () => {
  const good = resultNamed('good.json', { target: targetNamed('good') });

  it.each([
    [
      'a run that was stopped',
      { complete: false },
      'bad.json comes from a run that did not finish.',
    ],
    [
      'a run of some requirements',
      { selection: { classes: ['api'], only: ['4.1'] } },
      'bad.json comes from a run of some requirements only (--only).',
    ],
    [
      'a requirement that is listed twice',
      { requirements: [sampleRequirement('pass'), sampleRequirement('pass')] },
      'bad.json lists a requirement more than once.',
    ],
    [
      'an impossible time',
      { startedAt: '2026-99-02T03:04:05.678Z' },
      'bad.json states no time at which the run started.',
    ],
  ])('%s', (_what, fields: Partial<Report>, sentence) => {
    expect(makeSite([good, resultNamed('bad.json', fields)]).leftOut).toEqual([sentence]);
  });

  it('a copy of a result', () => {
    const copy = { ...good, name: 'other/copy.json' };
    const sentence = 'other/copy.json is of the same run as good.json.';
    expect(makeSite([good, copy]).leftOut).toEqual([sentence]);
    const site = makeSite([good, { ...good, name: 'beside.json' }]);
    expect(site.leftOut).toEqual([]);
    expect(pageOf(site, 'sample/implementations/good.html')).toContain('<h2>1 run</h2>');
  });

  it('a result that claims to be of another suite', () => {
    const suite = { ...sampleSuite, name: 'other', title: 'Other' };
    const own = [sampleRequirement('pass', { id: 'other.rule' })];
    const site = makeSite([
      good,
      resultNamed('other.json', { suite, requirements: own, target: targetNamed('other') }),
      resultNamed('claims.json', { suite }),
    ]);
    expect(site.leftOut).toEqual([
      'claims.json claims to be a result of the suite other, but has the requirements of the suite sample, such as sample.fail.rule.',
    ]);
    expect(pageOf(site, 'index.html')).toContain('<a href="other/index.html">Other</a>');
    expect(findBrokenLinks(site)).toEqual([]);
  });
});

describe('a site of strangers', () => {
  it('escapes all texts, and links only to web pages', () => {
    const suite = {
      ...sampleSuite,
      title: unpleasant,
      specification: {
        title: unpleasant,
        url: 'javascript:alert(1)',
        anchor: 'javascript:alert(1)//${section}',
        hash: '',
      },
      sections: { '4.1': unpleasant },
    };
    const target = targetNamed(unpleasant, { url: 'javascript:alert(1)', version: unpleasant });
    const requirements = [
      ...sampleReport().requirements,
      sampleRequirement('fail', { id: `../../${unpleasant}`, section: `\ud800${unpleasant}` }),
    ];
    const site = makeSite([resultNamed('../a.json', { suite, target, requirements })]);
    for (const [path, text] of site.pages) {
      if (path.startsWith('assets/') || /\.(md|json)$/.test(path)) continue;
      expect([path, text.includes('<script>alert')]).toEqual([path, false]);
      expect([path, /href="javascript/.test(text)]).toEqual([path, false]);
      expect(posix.normalize(path)).toBe(path);
      expect(path.startsWith('..')).toBe(false);
    }
    expect(findBrokenLinks(site)).toEqual([]);
  });

  it('has a file of its own for each name', () => {
    const names = ['index.html', 'assets', 'con', 'CON', 'ä', 'a', '..', '/', '%2e'];
    const site = makeSite(
      names.map((name) =>
        resultNamed(`${names.indexOf(name)}.json`, {
          suite: { ...sampleSuite, name },
          target: targetNamed(name),
          requirements: names.map((id) => sampleRequirement('fail', { id, section: id })),
        }),
      ),
    );
    expect(findBrokenLinks(site)).toEqual([]);
    const paths = [...site.pages.keys()];
    const folders = new Set(paths.map((path) => posix.dirname(path)));
    expect(paths.filter((path) => folders.has(path))).toEqual([]);
    expect(paths.filter((path) => /(^|\/)(con|\.\.?)(\.|\/)/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('implementation-report.html'))).toHaveLength(
      names.length,
    );
  });

  it('computes the conclusion from the verdicts, whatever a result claims', () => {
    const conclusion = {
      answer: 'conforms',
      sentence: 'The server conforms.',
      exitCode: 0,
    } as const;
    const site = makeSite([resultNamed('a.json', { conclusion, target: targetNamed('liar') })]);
    expect(pageOf(site, 'sample/implementations/liar.html')).toContain(
      '<strong>does not conform</strong>',
    );
    const report = [...site.pages].find(([path]) => path.includes('/runs/liar/'))?.[1];
    expect(report).toContain('<h2>The server does not conform</h2> <p>2 of 6 requirements failed.');
    expect(report).not.toContain('The server conforms');
    expect(pageOf(site, 'sample/badges/liar.svg')).toContain('does not conform · 1 of 6');
  });

  it('tells implementations of the same name apart', () => {
    const site = makeSite([
      resultNamed('a.json', { target: targetNamed('same', { url: 'https://a.example' }) }),
      resultNamed('b.json', { target: targetNamed('same', { url: 'https://b.example' }) }),
      resultNamed('zoe/2026-11-28/1.json', { target: targetNamed('twin') }),
      resultNamed('zoe/2026-11-29/1.json', { target: targetNamed('twin') }),
      resultNamed('ann/1.json', { target: targetNamed('twin') }),
    ]);
    const labels = [
      ...pageOf(site, 'index.html').matchAll(/implementations\/([^"]*)\.html">(.*?)</g),
    ];
    expect(labels.map(([, file, label]) => [file, label])).toEqual(
      expect.arrayContaining([
        ['same', 'same (a.example)'],
        ['same-2', 'same (b.example)'],
        ['twin', 'twin (ann)'],
        ['twin-2', 'twin (zoe)'],
      ]),
    );
    expect(pageOf(site, 'sample/implementations/twin-2.html')).toContain('2 runs');
  });

  it('takes statements from most results, not from one', () => {
    const forged = [sampleRequirement('pass', { id: 'a', statement: 'Forged.' })];
    const honest = [sampleRequirement('pass', { id: 'a', statement: 'Honest.' })];
    const site = makeSite([
      resultNamed('a.json', {
        requirements: forged,
        target: targetNamed('a'),
        startedAt: '2030-01-02T03:04:05.678Z',
      }),
      resultNamed('b.json', { requirements: honest, target: targetNamed('b') }),
      resultNamed('c.json', { requirements: honest, target: targetNamed('c') }),
    ]);
    const page = pageOf(site, 'sample/requirements/a.html');
    expect(page).toContain('Honest.');
    expect(page).not.toContain('Forged.');
  });
});

/** Results of one implementation each, of two requirements. */
function resultsOf(verdicts: Readonly<Record<string, 'pass' | 'fail'>>): Site {
  return makeSite(
    Object.entries(verdicts).map(([name, verdict]) =>
      resultNamed(`${name}.json`, {
        target: targetNamed(name.replace(/\d/, '')),
        requirements: [
          sampleRequirement(verdict, { id: 'a.b.rule', statement: 'It is so.' }),
          sampleRequirement('observed', {
            id: 'a.b.open',
            observations: [`answers as ${name[0]}`],
          }),
        ],
      }),
    ),
  );
}

describe('the page of a requirement', () => {
  it('shows who holds it, and expected and observed of the others', () => {
    const page = pageOf(
      resultsOf({ ann: 'pass', bob: 'fail' }),
      'sample/requirements/a.b.rule.html',
    );
    expect(page).toContain('It is so.');
    expect(page).toMatch(/id="bob">.*expected .*observed /s);
    expect(page).toMatch(/It holds in 1 implementation.*>ann</s);
  });

  it('shows what is observed where the specification is silent, the most common answer first', () => {
    const page = pageOf(
      resultsOf({ ann: 'pass', bob: 'pass', bea: 'pass' }),
      'sample/requirements/a.b.open.html',
    );
    expect(page).toMatch(/answers as b.*>bea<.*>bob<.*answers as a.*>ann</s);
  });
});

describe('the implementation report', () => {
  it('states for each feature whether two independent implementations have it', () => {
    const yes = resultsOf({ ann: 'pass', bob: 'pass', cleo: 'fail' });
    const page = pageOf(yes, 'sample/implementation-report.html');
    expect(page).toContain('1 of 1 feature has at least two independent implementations.');
    expect(page).toMatch(/<td class="good">yes<\/td>.*ann.*bob/s);
    const markdown = pageOf(yes, 'sample/implementation-report.md');
    expect(markdown).toContain('| `a.b.rule` It is so. | yes | ann, bob |');
  });

  it('counts configurations of one implementation once', () => {
    const site = makeSite(
      ['plain', 'guarded'].map((scope) =>
        resultNamed(`${scope}.json`, { scope, target: targetNamed('ann') }),
      ),
    );
    expect(pageOf(site, 'index.html')).toContain('ann (plain)');
    expect(pageOf(site, 'sample/implementation-report.md')).toContain('**no** | ann |');
  });
});

describe('versions of a suite', () => {
  const versionOf = (version: string, requirements: Report['requirements'], name: string) =>
    resultNamed(`${name}-${version}.json`, {
      suite: { ...sampleSuite, version },
      target: targetNamed(name),
      requirements,
    });
  const rule = (id: string, statement: string) => sampleRequirement('pass', { id, statement });
  const first = [rule('a.kept', 'Kept.'), rule('a.changed', 'As it was.'), rule('a.gone', 'Gone.')];
  const second = [rule('a.kept', 'Kept.'), rule('a.changed', 'As it is.'), rule('a.new', 'New.')];

  it('show what is new', () => {
    const site = makeSite([
      ...['ann', 'bob'].map((name) => versionOf('9', first, name)),
      ...['ann', 'bob'].map((name) => versionOf('10', second, name)),
    ]);
    const page = pageOf(site, 'sample/versions/10.html');
    expect(page).toMatch(/Since version 9/);
    expect(page).toMatch(
      /New: 1 requirement.*a\.new.*Changed: 1 requirement.*As it is\..*As it was\..*Removed: 1 requirement.*a\.gone/s,
    );
    expect(pageOf(site, 'index.html')).toContain('version 10 of the suite');
    expect(findBrokenLinks(site)).toEqual([]);
  });

  it('are shown from the second implementation on', () => {
    const site = makeSite([
      ...['ann', 'bob'].map((name) => versionOf('1', first, name)),
      versionOf('999', [rule('a.forged', 'Forged.')], 'mallory'),
    ]);
    expect(pageOf(site, 'index.html')).toContain('version 1 of the suite');
    expect(findBrokenLinks(site)).toEqual([]);
  });
});

describe('the feeds', () => {
  const runs = (verdicts: readonly ('pass' | 'fail' | 'error')[]) =>
    makeSite(
      verdicts.map((verdict, index) =>
        resultNamed(`${index}.json`, {
          target: targetNamed('ann'),
          startedAt: `2026-01-0${index + 1}T00:00:00.000Z`,
          requirements: [sampleRequirement(verdict, { id: 'a.b.rule' })],
        }),
      ),
    );

  it('list changes, the latest first, and skip runs that could not judge', () => {
    const site = runs(['pass', 'error', 'fail', 'fail', 'pass']);
    const { items } = JSON.parse(pageOf(site, 'sample/changes.json'));
    expect(items.map(({ title }: { title: string }) => title)).toEqual([
      'ann: 1 requirement fixed',
      'ann: 1 requirement broken',
      'ann: first run, 1 of 1 hold',
    ]);
    const atom = pageOf(site, 'sample/changes.atom');
    expect(atom.match(/<entry>/g)).toHaveLength(3);
    expect(atom).toContain('<content type="text">Broken: a.b.rule.</content>');
  });

  it('keep the id of a change when more results follow', () => {
    const idsOf = (site: Site) =>
      JSON.parse(pageOf(site, 'sample/changes.json')).items.map(({ id }: { id: string }) => id);
    const files = ['pass', 'fail', 'pass'].map((verdict, index) =>
      resultNamed(`${index}.json`, {
        target: targetNamed('ann'),
        startedAt: `2026-01-0${index + 1}T00:00:00.000Z`,
        requirements: [sampleRequirement(verdict as 'pass', { id: 'a.b.rule' })],
      }),
    );
    expect(idsOf(makeSite(files)).slice(1)).toEqual(idsOf(makeSite(files.slice(0, 2))));
  });
});
