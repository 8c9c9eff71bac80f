import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadSuite } from '../../conformance/suite/load-suite.js';
import { loadCatalogue } from '../../conformance/suite/requirements.js';
import { packageFile } from '../../kit/package-root.js';

interface Exclusion {
  readonly section: string;
  readonly text: string;
  readonly reason: string;
}

const file = packageFile('spec', 'requirements.yaml');
const { requirements } = loadCatalogue(loadSuite(packageFile('spec')));
const { exclusions } = parse(readFileSync(file, 'utf8')) as { exclusions: readonly Exclusion[] };

/** All sections of the specification with statements. */
const sections = [
  '1',
  '1 Project layout',
  '1 Script facilities',
  '1 Response.cors variants',
  '1 Response.cors rule 1',
  '1 Response.cors rule 2',
  '1 Response.cors rule 3',
  '1 Query objects',
  '2',
  '2 users',
  '2 api_keys',
  '2 products',
  '2 sessions',
  '2 JSON representations',
  '3',
  '4',
  '4.1',
  '4.1 OPTIONS',
  '4.1 GET with id',
  '4.1 GET without id',
  '4.1 POST',
  '4.1 PUT',
  '4.1 DELETE',
  '4.1 any other combination',
  ...[1, 2, 3, 4, 5].map((rule) => `4.1 rule ${rule}`),
  '4.2',
  '4.2 OPTIONS',
  '4.2 GET with id',
  '4.2 GET without id',
  '4.2 POST',
  '4.2 PUT',
  '4.2 DELETE',
  '4.2 any other combination',
  ...[1, 2, 3, 4, 5].map((rule) => `4.2 rule ${rule}`),
  '4.3',
  '5',
  '5.1 Header',
  '5.1 Missing header',
  '5.1 Validation',
  '5.1 Order',
  '5.2',
  '5.2 Header',
  '5.2 Missing header',
  '5.2 Format',
  '5.2 Validation',
  '5.2 Content-Type',
  '6',
  '7',
  '8',
  '9',
];

const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

/** The test of "touchstone lint" checks scenarios and steps against the catalogue. */
describe('the catalogue of requirements', () => {
  it('has ids of area, operation and rule, each once', () => {
    const word = '[a-z]+(-[a-z]+)*';
    const form = new RegExp(`^${word}\\.${word}\\.${word}$`);
    const ids = idsOf(requirements);
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('covers every part of the specification and no other', () => {
    const covered = new Set([
      ...requirements.flatMap(({ section, also }) => [section, ...also]),
      ...exclusions.map(({ section }) => section),
    ]);
    expect(sections.filter((section) => !covered.has(section))).toEqual([]);
    expect([...covered].filter((section) => !sections.includes(section))).toEqual([]);
  });

  it('states what must hold, and asks what is left open', () => {
    const misphrased = requirements.filter(
      ({ level, statement }) => (level === 'open') !== statement.includes('?'),
    );
    expect(idsOf(misphrased)).toEqual([]);
    const unfinished = requirements.filter(({ statement }) => !/^[A-Z].*[.?]$/.test(statement));
    expect(idsOf(unfinished)).toEqual([]);
  });

  it('gives a reason for every exclusion', () => {
    const incomplete = exclusions.filter(({ text, reason }) => !text || !reason);
    expect(incomplete).toEqual([]);
  });

  it('lets no stated requirement depend on an open one', () => {
    const open = new Set(idsOf(requirements.filter(({ level }) => level === 'open')));
    const wrong = requirements.filter(({ needs }) => needs.some((id) => open.has(id)));
    expect(idsOf(wrong)).toEqual([]);
  });

  it('lets no requirement depend on one that is never checked together with it', () => {
    const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
    const wrong = requirements.flatMap(({ id, profiles, needs }) =>
      needs
        .filter((need) => !profiles.some((p) => byId.get(need)?.profiles.includes(p)))
        .map((need) => `${id} needs ${need}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the decisions', () => {
  const decisions = readFileSync(packageFile('spec', 'decisions.md'), 'utf8');
  const named = [...decisions.matchAll(/\| `([a-z.-]+)` \|$/gm)].map(([, id]) => id);

  it('describe every open point once', () => {
    const open = requirements.filter((one) => one.level === 'open');
    expect(named.sort()).toEqual(idsOf(open).sort());
  });
});
