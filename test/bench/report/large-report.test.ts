import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { makeLargeReport } from '../../../bench/report/large-report.js';
import { packageFile } from '../../../kit/package-root.js';

it('creates a valid report with the given number of cases', () => {
  const report = makeLargeReport(1000);
  const cases = report.requirements.flatMap((row) => row.cases);
  expect(cases).toHaveLength(1000);
  expect(cases.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(100);
  expect(new Set(report.requirements.map(({ id }) => id)).size).toBe(report.requirements.length);
  const schema = readFileSync(packageFile('reports', 'report.schema.json'), 'utf8');
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(schema));
  validate(report);
  expect(validate.errors).toBeNull();
});
