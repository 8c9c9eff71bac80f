/** The site of the faulty and the conforming servers, each with a history of twenty real results. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import type { ResultFile } from '../../../conformance/site/read-results.js';
import { share } from '../../extent.js';
import {
  type ConformingServerOptions,
  startConformingServer,
} from '../../faulty/conforming-server.js';
import { faultNamed, faults } from '../../faulty/faults.js';
import { type VariationName, variations } from '../../faulty/variations.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { idsWith } from '../survey.js';
import { makeSite, pageOf, type Site } from './pages.js';

afterAll(removeFolders);

const nights = 20;

/** A server that had a fault until it was fixed. */
interface Implementation {
  readonly name: string;
  readonly violated: readonly string[];
  /** The first night on which it conforms; 0 for a server that always does. */
  readonly fixedOn: number;
}

/** Checks a server with the whole suite. */
async function check(options: ConformingServerOptions): Promise<Report> {
  const server = await startConformingServer(options);
  const { report } = await runCheck([...argumentsFor(server), '--profile', 'basic']);
  await server.close();
  if (report === undefined) throw new Error('The check wrote no report.');
  return report;
}

/** The results of each night, as the jobs of an implementation leave them. */
function resultsOf(
  { name, fixedOn }: Implementation,
  faulty: Report,
  fixed: Report,
): readonly ResultFile[] {
  return Array.from({ length: nights }, (_, night) => {
    const startedAt = new Date(Date.UTC(2026, 10, 1 + night, 2)).toISOString();
    const report = night < fixedOn ? faulty : fixed;
    const implementation = { name, version: `1.${night}`, url: null };
    const read = (): Report => ({
      ...{ ...report, startedAt, endedAt: startedAt, marker: `${name} ${night}` },
      target: { ...report.target, implementation },
    });
    return { name: `${name}/${startedAt.slice(0, 10)}.json`, read };
  });
}

/** Evenly spread: in the full tests 30 faulty servers and 9 variations, which conform. */
function spread<T>(all: readonly T[], count: number, few: number): readonly T[] {
  const some = all.filter((_, place) => place % Math.floor(all.length / count) === 0);
  return share(some.slice(0, count), few);
}

const faulty = spread(
  Object.keys(faults).filter((name) => (faultNamed(name).profile ?? 'basic') === 'basic'),
  30,
  1,
);
const varied = spread(Object.keys(variations) as VariationName[], 9, 1);

const implementations: Implementation[] = [{ name: 'conforming', violated: [], fixedOn: 0 }];
let site: Site;
let sound: Report;

beforeAll(async () => {
  sound = await check({});
  const files = [...resultsOf(implementations[0] as Implementation, sound, sound)];
  for (const [index, fault] of faulty.entries()) {
    const report = await check({ fault });
    const violated = idsWith(report, 'fail');
    const one = { name: `faulty-${index}`, violated, fixedOn: 1 + (index % (nights - 1)) };
    implementations.push(one);
    files.push(...resultsOf(one, report, sound));
  }
  for (const [index, variation] of varied.entries()) {
    const report = await check({ variations: [variation] });
    const one = { name: `varied-${index}`, violated: [], fixedOn: 0 };
    implementations.push(one);
    files.push(...resultsOf(one, report, report));
  }
  site = makeSite(files);
});

it('has every result, and a page for each implementation and requirement', () => {
  const count = (part: RegExp) => [...site.pages.keys()].filter((path) => part.test(path)).length;
  expect(site.leftOut).toEqual([]);
  expect(count(/\/implementations\/.*\.html$/)).toBe(implementations.length);
  expect(count(/\/runs\/.*\.html$/)).toBe(nights * implementations.length);
  expect(count(/\/requirements\/.*\.html$/)).toBe(sound.requirements.length);
});

it('says when each violated requirement was fixed, and nothing of others', () => {
  for (const { name, violated, fixedOn } of implementations) {
    const [path = ''] = [...site.pages.keys()].filter((one) =>
      one.endsWith(`/implementations/${name}.html`),
    );
    const [, changes = ''] =
      /<h2>What changed<\/h2>(.*?)<\/section>/s.exec(pageOf(site, path)) ?? [];
    const fixed = [...changes.matchAll(/requirements\/([\w.-]+)\.html/g)].map(([, id = '']) => id);
    expect([name, fixed.sort()]).toEqual([name, [...violated].sort()]);
    const day = String(1 + fixedOn).padStart(2, '0');
    if (fixedOn > 0) expect(changes).toContain(`2026-11-${day} 02:00`);
  }
});

it('names the features that the conforming servers do not show', () => {
  const [path = ''] = [...site.pages.keys()].filter((one) =>
    one.endsWith('implementation-report.md'),
  );
  const lacking = [...pageOf(site, path).matchAll(/^\| `([^`]+)` .* \| \*\*no\*\* \|/gm)];
  const judged = sound.requirements.filter(({ level }) => level === 'must');
  const unshown = judged.filter(({ verdict }) => verdict !== 'pass');
  expect(lacking.map(([, id]) => id).sort()).toEqual(unshown.map(({ id }) => id).sort());
});
