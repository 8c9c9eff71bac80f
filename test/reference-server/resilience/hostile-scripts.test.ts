/** Scripts that exceed all limits: each is answered, and the server keeps running. */
import { expect, test } from 'vitest';
import { expectWithin } from '../../durations.js';
import { serveFiles } from '../support/serve.js';
import { workerPids } from '../support/workers.js';

const limits = {
  scriptTime: 300,
  scriptMemory: 8_000_000,
  scriptOutput: 10_000,
};

/** Tolerated delay of an answer after the time limit, in milliseconds. */
const grace = 3_000;

const scripts: Record<string, { readonly script: string; readonly statuses: readonly number[] }> = {
  'endless loop': { script: 'while (true) {}', statuses: [503] },
  'endless loop in a fiber that is caught': {
    script: 'while (true) {\n  Fiber.new {\n    while (true) {}\n  }.try()\n}',
    statuses: [503],
  },
  'endless recursion': {
    script: 'class A {\n  static f(n) { f(n + 1) + 1 }\n}\nA.f(0)',
    statuses: [500],
  },
  'endless recursion of functions': {
    script: 'var f\nf = Fn.new {|n| f.call(n + 1) }\nf.call(0)',
    statuses: [500],
  },
  'fibers in fibers': {
    script: 'var f\nf = Fn.new { Fiber.new { f.call() }.call() }\nf.call()',
    statuses: [500, 503],
  },
  'a million fibers': {
    script: [
      'var all = []',
      'for (i in 1..1000000) {',
      '  all.add(Fiber.new { Fiber.yield(i) })',
      '  all[-1].call()',
      '}',
      'Response.json(all.count)',
    ].join('\n'),
    statuses: [200, 503],
  },
  'growing string': { script: 'var s = "x"\nwhile (true) s = s + s', statuses: [500, 503] },
  'growing string by interpolation': {
    script: 'var s = "x"\nwhile (true) s = "%(s)%(s)"',
    statuses: [500, 503],
  },
  'repeated string': { script: 'var s = "x" * 100000000', statuses: [503] },
  'growing list': { script: 'var l = []\nwhile (true) l.add(l.count)', statuses: [503] },
  'growing map': { script: 'var m = {}\nwhile (true) m[m.count] = "x"', statuses: [503] },
  'growing map of strings': {
    script: 'var m = {}\nwhile (true) m["k%(m.count)"] = 1',
    statuses: [503],
  },
  'growing chain of objects': {
    script: 'class N {\n  construct new(n) { _n = n }\n}\nvar n = null\nwhile (true) n = N.new(n)',
    statuses: [503],
  },
  'range to list': { script: '(1..1000000000).toList', statuses: [503] },
  'fault in toString': {
    script:
      'class A {\n  construct new() {}\n  toString { Fiber.abort("no") }\n}\nSystem.print(A.new())',
    statuses: [500],
  },
  'toString without end': {
    script: 'class A {\n  construct new() {}\n  toString { "%(this)" }\n}\nSystem.print(A.new())',
    statuses: [500],
  },
  'abort with an object': { script: 'Fiber.abort([1, 2])', statuses: [500] },
  'list in itself': { script: 'var l = []\nl.add(l)\nSystem.print(l)', statuses: [500] },
  'huge output': { script: 'while (true) System.print("hello")', statuses: [503] },
  'huge answer': {
    script: 'var l = ["ha"]\nfor (i in 1..60) l = [l, l]\nResponse.json(l)',
    statuses: [503],
  },
  'rows without end': {
    script: [
      'Response.json(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)',
      '  SELECT i FROM n`.fetch)',
    ].join('\n'),
    statuses: [503],
  },
  'transaction left open': { script: '`BEGIN`.query()\nResponse.json(1)', statuses: [500] },
};

const names = Object.keys(scripts);
const files = Object.fromEntries([
  ...Object.values(scripts).map(({ script }, index) => [`api/hostile-${index}.wren`, script]),
  ['api/hello.wren', 'Response.json("hello")'],
]);

test('every hostile script is answered in time, and the worker survives', async () => {
  const { url } = await serveFiles(files, { workers: 2, limits });
  const pids = workerPids();
  const surprises: string[] = [];
  for (const [index, { statuses }] of Object.values(scripts).entries()) {
    const start = performance.now();
    const { status } = await fetch(`${url}/api/hostile-${index}`);
    if (!statuses.includes(status)) surprises.push(`${names[index]}: status ${status}`);
    expectWithin(start, limits.scriptTime + grace);
    expect(await (await fetch(`${url}/api/hello`)).json()).toBe('hello');
  }
  expect(surprises).toEqual([]);
  // While both are busy for long, an additional one is started.
  expect(workerPids()).toEqual(expect.arrayContaining(pids));
});

test('ordinary requests are answered while hostile scripts run', async () => {
  const { url } = await serveFiles(files, { workers: 2, limits });
  const hostile = names.map((_, index) => fetch(`${url}/api/hostile-${index}`));
  for (let n = 0; n < 50; n++) {
    expect(await (await fetch(`${url}/api/hello`)).json()).toBe('hello');
  }
  for (const response of await Promise.all(hostile))
    expect([200, 500, 503]).toContain(response.status);
});
