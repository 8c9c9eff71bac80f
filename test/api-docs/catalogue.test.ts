import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderSite } from '../../api-docs/site.js';
import { groupScenarios, readDecisions } from '../../conformance/report/html/catalogue.js';
import { compileFeature } from '../../conformance/scenarios/compile-feature.js';
import { loadShippedSuite } from '../../conformance/suite/load-suite.js';
import { loadCatalogue } from '../../conformance/suite/requirements.js';

const info = { title: 'An API', version: '1' };
const suite = loadShippedSuite();
const { requirements } = loadCatalogue(suite);

describe('the page of requirements', () => {
  let page = '';
  beforeEach(async () => {
    const site = renderSite({ openapi: '3.1.0', info, paths: {} }, suite);
    page = site.get('requirements.html') ?? '';
  });

  /** The markup of one requirement. */
  function rowOf(id: string): string {
    const start = page.indexOf(`<details class="requirement" id="${id}" `);
    return page.slice(start, page.indexOf('</details>', start));
  }

  it('shows each requirement with a scenario', () => {
    for (const { id } of requirements) {
      expect([id, rowOf(id)]).toEqual([
        id,
        expect.stringMatching(/features\/[\w/-]+\.feature:\d+/),
      ]);
    }
  });

  it('shows the decision of the reference server for exactly the open questions', () => {
    for (const { id, level } of requirements) {
      expect([id, rowOf(id).includes('<dt>Why</dt>')]).toEqual([id, level === 'open']);
    }
  });

  it('is linked from the API page, and its internal links are valid', async () => {
    const site = renderSite({ openapi: '3.1.0', info, paths: {} }, suite);
    expect(site.get('index.html')).toContain('<a href="requirements.html">');
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) {
      expect(page).toContain(`id="${target}"`);
    }
  });
});

describe('the catalogue', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'touchstone-catalogue-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has the scenarios of a requirement, and an outline once', () => {
    mkdirSync(join(folder, 'deep'), { recursive: true });
    const path = 'features/deep/a.feature';
    const feature = [
      'Feature: A thing',
      '  @req:a.b.c @slow',
      '  Scenario: First',
      '    Given a step',
      '  @req:a.b.c',
      '  Scenario Outline: Second <x>',
      '    Given a step <x>',
      '    Examples:',
      '      | x |',
      '      | 1 |',
      '      | 2 |',
      '  @req:a.b.d',
      '  Scenario: Third',
      '    Given a step',
    ].join('\n');
    const compiled = JSON.stringify(compileFeature(feature, path));
    writeFileSync(join(folder, 'deep', 'a.json'), compiled);
    expect(Object.fromEntries(groupScenarios({ features: folder }))).toEqual({
      'a.b.c': [
        { name: 'First', file: path, line: 3 },
        { name: 'Second <x>', file: path, line: 6 },
      ],
      'a.b.d': [{ name: 'Third', file: path, line: 13 }],
    });
  });

  it('has the decision of a table row for each of its ids', () => {
    const text =
      '| Point | Choice | Why | Requirement |\n|---|---|---|---|\n| A \\| b | 400 | So | `a.b.c`, `a.b.d` |\n';
    writeFileSync(join(folder, 'decisions.md'), text);
    const decision = { point: 'A \\| b', choice: '400', reason: 'So' };
    expect(Object.fromEntries(readDecisions(join(folder, 'decisions.md')))).toEqual({
      'a.b.c': decision,
      'a.b.d': decision,
    });
  });
});
