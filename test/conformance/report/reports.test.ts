import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { makeLargeReport } from '../../../bench/report/large-report.js';
import { renderJson } from '../../../conformance/check/write-reports.js';
import { renderConsole } from '../../../conformance/report/console/console.js';
import { renderJunit } from '../../../conformance/report/formats/junit.js';
import { renderSummary } from '../../../conformance/report/formats/markdown.js';
import { renderHtml } from '../../../conformance/report/html/page.js';
import { verdictOrder } from '../../../conformance/report/model.js';
import { exportCommands } from '../../../conformance/report/queries.js';
import { packageFile } from '../../../kit/package-root.js';
import { parseXml, type XmlElement } from './parse-xml.js';
import { sampleCase, sampleReport, sampleRequirement } from './sample.js';

const report = sampleReport();

function elementsOf(element: XmlElement, name: string): XmlElement[] {
  const below = element.children.flatMap((child) => elementsOf(child, name));
  return element.name === name ? [element, ...below] : below;
}

describe('JSON', () => {
  const schema: object = JSON.parse(
    readFileSync(packageFile('reports/report.schema.json'), 'utf8'),
  );
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

  test('is valid by its schema', () => {
    validate(JSON.parse(renderJson(report)));
    expect(validate.errors).toBeNull();
  });

  test.each([
    ['a member more', { ...report, more: 1 }],
    ['a member less', { ...report, seed: undefined }],
    ['another version', { ...report, schemaVersion: 1 }],
    [
      'an unknown verdict',
      { ...report, requirements: [{ ...sampleRequirement('pass'), verdict: 'ok' }] },
    ],
  ])('is invalid with %s', (_name, changed) => {
    expect(validate(JSON.parse(JSON.stringify(changed)))).toBe(false);
  });
});

describe('JUnit', () => {
  const root = parseXml(renderJunit(report));
  const cases = elementsOf(root, 'testcase');

  test('is well-formed with any texts', () => {
    expect(root.name).toBe('testsuites');
    expect(cases).toHaveLength(verdictOrder.length);
  });

  test('has the right counts', () => {
    const [suite] = elementsOf(root, 'testsuite');
    expect(suite?.attributes).toMatchObject({
      tests: String(cases.length),
      failures: String(elementsOf(root, 'failure').length),
      errors: String(elementsOf(root, 'error').length),
      skipped: String(elementsOf(root, 'skipped').length),
      time: '1.500',
    });
  });

  test('names a case by its id, and groups cases by its first parts', () => {
    const { name, classname, time } = cases[0]?.attributes ?? {};
    expect({ name, classname, time }).toEqual({
      ...{ name: 'sample.fail.rule', classname: 'sample.fail', time: '0.002' },
    });
  });

  test('has the statement and the section in the output', () => {
    for (const { children } of cases) {
      expect(children.at(-1)?.name).toBe('system-out');
    }
    expect(renderJunit(report)).toMatch(
      /<system-out>&lt;script&gt;.*\(§4\.1 rule 2\)<\/system-out>/s,
    );
  });

  test('distinguishes failures, errors and skipped requirements', () => {
    const outcomes = cases.map(({ attributes, children }) => [
      attributes.name?.split('.')[1],
      children[0]?.name,
    ]);
    expect(Object.fromEntries(outcomes)).toEqual({
      fail: 'failure',
      unstable: 'failure',
      error: 'error',
      blocked: 'skipped',
      'not-tested': 'skipped',
      'not-applicable': 'skipped',
      pass: 'system-out',
      observed: 'system-out',
    });
  });
});

test('JUnit names the cause of a block, and what a failure blocks', () => {
  const root = parseXml(renderJunit(report));
  const [skipped] = elementsOf(root, 'skipped');
  expect(skipped?.attributes.message).toMatch(/^blocked by sample\.fail\.rule: /);
  expect(renderJunit(report)).toMatch(/^blocks sample\.blocked\.rule: /m);
});

