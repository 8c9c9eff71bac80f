/** The order in which waiting runs start. */
import { expect, test } from 'vitest';
import { wrenNull } from '../../../interpreter/index.js';
import { type Run, RunLanes } from '../../../reference-server/http/run-lanes.js';
import type { Route, Script } from '../../../reference-server/project/route-table.js';

const patience = 1_000;

const script: Script = { maySuspend: false, start: () => wrenNull };

const routes: Readonly<Record<string, Route>> = {
  slow: { isEndpoint: true, path: '/api/slow', script },
  quick: { isEndpoint: true, path: '/api/quick', script },
  unknown: { isEndpoint: true, path: '/api/unknown', script },
};

/** Lanes with named runs. */
class NamedLanes {
  readonly lanes = new RunLanes(patience, 20, (route) => route !== routes.unknown);
  readonly #names = new Map<Run, string>();

  add(name: string, route: string, isSafe = true): Run {
    const run: Run = {
      route: routes[route] as Route,
      isSafe,
      isGone: false,
      start: () => undefined,
      wait: () => undefined,
      reject: () => undefined,
    };
    this.#names.set(run, name);
    this.lanes.add(run, 0);
    return run;
  }

  /** Takes all runs, each using the given time. Returns their names, with a minus if overdue. */
  takeAll(time: number, now = 0, isAvoided: (route: Route) => boolean = () => false): string[] {
    const names: string[] = [];
    for (;;) {
      const turn = this.lanes.take(now, isAvoided);
      if (turn === undefined) return names;
      const name = this.#names.get(turn.run) ?? '';
      names.push(turn.isOverdue ? `-${name}` : name);
      if (!turn.isOverdue) this.lanes.charge(turn.run, time);
    }
  }
}

test('runs of one route start in order of arrival', () => {
  const named = new NamedLanes();
  for (const name of ['a', 'b', 'c']) named.add(name, 'slow');
  expect(named.takeAll(10)).toEqual(['a', 'b', 'c']);
});

test('the route that has used the least time is next', () => {
  const named = new NamedLanes();
  const first = named.add('slow', 'slow');
  named.takeAll(0);
  named.lanes.charge(first, 500);
  for (const name of ['slow 2', 'slow 3']) named.add(name, 'slow');
  for (const name of ['quick', 'quick 2', 'quick 3']) named.add(name, 'quick');
  expect(named.takeAll(300)).toEqual(['quick', 'quick 2', 'slow 2', 'quick 3', 'slow 3']);
});

test('a route that returns after a pause has no advantage over the others', () => {
  const named = new NamedLanes();
  for (let n = 1; n <= 3; n++) named.add(`slow ${n}`, 'slow');
  expect(named.takeAll(300)).toEqual(['slow 1', 'slow 2', 'slow 3']);
  for (const name of ['slow 4', 'slow 5']) named.add(name, 'slow');
  for (const name of ['quick', 'quick 2', 'quick 3']) named.add(name, 'quick');
  expect(named.takeAll(300)).toEqual(['quick', 'slow 4', 'quick 2', 'slow 5', 'quick 3']);
});

test('known routes come before unknown ones, which wait for little more', () => {
  const named = new NamedLanes();
  for (const name of ['unknown', 'unknown 2']) named.add(name, 'unknown');
  for (const name of ['quick', 'quick 2', 'quick 3']) named.add(name, 'quick');
  expect(named.takeAll(15)).toEqual(['quick', 'quick 2', 'unknown', 'quick 3', 'unknown 2']);
});

test('reads do not wait for writes of the same route', () => {
  const named = new NamedLanes();
  for (let n = 1; n <= 3; n++) named.add(`write ${n}`, 'slow', false);
  named.add('read', 'slow');
  expect(named.takeAll(10)).toEqual(['write 1', 'read', 'write 2', 'write 3']);
});

test('a run is overdue when others of its lane took too long while it waited', () => {
  const named = new NamedLanes();
  for (let n = 1; n <= 4; n++) named.add(`slow ${n}`, 'slow');
  named.add('quick', 'quick');
  expect(named.takeAll(600)).toEqual(['slow 1', 'quick', 'slow 2', '-slow 3', '-slow 4']);
});

test('a run that arrives after a long one is not overdue because of it', () => {
  const named = new NamedLanes();
  named.lanes.charge(named.add('slow', 'slow'), 5 * patience);
  named.takeAll(0);
  named.add('slow 2', 'slow');
  expect(named.takeAll(0)).toEqual(['slow 2']);
});

test('an avoided route waits until it is overdue', () => {
  const named = new NamedLanes();
  named.add('slow', 'slow');
  named.add('quick', 'quick');
  const isAvoided = (route: Route): boolean => route === routes.slow;
  expect(named.takeAll(10, 0, isAvoided)).toEqual(['quick']);
  expect(named.takeAll(10, patience - 1, isAvoided)).toEqual([]);
  expect(named.takeAll(10, patience, isAvoided)).toEqual(['-slow']);
});
