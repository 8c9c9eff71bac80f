/** The sentence that reads a list in pages to its end. */

import type { Exchange } from '../../http/exchange.js';
import { condition, differing, inList, inWords, mismatch } from '../../mismatches/mismatch.js';
import { render } from '../../mismatches/mismatch-text.js';

import { SuiteMistake, Violation } from '../../verdict/outcomes.js';
import { demandJson, Path } from '../values/json-path.js';
import { isFromAnswer, namesOfPlaceholders } from '../values/templates.js';
import { joinPages } from '../world/pages.js';
import type { ScenarioWorld } from '../world/scenario-world.js';
import { type Sentence, sentence } from '../world/sentence.js';
import { demandSuccess } from './requests.js';

/** The sentence after whose request its answer stands for all pages. */
export const readPages = 'I send GET {path} and follow {path} for up to {int} page(s)';

/** @throws SuiteMistake when a path takes nothing from an answer, so that no page could be the last */
export function demandFollowable(path: string): void {
  if (namesOfPlaceholders(path).some(isFromAnswer)) return;
  throw new SuiteMistake(
    `"${path}" is the same for all pages: it needs a value from the answer, such as \${$.next} or \${link:next}.`,
  );
}

/** Values in place of a link or a cursor on the last page. */
const ends: readonly unknown[] = [undefined, null, '', false];

/** Whether the latest answer has no next page: it lacks a value of the path that leads there. */
function isLast(follow: string, world: ScenarioWorld): boolean {
  return namesOfPlaceholders(follow)
    .filter(isFromAnswer)
    .some((name) => {
      if (name.startsWith('$')) {
        const { value } = new Path(name).findOne(demandJson(world.answer.response), world);
        return ends.includes(value);
      }
      try {
        return ends.includes(world.lookUp(name));
      } catch (error) {
        if (error instanceof Violation) return true;
        throw error;
      }
    });
}

async function readPage(path: string, world: ScenarioWorld): Promise<Exchange> {
  const page = await world.send({ method: 'GET', path });
  demandSuccess(`GET ${path}`, world);
  demandJson(page.response);
  return page;
}

/** @throws Violation when the next page was read before, or is one too many */
function demandNext(next: string, read: ReadonlySet<string>, most: number): void {
  const place = inList(`page ${read.size}`);
  if (read.has(next)) {
    throw new Violation([mismatch(place, 'the link to a page that was not read before', next)]);
  }
  if (read.size < most) return;
  const link = inWords(`the link to ${render(next)}`);
  throw new Violation([differing(place, condition('the last page'), link, 'count')]);
}

export const pages: readonly Sentence[] = [
  sentence(readPages, async (world, path: string, follow: string, most: number) => {
    demandFollowable(follow);
    const first = world.fillPath(path);
    const read = new Set([first]);
    const all = [await readPage(first, world)];
    while (!isLast(follow, world)) {
      const next = world.fillPath(follow);
      demandNext(next, read, most);
      read.add(next);
      all.push(await readPage(next, world));
    }
    world.keepAnswer(joinPages(all, world.answer));
  }),
];
