/** Every result that is valid by the schema makes a site, whatever a stranger has written into it. */
import { expect, it } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { parseReport } from '../../../conformance/report/read.js';
import { demandShowable } from '../../../conformance/site/read-results.js';
import { UsageError } from '../../../kit/errors.js';
import { isFull } from '../../extent.js';
import { sampleReport, sampleRequirement, unpleasant } from '../report/sample.js';
import { makeSite, targetNamed } from './pages.js';

type Path = readonly (string | number)[];

/** The paths of all values in a document. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.keys() : Object.keys(value);
  const members = value as Readonly<Record<string | number, unknown>>;
  return [path, ...[...steps].flatMap((step) => pathsIn(members[step], [...path, step]))];
}

const removed = Symbol('removed');

/** Values that careless code does not expect. */
const hostileValues = [
  ...[removed, null, '', '__proto__', unpleasant.repeat(50), 'javascript:alert(1)', '${section}'],
  ...[0, -1, 1e308, 0.1],
  ...[[], {}, false],
];

/** A copy of a document with another value at a path. */
function replaceAt(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  if (rest.length === 0 && other === removed) delete copy[step];
  else copy[step] = replaceAt(copy[step], rest, other);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

/** The result, if it is one that a site shows. */
function readIfValid(document: unknown): Report | undefined {
  try {
    const report = parseReport(JSON.stringify(document), 'a.json');
    demandShowable(report, 'a.json');
    return report;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** All changes, or in `npm test` two of each value: it is removed, and gets one of the others. */
function changesOf(paths: readonly Path[]): readonly (readonly [Path, unknown])[] {
  if (isFull) return paths.flatMap((path) => hostileValues.map((value) => [path, value] as const));
  return paths.flatMap((path, place) => [
    [path, removed] as const,
    [path, hostileValues[place % hostileValues.length]] as const,
  ]);
}

it('every valid result makes a site', () => {
  const target = targetNamed('ann', { url: 'https://example.org', version: '1' });
  const requirements = (['fail', 'blocked', 'observed'] as const).map((verdict) => {
    const row = sampleRequirement(verdict);
    const cases = row.cases.map((one) => ({ ...one, mismatches: one.mismatches.slice(0, 2) }));
    return { ...row, cases };
  });
  const report = sampleReport({ target, requirements, probableCause: 'x' });
  const original = JSON.parse(JSON.stringify(report));
  const paths = pathsIn(original).filter((path) => path.length > 0);
  let made = 0;
  for (const [path, value] of changesOf(paths)) {
    const changed = readIfValid(replaceAt(original, path, value));
    if (changed === undefined) continue;
    made += 1;
    try {
      makeSite([{ name: 'a.json', read: () => changed }]);
    } catch (error) {
      throw new Error(`${path.join('.')} = ${String(value)}`, { cause: error });
    }
  }
  expect(made).toBeGreaterThan(100);
});