const terminal = { paint: (_style: unknown, text: string) => text, reports: 'reports' };
const onTerminal = renderConsole(report, terminal);
const groups = onTerminal.split('\n\n').filter((block) => /^[A-Z]+ sample/.test(block));

describe('failures on the terminal', () => {
  test('take at most twelve lines each, and a line for each blocked requirement', () => {
    expect(groups.map((group) => group.split(' ')[0])).toEqual(['FAIL', 'UNSTABLE', 'ERROR']);
    for (const group of groups) {
      const lines = group.split('\n').filter((line) => !line.startsWith('  blocks '));
      expect(lines.length).toBeLessThanOrEqual(12);
    }
    expect(groups[0]?.match(/^ {2}blocks sample\.blocked\.rule: .+$/gm)).toHaveLength(1);
  });

  test('count further blocked requirements', () => {
    const blocked = Array.from({ length: 9 }, (_, index) =>
      sampleRequirement('blocked', { id: `sample.blocked.${index}` }),
    );
    const requirements = [sampleRequirement('fail'), ...blocked];
    const shown = renderConsole(sampleReport({ requirements }), terminal);
    expect(shown.match(/^ {2}blocks .*$/gm)?.at(-1)).toBe('  blocks 4 more requirements');
    expect(shown).not.toContain('BLOCKED');
  });

  test('name the earlier requests, and how to repeat all of them', () => {
    expect(groups[0]).toContain(
      '\n  after POST /api/users; to send them all again, run:\n    npx touchstone replay sample.fail.rule\n',
    );
  });

  test('name the suite and the report that the commands need', () => {
    const shown = renderConsole(report, { ...terminal, reports: 'out', suite: 'my suite' });
    const options = "--suite 'my suite'";
    expect(shown.split('\n')).toEqual(
      expect.arrayContaining([
        `    npx touchstone replay sample.fail.rule ${options} --report out/report.json`,
        `  npx touchstone clean out/report.json ${options}`,
      ]),
    );
  });

  test.each([
    [2, 'The server may confuse concurrent requests, or reject some.'],
    [1, 'No requests were concurrent, so what other scenarios changed may be the reason.'],
  ])('say why a scenario passed alone, with %i requests at a time', (mostAtATime, reason) => {
    const traffic = { ...report.traffic, mostAtATime, passedAlone: ['a.b'] };
    const shown = renderConsole(sampleReport({ traffic }), terminal);
    expect(shown.match(/passed when repeated alone: .*\(a\.b\)\. (.*)$/m)?.[1]).toBe(reason);
  });

  test('begin as the user called the program, on a line of their own at any width', () => {
    const call = 'npm run';
    const shown = renderConsole(report, { ...terminal, call, width: 40 }).split('\n');
    const expected = [
      '    npm run replay -- sample.fail.rule',
      '  npm run clean -- reports/report.json',
    ];
    expect(shown).toEqual(expect.arrayContaining(expected));
    expect(renderHtml(report, [], { ...terminal, call })).toContain(
      '<code>npm run replay -- sample.fail.rule</code>',
    );
  });

  test('name no option for a token that an answer has', () => {
    expect(exportCommands(['curl -H "A: $TOUCHSTONE_ISSUED_3"'])).toEqual([
      "export TOUCHSTONE_ISSUED_3='the token in the answer to an earlier request'",
    ]);
  });

  test('come with the command that sets the variables of their secrets, once', () => {
    const failed = sampleCase('fail');
    const exchanges = failed.exchanges.map((one) => ({
      ...one,
      curl: `${one.curl} -H "X-API-Key: $TOUCHSTONE_API_KEY" -H "A: \${TOUCHSTONE_API_KEY%?}x"`,
    }));
    const requirements = ['a', 'b'].map((name) =>
      sampleRequirement('fail', { id: `sample.fail.${name}`, cases: [{ ...failed, exchanges }] }),
    );
    const line = "export TOUCHSTONE_API_KEY='the value of --api-key'";
    const shown = renderConsole(sampleReport({ requirements }), { ...terminal, width: 40 });
    expect(shown.split('\n').filter((one) => one.includes('export'))).toEqual([`  ${line}`]);
    const page = renderHtml(sampleReport({ requirements }));
    expect(page.split(line.replaceAll("'", '&#39;'))).toHaveLength(2);
    expect(onTerminal).not.toContain('export ');
  });

  test('name requests of other cases, one for each method and status', () => {
    const failed = sampleCase('fail');
    const ended = (method: string, status: number) => ({
      ...failed,
      exchanges: failed.exchanges.slice(0, 1).map((one) => ({
        ...one,
        request: { ...one.request, method },
        response: { status, headers: [], body: '' },
      })),
    });
    const cases = [ended('GET', 200), ended('GET', 200), ended('POST', 403), ended('GET', 403)];
    const requirements = [sampleRequirement('fail', { cases })];
    const text = renderConsole(sampleReport({ requirements }), terminal);
    expect(text).toMatch(/^ {2}fails also with POST \S+ → 403, GET \S+ → 403$/m);
    expect(onTerminal).not.toContain('fails also with');
  });

  test('name no command for leftovers without an id, unless lists are searched for them', () => {
    const leftovers = report.leftovers.filter(({ deletion }) => deletion === undefined);
    const unnamed = sampleReport({ leftovers });
    const suite = { ...terminal, suite: 'suite' };
    expect(renderConsole(unnamed, suite)).toContain(
      'Left behind in the target: what a POST /api/users created',
    );
    expect(renderConsole(unnamed, suite)).not.toContain('touchstone clean');
    expect(renderHtml(unnamed, [], suite)).not.toContain('touchstone clean');
    expect(renderConsole(unnamed, terminal)).toContain('touchstone clean reports/report.json');
  });

  test('show an error of several requirements once', () => {
    const reason = 'the body did not end within 10000 ms';
    const errors = Array.from({ length: 9 }, (_, index) =>
      sampleRequirement('error', { id: `sample.error.${index}`, reason }),
    );
    const other = sampleRequirement('error', { id: 'sample.other.rule', reason: 'not HTTP' });
    const text = renderConsole(sampleReport({ requirements: [...errors, other] }), terminal);
    expect(text.match(/^ERROR .+$/gm)).toEqual([
      expect.stringContaining('sample.error.0'),
      expect.stringContaining('sample.other.rule'),
    ]);
    expect(text).toMatch(/^ {2}the same error: sample\.error\.1, .+sample\.error\.5 and 3 more$/m);
  });

  test('come before requirements that are blocked from outside', () => {
    const reason = 'no row (sample.b.rule was left out of this run)';
    const stray = sampleRequirement('blocked', { id: 'sample.a.rule', blockedBy: null, reason });
    const shown = renderConsole(
      sampleReport({ requirements: [stray, sampleRequirement('fail')] }),
      terminal,
    );
    expect(shown.split('\n\n')[1]).toBe(
      `Blocked by causes outside this run\n  sample.a.rule: ${reason}`,
    );
  });

  test('name the server when there are several', () => {
    const [server] = report.target.servers;
    if (server === undefined) throw new Error('The sample has no server.');
    const servers = [server, { ...server, name: 'route' }];
    const several = sampleReport({ target: { ...report.target, servers } });
    const row = sampleRequirement('fail', { server: 'route', cases: [] });
    const shown = renderConsole({ ...several, requirements: [row] }, terminal);
    expect(shown).toMatch(/^FAIL sample\.fail\.rule §4\.1 rule 2 \(route\)$/m);
    expect(onTerminal).toMatch(/^FAIL sample\.fail\.rule §4\.1 rule 2$/m);
  });
});

