import { describe, expect, test } from 'vitest';
import { renderConsole } from '../../../conformance/report/console/console.js';
import { renderSummary } from '../../../conformance/report/formats/markdown.js';
import { renderHtml } from '../../../conformance/report/html/page.js';
import type { RequirementResult } from '../../../conformance/report/model.js';
import { sampleReport, sampleRequirement } from './sample.js';

const terminal = { paint: (_style: unknown, text: string) => text, reports: 'reports' };

describe('requirements that were not tested', () => {
  const untested = (id: string, fields: Partial<RequirementResult>) =>
    sampleRequirement('not tested', { id: `sample.${id}`, option: null, ...fields });
  const requirements = [
    ...Array.from({ length: 7 }, (_, index) =>
      untested(`without.${index}`, { reason: 'no scenario checks it' }),
    ),
    untested('key', { option: '--api-key', reason: 'needs --api-key' }),
    untested('create', { reason: '--read-only: POST /users was not sent' }),
    untested('delete', { reason: '--read-only: DELETE /users/1 was not sent' }),
    untested('odd', { reason: `it is *${'\u0007'}*` }),
    untested('left.out', { selected: false, reason: 'left out by --only' }),
  ];
  const first = [0, 1, 2, 3, 4].map((index) => `sample.without.${index}`);

  test('are named by reason on the terminal', () => {
    const shown = renderConsole(sampleReport({ requirements }), terminal);
    expect(shown.split('\n\n')[0]?.split('\n')).toEqual([
      'Not tested',
      `  no scenario checks it: ${first.join(', ')} and 2 more`,
      '  without --api-key: sample.key',
      '  because of --read-only: sample.create, sample.delete',
      '  it is *\\u0007*: sample.odd',
    ]);
  });

  test('are named by reason in Markdown', () => {
    const [, list] =
      /## Not tested\n\n(.*?)\n\n/s.exec(renderSummary(sampleReport({ requirements }))) ?? [];
    expect(list?.split('\n')).toEqual([
      `- no scenario checks it: ${first.map((id) => `\`${id}\``).join(', ')} and 2 more`,
      '- without --api-key: `sample.key`',
      '- because of --read-only: `sample.create`, `sample.delete`',
      '- it is \\*\\\\u0007\\*: `sample.odd`',
    ]);
  });

  test('are counted when there are many reasons', () => {
    const many = Array.from({ length: 13 }, (_, index) =>
      untested(`many.${index}`, { reason: `reason ${index}` }),
    );
    const shown = renderConsole(sampleReport({ requirements: many }), terminal);
    expect(shown.split('\n\n')[0]?.split('\n').slice(-2)).toEqual([
      '  reason 9: sample.many.9',
      '  for other reasons: 3 requirements',
    ]);
  });

  test('are left to the conclusion when the run ended early, unless an option is missing', () => {
    const ended = sampleReport({ requirements, complete: false });
    expect(renderConsole(ended, terminal).split('\n\n')[0]).toBe(
      'Not tested\n  without --api-key: sample.key',
    );
    expect(renderSummary(ended)).toContain(
      '## Not tested\n\n- without --api-key: `sample.key`\n\n',
    );
  });
});

test.each([
  [3, 'was stopped', [], false],
  [1, 'has failures', [], true],
  [2, 'has a mistake in its suite', ['Error in the suite: no value.'], true],
] as const)(
  'a stopped run with the exit code %i %s; the end is noted unless the conclusion states it',
  (exitCode, _what, faults, isNoted) => {
    const conclusion = { answer: 'cannot say', sentence: 'The end.', exitCode } as const;
    const stopped = sampleReport({ complete: false, conclusion, faults });
    for (const text of [renderConsole(stopped, terminal), renderHtml(stopped)]) {
      expect(text.includes('The run did not finish.')).toBe(isNoted);
    }
  },
);

test('the terminal names the first leftovers, and counts the others', () => {
  const leftovers = Array.from({ length: 9 }, (_, index) => ({
    ...{ server: 'basic', deletion: { method: 'DELETE', path: `/todos/${index}` } },
    reason: 'the connection was refused',
  }));
  expect(renderConsole(sampleReport({ leftovers }), terminal)).toContain(
    'Left behind in the target: DELETE /todos/0, DELETE /todos/1, DELETE /todos/2 and 6 more (the connection was refused)\n',
  );
});

const left = (path: string, reason: string) => ({
  ...{ server: 'basic', deletion: { method: 'DELETE', path }, reason },
});
const unnamed = {
  ...{ server: 'basic', creation: { method: 'POST', path: '/todos' } },
  reason: 'no answer named it',
};

test('the terminal counts the leftovers whose reasons it does not state', () => {
  const leftovers = [
    ...Array.from({ length: 6 }, (_, index) =>
      left(`/todos/${index}`, `a read shows row ${index}`),
    ),
    ...[unnamed, unnamed],
  ];
  expect(renderConsole(sampleReport({ leftovers }), terminal)).toContain(
    `DELETE /todos/2 (a read shows row 2)
Left behind in the target: 5 more rows, which the reports name
`,
  );
});

test('the terminal states each reason for leftovers once, with the leftovers that have it', () => {
  const leftovers = [
    left('/todos/1', 'GET /todos/1 still shows it'),
    left('/todos/2', 'GET /todos/2 still shows it'),
    unnamed,
    left('/todos/3', 'GET /todos/3 still shows it'),
  ];
  expect(renderConsole(sampleReport({ leftovers }), terminal)).toContain(
    `Left behind in the target: DELETE /todos/1, DELETE /todos/2, DELETE /todos/3 (GET /todos/1 still shows it)
Left behind in the target: what a POST /todos created (no answer named it)
`,
  );
});
