import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../cli/compare.js';
import { buildMatrix, matrixSummary } from '../../../conformance/comparison/matrix.js';
import type { Report } from '../../../conformance/report/model.js';
import { sampleReport, sampleRequirement, sampleSuite, unpleasant } from '../report/sample.js';

const passing = sampleRequirement('pass', { id: 'a.b.same' });

/** A result with one requirement that all targets pass and one with the verdict given. */
function resultOf(url: string, verdict: 'pass' | 'fail', fields: Partial<Report> = {}): Report {
  const other = sampleRequirement(verdict, { id: 'a.b.other' });
  const target = { title: url, url, profiles: ['basic'], servers: [] };
  return sampleReport({ target, requirements: [passing, other], ...fields });
}

function matrixOf(...reports: Report[]) {
  return buildMatrix(reports.map((report, index) => ({ file: `${index}.json`, report })));
}

describe('buildMatrix', () => {
  it('puts the rows first in which the targets differ', () => {
    const { rows } = matrixOf(resultOf('http://x', 'pass'), resultOf('http://y', 'fail'));
    expect(rows.map(({ id, differs }) => [id, differs])).toEqual([
      ['a.b.other', true],
      ['a.b.same', false],
    ]);
    expect(rows[0]?.cells.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
  });

  it('puts a failure before what it blocks', () => {
    const requirementsOf = (...verdicts: ('pass' | 'fail' | 'blocked')[]) => ({
      requirements: verdicts.map((verdict, index) =>
        sampleRequirement(verdict, { id: `a.b.${index}` }),
      ),
    });
    const { rows } = matrixOf(
      sampleReport(requirementsOf('pass', 'pass', 'pass')),
      sampleReport(requirementsOf('blocked', 'pass', 'fail')),
    );
    expect(rows.map(({ id }) => id)).toEqual(['a.b.2', 'a.b.0', 'a.b.1']);
  });

  it('counts different observations as a difference', () => {
    const seen = (answer: string) =>
      sampleReport({
        requirements: [sampleRequirement('observed', { observations: [answer] })],
      });
    expect(matrixOf(seen('409'), seen('409')).rows[0]?.differs).toBe(false);
    expect(matrixOf(seen('409'), seen('500')).rows[0]?.differs).toBe(true);
  });

  it('tells a requirement that a run left out from one that it judged', () => {
    const leftOut = sampleReport({
      requirements: [{ ...passing, selected: false, cases: [] }],
    });
    const judged = sampleReport({ requirements: [passing] });
    const matrix = matrixOf(leftOut, judged);
    const [row] = matrix.rows;
    expect(matrixSummary(matrix)).toBe('2 results have no requirement in common.');
    expect(matrixSummary(matrixOf(leftOut, judged, judged))).toBe(
      '3 results agree in the one requirement.',
    );
    expect(row?.cells.map(({ verdict }) => verdict)).toEqual(['left out', 'pass']);
    expect(row?.differs).toBe(false);
  });

  it('tells versions of one suite apart', () => {
    const newer = { suite: { ...sampleSuite, version: '2' } };
    const { columns } = matrixOf(resultOf('http://a', 'pass'), resultOf('http://a', 'pass', newer));
    expect(columns.map(({ label }) => label)).toEqual([
      'http://a (basic), suite 1',
      'http://a (basic), suite 2',
    ]);
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

describe('touchstone compare', () => {
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

  it.each([
    ['a file that is not there', undefined, /absent\.json cannot be read/],
    ['a file that is not JSON', '{"a":', /bad\.json is not JSON/],
    ['JSON that is no result', { a: 1 }, /bad\.json is not a result of "touchstone check"/],
    ['a result in another form', { schemaVersion: 99 }, /bad\.json has the form 99 of reports/],
    ['a run that was stopped', sampleReport({ complete: false }), /did not reach its end/],
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
  ])('refuses %s', async (_what, content, message) => {
    save('good.json', sampleReport());
    if (content !== undefined) save('bad.json', content);
    const file = content === undefined ? 'absent.json' : 'bad.json';
    const { code, err } = await compare('good.json', file);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('says where it cannot write', async () => {
    save('good.json', sampleReport());
    const { code, err } = await compare('good.json', 'good.json', '--reports', 'good.json');
    expect(code).toBe(2);
    expect(err).toMatch(/^touchstone compare: --reports: nothing can be written to .+good\.json: /);
  });

  it('asks for a second result', async () => {
    save('good.json', sampleReport());
    expect(await compare('good.json')).toMatchObject({
      code: 2,
      err: 'touchstone compare: Give two results or more.\n',
    });
  });
});