describe('the summary on the terminal', () => {
  test('ends with the conclusion', () => {
    expect(onTerminal).toContain('and 17 more differences');
    expect(onTerminal).toContain('\n\nNot tested\n  without --api-key: sample.not-tested.rule\n\n');
    expect(onTerminal).toContain('Reports: reports/report.html and others beside it');
    expect(onTerminal).toContain('Left behind in the target: DELETE /api/users?id=7');
    expect(onTerminal).toContain(
      'Exercised 1 of 1 operations and 1 of 2 answers of the OpenAPI description.',
    );
    expect(onTerminal.trimEnd().split('\n').at(-1)).toBe(report.conclusion.sentence);
  });

  test('names what did not apply, by reason', () => {
    const rows = ['a', 'b', 'c'].map((id) =>
      sampleRequirement('not applicable', { id, reason: id === 'c' ? 'other' : 'one\nline' }),
    );
    const shown = renderConsole(sampleReport({ requirements: rows }), terminal);
    expect(shown).toContain('Not applicable\n  one line: a, b\n  other: c\n\n');
  });

  test('lists unexercised answers on request, and otherwise names the option', () => {
    expect(onTerminal).toContain('--coverage names the others.');
    const full = renderConsole(report, { ...terminal, coverage: true });
    expect(full).toContain('Not exercised:\n  GET /api/users: 404\n');
    expect(renderHtml(report)).toContain('<li><code>GET /api/users: 404</code></li>');
  });

  test('is folded to the width of the terminal, except for commands', () => {
    const lines = renderConsole(report, { ...terminal, width: 60 }).split('\n');
    const others = lines.filter((line) => !/^ +curl /.test(line) && line.trim().includes(' '));
    expect(lines.some((line) => line.startsWith('  curl '))).toBe(true);
    const breakable = others.filter((line) => !line.split(' ').some((word) => word.length > 40));
    for (const line of breakable) expect([...line].length).toBeLessThanOrEqual(60);
    expect(onTerminal.split('\n').some((line) => line.length > 100)).toBe(true);
  });

  test('counts every verdict', () => {
    for (const verdict of verdictOrder) expect(onTerminal).toContain(`${verdict} 1`);
  });
});

