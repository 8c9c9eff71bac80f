import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../cli/compare.js';
import { buildMatrix, listParts, matrixSummary } from '../../conformance/comparison/matrix.js';
import { renderMatrixMarkdown } from '../../conformance/comparison/matrix-markdown.js';
import { renderMatrixPage } from '../../conformance/comparison/matrix-page.js';
import type { Report } from '../../conformance/report/model.js';
import { sampleReport, sampleRequirement, sampleSuite, unpleasant } from './report/sample.js';

const passing = sampleRequirement('pass', { id: 'a.b.same' });

/** A result with one requirement that all targets pass, and one with the given verdict. */
function resultOf(url: string, verdict: 'pass' | 'fail', fields: Partial<Report> = {}): Report {
  const other = sampleRequirement(verdict, { id: 'a.b.other' });
  const target = { title: url, url, profiles: ['basic'], servers: [] };
  return sampleReport({ target, requirements: [passing, other], ...fields });
}

function matrixOf(...reports: Report[]) {
  return buildMatrix(reports.map((report, index) => ({ file: `${index}.json`, report })));
}

describe('buildMatrix', () => {
  it('names the differences between the targets', () => {
    const { rows } = matrixOf(resultOf('http://x', 'pass'), resultOf('http://y', 'fail'));
    expect(rows.map(({ id, difference }) => [id, difference])).toEqual([
      ['a.b.same', null],
      ['a.b.other', 'verdict'],
    ]);
    expect(rows[1]?.cells.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
  });

  it('counts different observations as a difference', () => {
    const seen = (answer: string) =>
      sampleReport({
        requirements: [sampleRequirement('observed', { observations: [answer] })],
      });
    expect(matrixOf(seen('409'), seen('409')).rows[0]?.difference).toBeNull();
    expect(matrixOf(seen('409'), seen('500')).rows[0]?.difference).toBe('observation');
  });

  it('distinguishes omitted requirements from judged ones', () => {
    const leftOut = sampleReport({
      requirements: [{ ...passing, selected: false, cases: [] }],
    });
    const judged = sampleReport({ requirements: [passing] });
    const matrix = matrixOf(leftOut, judged, judged);
    expect(matrixSummary(matrix)).toBe('3 results agree in the one requirement.');
    const [row] = matrix.rows;
    expect(row?.cells.map(({ verdict }) => verdict)).toEqual(['left out', 'pass', 'pass']);
    expect(row?.difference).toBeNull();
    expect(() => matrixOf(leftOut, judged)).toThrow(
      '0.json and 1.json have no requirement in common: there is nothing to compare.',
    );
  });

  it('distinguishes versions of one suite', () => {
    const newer = { suite: { ...sampleSuite, version: '2' } };
    const { columns } = matrixOf(resultOf('http://a', 'pass'), resultOf('http://a', 'pass', newer));
    expect(columns.map(({ label }) => label)).toEqual([
      'http://a (basic), suite 1',
      'http://a (basic), suite 2',
    ]);
  });

  it('names targets by their implementations', () => {
    const { target } = sampleReport();
    const implementation = { name: 'Ours', version: '1.2', url: null };
    const { columns } = matrixOf(
      resultOf('http://x', 'pass'),
      resultOf('http://y', 'pass', { target: { ...target, profiles: [], implementation } }),
    );
    expect(columns.map(({ label }) => label)).toEqual(['http://x (basic)', 'Ours 1.2']);
  });

  it('names the file where two results have the same target', () => {
    const { columns } = matrixOf(
      resultOf('http://x', 'pass'),
      resultOf('http://x', 'fail'),
      resultOf('http://y', 'pass'),
    );
    expect(columns.map(({ label }) => label)).toEqual([
      'http://x (basic), 0.json',
      'http://x (basic), 1.json',
      'http://y (basic)',
    ]);
  });
});

/** The titles of parts, the numbers of sections and the ids, in the order of the comparison. */
function outlineOf(matrix: ReturnType<typeof matrixOf>): unknown[] {
  return listParts(matrix).map(({ title, sections }) => [
    title,
    ...sections.map(({ number, rows }) => [number, ...rows.map(({ id }) => id)]),
  ]);
}

describe('the rows of a comparison', () => {
  const requirement = (id: string, verdict: 'pass' | 'fail' | 'blocked', section: string) =>
    sampleRequirement(verdict, { id, section });
  const seen = (answer: string) =>
    sampleRequirement('observed', { id: 'd', section: '2', observations: [answer] });

  it('list different verdicts by the numbers of sections, failures first, then the rest', () => {
    const matrix = matrixOf(
      sampleReport({
        requirements: [
          requirement('a', 'blocked', '10.1'),
          requirement('b', 'fail', '10.1 rule 2'),
          requirement('c', 'fail', '2'),
          requirement('e', 'fail', '2'),
          seen('400'),
        ],
      }),
      sampleReport({
        requirements: [
          requirement('a', 'pass', '10.1'),
          requirement('b', 'pass', '10.1 rule 2'),
          requirement('c', 'pass', '2'),
          requirement('e', 'fail', '2'),
          seen('409'),
        ],
      }),
    );
    expect(outlineOf(matrix)).toEqual([
      ['Different verdicts', ['2', 'c'], ['10.1', 'b', 'a']],
      ['Observed differently where the specification is silent', ['2', 'd']],
      ['Without a difference', ['2', 'e']],
    ]);
  });

  it.each([
    ['the page', renderMatrixPage],
    ['Markdown', renderMatrixMarkdown],
  ])(
    'state in %s the expectation, the observation and what blocks a requirement',
    (_name, render) => {
      const failed = sampleRequirement('fail', { id: 'a.b.cause' });
      const cases = failed.cases.map((one) => ({
        ...one,
        mismatches: [{ path: 'status', expected: '204', observed: '404' }],
      }));
      const blocked = sampleRequirement('blocked', { id: 'a.b.next', blockedBy: 'a.b.cause' });
      const bad = sampleReport({ requirements: [{ ...failed, cases }, blocked] });
      const good = sampleReport({
        requirements: [
          sampleRequirement('pass', { id: 'a.b.cause' }),
          sampleRequirement('pass', { id: 'a.b.next' }),
        ],
      });
      const text = render(matrixOf(bad, good));
      expect(text).toContain('status: expected 204, observed 404');
      expect(text).toContain('POST /api/users?a=1 → no answer');
      expect(text).toMatch(/blocked by `a\.b\.cause`|by <a href="#a\.b\.cause">/);
    },
  );

  it.each([
    ['the page', renderMatrixPage, /<td data-target="fail">7<\/td>/g],
    ['Markdown', renderMatrixMarkdown, /^\| http:.*\| 7 \|/gm],
  ])('follow the counts of every result in %s', (_name, render, counted) => {
    const counts = { ...sampleReport().counts, fail: 7 };
    const matrix = matrixOf(
      resultOf('http://x', 'fail', { counts }),
      resultOf('http://y', 'fail', { counts }),
    );
    expect(render(matrix).match(counted)).toHaveLength(2);
  });
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-compare-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function save(name: string, content: unknown): void {
  const json = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, name), json);
}

async function compare(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await main({ argv, env: {}, cwd: folder, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}

describe('touchstone compare', () => {
  it('writes the comparison as a page and as Markdown', async () => {
    save('x.json', resultOf('http://x', 'pass'));
    save('y.json', resultOf('http://y', 'fail'));
    expect(await compare('x.json', 'y.json', '--reports', 'out')).toEqual({
      code: 0,
      out: '2 results differ in 1 of 2 requirements.\nComparison: out/comparison.html\n',
      err: '',
    });
    const page = readFileSync(join(folder, 'out/comparison.html'), 'utf8');
    expect(page).toContain('id="a.b.other"');
    expect(page).not.toContain(unpleasant);
    const markdown = readFileSync(join(folder, 'out/comparison.md'), 'utf8');
    expect(markdown).toContain('`a.b.other`');
    expect(markdown).not.toContain('`a.b.same`');
  });

  it('writes nothing when the results have no common requirement', async () => {
    const only = (id: string) =>
      sampleReport({ requirements: [sampleRequirement('pass', { id })] });
    save('x.json', only('a.b.c'));
    save('y.json', only('a.b.d'));
    const { code, err } = await compare('x.json', 'y.json', '--reports', 'out');
    expect(code).toBe(2);
    expect(err).toMatch(/x\.json and y\.json have no requirement in common/);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

describe('touchstone compare refuses', () => {
  it.each([
    ['a missing file', undefined, /absent\.json cannot be read/],
    ['a file that is not JSON', '{"a":', /bad\.json is not JSON/],
    ['JSON that is not a report', { a: 1 }, /bad\.json is not a result of "touchstone check"/],
    [
      'a report of another version',
      { schemaVersion: 99 },
      /bad\.json has version 99 of the report format/,
    ],
    ['a run that was stopped', sampleReport({ complete: false }), /did not finish/],
    [
      'another version of the specification',
      sampleReport({
        suite: {
          ...sampleSuite,
          specification: { ...sampleSuite.specification, hash: 'another' },
        },
      }),
      /good\.json and bad\.json cannot be compared: .* specification/,
    ],
    [
      'another suite',
      sampleReport({ suite: { ...sampleSuite, name: 'another' } }),
      /good\.json and bad\.json cannot be compared: .* different suites, sample and another/,
    ],
  ])('%s', async (_what, content, message) => {
    save('good.json', sampleReport());
    if (content !== undefined) save('bad.json', content);
    const file = content === undefined ? 'absent.json' : 'bad.json';
    const { code, err } = await compare('good.json', file);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('a folder that it cannot write to', async () => {
    save('good.json', sampleReport());
    const { code, err } = await compare('good.json', 'good.json', '--reports', 'good.json');
    expect(code).toBe(2);
    expect(err).toMatch(/^touchstone compare: --reports: nothing can be written to .+good\.json: /);
  });

  it('a single result', async () => {
    save('good.json', sampleReport());
    expect(await compare('good.json')).toMatchObject({
      code: 2,
      err: 'touchstone compare: Give two results or more.\n',
    });
  });
});
