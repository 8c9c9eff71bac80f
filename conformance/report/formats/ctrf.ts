/**
 * The Common Test Report Format (ctrf.io), JSON for dashboards: one test for each selected
 * requirement.
 */
import type { CTRFReport, Test, TestStatus } from 'ctrf';
import { escapeHidden } from '../../../kit/words.js';
import { sectionHeading, sectionNumber } from '../../suite/suite.js';
import type { Report, RequirementResult } from '../model.js';
import { decisiveCase, groupFailures } from '../queries.js';
import {
  describeEvidence,
  describeVerdict,
  durationOf,
  type Ending,
  endingOf,
  type TestOutcome,
  testOutcome,
} from './test-outcome.js';

/** The version of the format. */
const specVersion = '0.0.0';

/** The report as JSON. */
export function renderCtrf(report: Report): string {
  const { harness, suite, target, scope, seed } = report;
  const rows = report.requirements.filter(({ selected }) => selected);
  const blocked = new Map(groupFailures(report).map((group) => [group.row, group.blocked]));
  const ending = endingOf(report);
  const tests = [
    ...(ending === undefined ? [] : [describeEnding(ending)]),
    ...rows.map((row) => describeTest(report, row, blocked.get(row) ?? [])),
  ];
  const document: CTRFReport = {
    reportFormat: 'CTRF',
    specVersion,
    timestamp: report.endedAt,
    generatedBy: `touchstone ${harness.version}`,
    results: {
      tool: { name: 'touchstone', version: harness.version },
      summary: summarize(report, tests),
      tests,
      environment: {
        appName: target.title,
        reportName: `${suite.title} ${suite.version}`,
        extra: { scope, seed },
      },
    },
  };
  return `${escapeHidden(JSON.stringify(document, null, 1))}\n`;
}

function summarize(
  { startedAt, endedAt }: Report,
  tests: readonly Test[],
): CTRFReport['results']['summary'] {
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: count('pending'),
    other: count('other'),
    start: Date.parse(startedAt),
    stop: Date.parse(endedAt),
  };
}

/** The format has no status for a test without a usable result; `rawStatus` is the verdict. */
const statuses: Readonly<Record<TestOutcome, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  error: 'failed',
  skipped: 'skipped',
};

function describeTest(
  { suite }: Report,
  row: RequirementResult,
  blocked: readonly RequirementResult[],
): Test {
  const outcome = testOutcome(row);
  const place = decisiveCase(row) ?? row.cases[0];
  const hasTrace = outcome === 'failed' || outcome === 'error';
  return {
    name: row.id,
    status: statuses[outcome],
    duration: Math.round(durationOf(row)),
    suite: [suite.title, sectionHeading(sectionNumber(row), suite.sections)],
    ...(outcome === 'passed' ? {} : { message: describeVerdict(row) }),
    ...(hasTrace ? { trace: describeEvidence(row, blocked) } : {}),
    rawStatus: row.verdict,
    tags: [row.class, row.level],
    ...(place === undefined ? {} : { filePath: place.feature, line: place.line }),
    ...(row.verdict === 'unstable' ? { flaky: true } : {}),
    stdout: [row.statement],
    extra: { section: row.section, server: row.server, observations: row.observations },
  };
}

function describeEnding({ name, reason }: Ending): Test {
  return { name, status: 'failed', duration: 0, message: reason };
}