describe('HTML', () => {
  const page = renderHtml(report);

  test('escapes texts', () => {
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; ]]&gt;');
    expect(page).not.toContain('<script>alert');
    expect(page.match(/<script>/g)).toHaveLength(1);
  });

  test('names the command that deletes leftovers', () => {
    expect(page).toContain('<code>npx touchstone clean reports/report.json</code>');
    expect(renderHtml(sampleReport({ leftovers: [] }))).not.toContain('touchstone clean');
  });

  test('names the same commands as the terminal', () => {
    const shown = renderHtml(report, [], { reports: 'out', suite: 'my-suite' });
    for (const command of [
      'replay sample.fail.rule --suite my-suite --report out/report.json',
      'clean out/report.json --suite my-suite',
    ]) {
      expect(shown).toContain(`<code>npx touchstone ${command}</code>`);
    }
  });

  test('needs no other file and forbids requests', () => {
    expect(page).not.toMatch(/\b(src|href)="(?!#|requirements\.html#)/);
    expect(page).not.toMatch(/@import|url\(/);
    expect(page).toContain('default-src &#39;none&#39;');
  });

  test('has an anchor for every requirement, and its links lead to one', () => {
    for (const { id } of report.requirements) expect(page).toContain(`id="${id}"`);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) {
      expect(page).toContain(`id="${target}"`);
    }
  });
});

test('all reports agree on verdicts and conclusion', () => {
  const html = renderHtml(report);
  const markdown = renderSummary(report);
  const terminal = renderConsole(report, { paint: (_style, text) => text, reports: '' });
  for (const text of [markdown, terminal]) expect(text).toContain(report.conclusion.sentence);
  expect(html).toContain('<h2>The server does not conform</h2> <p>1 requirement failed.</p>');
  for (const { id, verdict, selected } of report.requirements) {
    const shown = selected ? verdict : 'left out';
    expect(html).toContain(`id="${id}" data-verdict="${shown}"`);
  }
  for (const verdict of verdictOrder) {
    expect(html).toContain(`<b>${report.counts[verdict]}</b> ${verdict}`);
    expect(markdown).toContain(`| ${verdict} | ${report.counts[verdict]} |`);
  }
});

