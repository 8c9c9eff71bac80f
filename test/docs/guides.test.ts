/** Runs the commands of the guides. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../conformance/report/model.js';
import { packageFile } from '../../kit/package-root.js';
import { readBlocks, Workplace } from './workplace.js';

describe('the guide to verdicts', () => {
  const guide = 'how-a-requirement-becomes-a-verdict.md';
  const workplace = new Workplace();
  afterAll(() => workplace.remove());

  it('quotes the catalogue and the feature exactly', () => {
    const [entry = ''] = readBlocks(guide, 'yaml');
    const catalogue = parse(readFileSync(packageFile('spec', 'requirements.yaml'), 'utf8'));
    expect(catalogue.requirements).toContainEqual(parse(entry)[0]);
    const [scenario = ''] = readBlocks(guide, 'gherkin');
    const feature = readFileSync(packageFile('features/api/users/delete.feature'), 'utf8');
    expect(feature).toContain(scenario.trimEnd().replace(/^/gm, '  '));
  });

  it('names the errors that steps can throw', () => {
    const text = readFileSync(packageFile('docs', guide), 'utf8');
    const files = ['conformance/verdict/outcomes.ts', 'conformance/http/target-failure.ts'];
    const source = files.map((file) => readFileSync(packageFile(file), 'utf8')).join('');
    for (const [, name] of source.matchAll(/^export class (\w+) extends Error/gm)) {
      expect(text).toContain(`\`${name}\``);
    }
  });

  it('produces a report with the scenario and the exchanges of a requirement', async () => {
    const [command = ''] = readBlocks(guide, 'sh');
    expect(await workplace.run(command)).toMatchObject({ code: 0 });
    const report = readFileSync(join(workplace.folder, 'reports', 'report.json'), 'utf8');
    const { requirements } = JSON.parse(report) as Report;
    const row = requirements.find(({ id }) => id === 'users.delete.unknown');
    expect(row?.verdict).toBe('pass');
    const [first] = row?.cases ?? [];
    expect(first?.feature).toBe('features/api/users/delete.feature');
    expect(first?.exchanges.at(-1)?.request.method).toBe('DELETE');
  });
});

it('the index lists all guides, and all links in the guides are valid', () => {
  const index = readFileSync(packageFile('docs', 'README.md'), 'utf8');
  const linked = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const guides = readdirSync(packageFile('docs')).filter((name) => /^(?!README).*\.md$/.test(name));
  expect(linked.sort()).toEqual(guides.sort());
  for (const guide of guides) {
    const text = readFileSync(packageFile('docs', guide), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      expect([guide, target, existsSync(packageFile('docs', target))]).toEqual([
        guide,
        target,
        true,
      ]);
    }
  }
});
