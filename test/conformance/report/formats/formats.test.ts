/** Reports in formats of others are valid by their published schemas. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Envelope } from '@cucumber/messages';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type CTRFReport, validate } from 'ctrf';
import { expect, test } from 'vitest';
import { renderCtrf } from '../../../../conformance/report/formats/ctrf.js';
import { renderCucumberMessages } from '../../../../conformance/report/formats/cucumber-messages.js';
import { renderJunit } from '../../../../conformance/report/formats/junit.js';
import type { Report } from '../../../../conformance/report/model.js';
import { sampleReport, sampleRequirement } from '../sample.js';

const report = sampleReport();

function readCtrf(of: Report): CTRFReport['results'] {
  const document: unknown = JSON.parse(renderCtrf(of));
  expect(validate(document).errors ?? []).toEqual([]);
  return (document as CTRFReport).results;
}

test('CTRF is valid by its schema, and its counts are right', () => {
  const { summary, tests } = readCtrf(report);
  expect(tests).toHaveLength(report.requirements.filter(({ selected }) => selected).length);
  expect(summary).toMatchObject({
    tests: 8,
    passed: 2,
    failed: 3,
    skipped: 3,
    pending: 0,
    other: 0,
  });
  expect(validate({ ...JSON.parse(renderCtrf(report)), reportFormat: 'x' }).valid).toBe(false);
});

test('CTRF names tests by ids, with the statement, the verdict and the evidence beside it', () => {
  const { tests } = readCtrf(report);
  expect(tests[0]).toMatchObject({
    ...{ name: 'sample.fail.rule', status: 'failed', rawStatus: 'fail' },
    ...{ suite: ['Sample', '§4.1 Users'], filePath: 'features/a.feature', line: 12 },
  });
  expect(tests[0]?.trace).toMatch(/^blocks sample\.blocked\.rule: /m);
  expect(tests.find(({ name }) => name === 'sample.blocked.rule')?.message).toMatch(
    /^blocked by sample\.fail\.rule: /,
  );
});

test.each([
  ['the target was lost', 2, 'the target answers to the end', 'A sentence.'],
  ['the run was stopped', 3, 'the run reaches its end', 'A sentence.'],
  ['the run was stopped after a failure', 1, 'the run reaches its end', 'The run did not finish.'],
] as const)('CTRF and JUnit have a failed test when %s', (_end, exitCode, name, message) => {
  const conclusion = { answer: 'cannot say', sentence: 'A sentence.', exitCode } as const;
  const requirements = [sampleRequirement('pass')];
  const early = sampleReport({ requirements, conclusion, complete: false, faults: [] });
  expect(readCtrf(early).tests[0]).toMatchObject({ name, status: 'failed', message });
  const junit = renderJunit(early);
  expect(junit).toContain(`<testcase name="${name}" classname="touchstone">`);
  expect(junit).toContain(`<error message="${message}" type="ended early"/>`);
  expect(junit).toContain('tests="2" failures="0" errors="1"');
});

const feature = `Feature: Users

  Scenario: Listing users
    Given a user
    When a client lists the users
    Then the status is 200
`;

/** The messages of a report whose cases all belong to the scenario above. */
function readMessages(of: Report): Envelope[] {
  const requirements = of.requirements.map((row, index) => ({
    ...row,
    cases: row.cases.map((one) => ({ ...one, line: 3, startedMs: index * 10 })),
  }));
  const lines = renderCucumberMessages({ ...of, requirements }, () => feature)
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Envelope);
}

test('every one of Cucumber’s messages has the published form', () => {
  const path = createRequire(import.meta.url).resolve('@cucumber/messages/schema');
  const isMessage = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(path, 'utf8')));
  for (const message of readMessages(report)) {
    isMessage(message);
    expect(isMessage.errors).toBeNull();
  }
  expect(isMessage({ testCaseStarted: { id: 1 } })).toBe(false);
});

test('Cucumber’s messages have a scenario for every case, which ends as the case did', () => {
  const messages = readMessages(report);
  const pickles = messages.flatMap(({ pickle }) => pickle ?? []);
  const testCases = messages.flatMap(({ testCase }) => testCase ?? []);
  expect(testCases.map(({ pickleId }) => pickleId)).toEqual(pickles.map(({ id }) => id));
  const results = messages.flatMap(({ testStepFinished }) => testStepFinished ?? []);
  const verdicts = testCases.map(({ testSteps }) => {
    const last = testSteps.at(-1)?.id;
    return results.find(({ testStepId }) => testStepId === last)?.testStepResult.status;
  });
  const expected = report.requirements
    .filter(({ selected }) => selected)
    .flatMap(({ cases }) => cases)
    .map(({ verdict }) => {
      if (verdict === 'pass') return 'PASSED';
      return verdict === 'fail' || verdict === 'error' ? 'FAILED' : 'SKIPPED';
    });
  expect(verdicts).toEqual(expected);
  expect(messages.at(-1)?.testRunFinished).toMatchObject({ success: false });
});

test('Cucumber’s messages refer to nothing that did not come before', () => {
  const known = new Set<string>();
  const demand = (id: string | undefined) => {
    if (id !== undefined) expect(known).toContain(id);
  };
  for (const message of readMessages(report)) {
    demand(message.testCase?.pickleId);
    demand(message.testCaseStarted?.testCaseId);
    demand(message.testStepFinished?.testStepId);
    demand(message.attachment?.testStepId);
    for (const part of Object.values(message)) {
      if (typeof part === 'object' && 'id' in part) known.add(String(part.id));
    }
    for (const { id, pickleStepId, hookId } of message.testCase?.testSteps ?? []) {
      demand(pickleStepId);
      demand(hookId);
      known.add(id);
    }
    for (const { id } of message.pickle?.steps ?? []) known.add(id);
  }
});

test('JUnit names the host, and what repeats the run', () => {
  const junit = renderJunit(report);
  expect(junit).toMatch(/<testsuite name="touchstone" .*hostname="/);
  expect(junit).toContain(`<property name="seed" value="${report.seed}"/>`);
  expect(junit).toContain('<property name="suite" value="sample 1"/>');
});