test('Markdown lists blocked requirements under their cause, or at the end', () => {
  const requirements = [
    sampleRequirement('blocked', { id: 'sample.a.rule', blockedBy: null, reason: 'no row' }),
    sampleRequirement('blocked', { id: 'sample.b.rule', reason: 'no list' }),
    sampleRequirement('fail'),
  ];
  const markdown = renderSummary(sampleReport({ requirements }));
  const [, failures = '', strays = ''] =
    /## Failures(.*)## Blocked by[^\n]*(.*)/s.exec(markdown) ?? [];
  expect(failures).toContain('Blocks\n\n- `sample.b.rule`: no list');
  expect(strays).toContain('- `sample.a.rule`: no row');
});

test.each([
  ['JSON', renderJson],
  ['HTML', renderHtml],
  ['JUnit', renderJunit],
  ['Markdown', renderSummary],
  [
    'the terminal',
    (one: typeof report) => renderConsole(one, { paint: (_, text) => text, reports: '' }),
  ],
])('%s escapes hidden characters', (_name, render) => {
  const text = render(report);
  expect(/(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/u.exec(text)?.[0]).toBeUndefined();
  for (const digits of ['0007', '202e', '2066', '200b', '2028'])
    expect(text).toContain(`\\u${digits}`);
});

test('JSON means the same with escapes', () => {
  expect(JSON.parse(renderJson(report))).toEqual(JSON.parse(JSON.stringify(report)));
});

test('Markdown keeps every table row on its line', () => {
  const rows = renderSummary(report)
    .split('\n')
    .filter((line) => line.startsWith('| body.'));
  expect(rows).toHaveLength(40 / 2);
  for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(5);
});

test('a page of thousands of cases stays small enough for a browser', () => {
  expect(renderHtml(makeLargeReport(5000)).length).toBeLessThan(20_000_000);
});

describe('a common cause of all failures', () => {
  const probableCause = 'Every answer was 404: the base URL may name another server.';
  const ids = ['one', 'two', 'three'].map((name) => `sample.fail.${name}`);
  const requirements = ids.map((id) => sampleRequirement('fail', { id }));
  const common = sampleReport({ requirements, probableCause });

  test('is the first sentence on the terminal, above a single failure', () => {
    const shown = renderConsole(common, terminal);
    expect(shown.startsWith(`${probableCause}\n\nFAIL sample.fail.one`)).toBe(true);
    expect(shown.match(/^FAIL/gm)).toHaveLength(1);
    expect(shown).toContain('  the same cause: sample.fail.two, sample.fail.three\n');
  });

  test('is above a single card in the page, and in the summary', () => {
    const page = renderHtml(common);
    expect(page.match(/<div class="group">/g)).toHaveLength(1);
    expect(page.indexOf(probableCause)).toBeLessThan(page.indexOf('<div class="group">'));
    expect(page).toContain('the same cause in 2 more requirements');
    expect(renderSummary(common)).toContain(probableCause);
  });
});

test('a credential that is never accepted is named above all failures', () => {
  const rejectedCredential = { variable: 'TOUCHSTONE_API_KEY', status: 401 } as const;
  const requirements = ['sample.fail.one', 'sample.fail.two'].map((id) =>
    sampleRequirement('fail', { id }),
  );
  const rejected = sampleReport({ requirements, rejectedCredential });
  const sentence = 'No request that needs a credential was accepted with $TOUCHSTONE_API_KEY (401)';
  const shown = renderConsole(rejected, terminal);
  expect(shown.startsWith(sentence)).toBe(true);
  expect(shown.match(/^FAIL/gm)).toHaveLength(2);
  expect(renderHtml(rejected)).toContain(sentence);
  expect(renderSummary(rejected)).toContain('$TOUCHSTONE\\_API\\_KEY');
});

test('a slow server is named with what to do, others are not', () => {
  const render = (medianMs: number) =>
    renderConsole(sampleReport({ traffic: { ...report.traffic, medianMs } }), terminal);
  expect(render(299)).not.toContain('slow');
  expect(render(300)).toMatch(/^The server is slow: median answer 300 ms; .*--only/m);
});
