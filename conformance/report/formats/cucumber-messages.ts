/**
 * Cucumber messages (NDJSON), for tools that show features with their results. Each case is a
 * scenario, once for each server and repetition. A run does not record which step threw: if a case
 * did not pass, the status of its steps is unknown, and a hook after them has the verdict.
 */

import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import {
  AttachmentContentEncoding,
  type Envelope,
  HookType,
  type Pickle,
  version as protocolVersion,
  SourceMediaType,
  TestStepResultStatus,
  TimeConversion,
} from '@cucumber/messages';
import { escapeHidden } from '../../../kit/words.js';
import type { DescribedExchange } from '../../http/described-exchange.js';
import { splitExchanges } from '../../verdict/case.js';
import { describeRows } from '../mismatch-rows.js';

import type { CaseResult, Report } from '../model.js';

type MakeId = () => string;

/**
 * The messages as NDJSON.
 *
 * @param readFeature returns the text of a feature by its name in cases
 */
export function renderCucumberMessages(
  report: Report,
  readFeature: (feature: string) => string,
): string {
  let number = 0;
  const makeId = () => String(number++);
  const hook = {
    id: makeId(),
    name: 'Verdict',
    sourceReference: {},
    type: HookType.AFTER_TEST_CASE,
  };
  const run = { id: makeId(), startedAt: Date.parse(report.startedAt), hookId: hook.id };
  const features = readFeatures(casesOf(report), readFeature, makeId);
  const endedAt = timestamp(Date.parse(report.endedAt));
  const { exitCode, sentence } = report.conclusion;
  const messages: Envelope[] = [
    { meta: describeTool(report) },
    ...features.flatMap(({ messages }) => messages),
    { hook },
    { testRunStarted: { id: run.id, timestamp: timestamp(run.startedAt) } },
    ...features.flatMap(({ runs }) => runs.flatMap((one) => describeCase(one, run, makeId))),
    {
      testRunFinished: {
        ...{ testRunStartedId: run.id, success: exitCode === 0, message: sentence },
        timestamp: endedAt,
      },
    },
  ];
  return messages.map((message) => `${escapeHidden(JSON.stringify(message))}\n`).join('');
}

/** A case and its pickle. */
interface CaseRun {
  readonly one: CaseResult;
  readonly pickle: Pickle;
}

interface FeatureMessages {
  /** The source, its syntax tree, and a pickle for each case. */
  readonly messages: readonly Envelope[];
  readonly runs: readonly CaseRun[];
}

/** The cases without repetitions: one can be the evidence for several requirements. */
function casesOf({ requirements }: Report): readonly CaseResult[] {
  const cases = requirements.filter(({ selected }) => selected).flatMap((row) => row.cases);
  const keyOf = (one: CaseResult) => [one.feature, one.line, one.server, one.startedMs].join();
  return [...new Map(cases.map((one) => [keyOf(one), one])).values()];
}

function readFeatures(
  cases: readonly CaseResult[],
  readFeature: (feature: string) => string,
  makeId: MakeId,
): readonly FeatureMessages[] {
  const servers = new Set(cases.map(({ server }) => server));
  const names = [...new Set(cases.map(({ feature }) => feature))].sort();
  return names.map((uri) => {
    const own = cases.filter(({ feature }) => feature === uri);
    return describeFeature(uri, readFeature(uri), own, servers.size > 1, makeId);
  });
}

function describeFeature(
  uri: string,
  data: string,
  cases: readonly CaseResult[],
  hasSeveralServers: boolean,
  makeId: MakeId,
): FeatureMessages {
  const parser = new Parser(new AstBuilder(makeId), new GherkinClassicTokenMatcher());
  const gherkinDocument = { ...parser.parse(data), uri };
  const byLine = new Map(
    compile(gherkinDocument, uri, makeId).map((pickle) => [pickle.location?.line, pickle]),
  );
  const runs = cases.flatMap((one): CaseRun[] => {
    const pickle = byLine.get(one.line);
    if (pickle === undefined) return [];
    const name = hasSeveralServers ? `${pickle.name} (${one.server})` : pickle.name;
    const steps = pickle.steps.map((step) => ({ ...step, id: makeId() }));
    return [{ one, pickle: { ...pickle, id: makeId(), name, steps } }];
  });
  const mediaType = SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN;
  const messages: Envelope[] = [
    { source: { uri, data, mediaType } },
    { gherkinDocument },
    ...runs.map(({ pickle }) => ({ pickle })),
  ];
  return { messages, runs };
}

/** The run that all cases belong to. */
interface RunReference {
  readonly id: string;
  readonly startedAt: number;
  readonly hookId: string;
}

function describeCase({ one, pickle }: CaseRun, run: RunReference, makeId: MakeId): Envelope[] {
  const [testCaseId, testCaseStartedId, hookStepId] = [makeId(), makeId(), makeId()];
  const startedAt = timestamp(run.startedAt + one.startedMs);
  const endedAt = timestamp(run.startedAt + one.startedMs + one.durationMs);
  const steps = pickle.steps.map(({ id }) => ({ id: makeId(), pickleStepId: id }));
  const finish = (testStepId: string, status: TestStepResultStatus, message?: string): Envelope => {
    const duration = TimeConversion.millisecondsToDuration(0);
    const testStepResult = { status, duration, ...(message === undefined ? {} : { message }) };
    return {
      testStepFinished: { testCaseStartedId, testStepId, testStepResult, timestamp: endedAt },
    };
  };
  const start = (testStepId: string): Envelope => ({
    testStepStarted: { testCaseStartedId, testStepId, timestamp: startedAt },
  });
  const isPassed = one.verdict === 'pass';
  const { decisive } = splitExchanges(one);
  const { PASSED, UNKNOWN } = TestStepResultStatus;
  return [
    {
      testCase: {
        ...{ id: testCaseId, pickleId: pickle.id, testRunStartedId: run.id },
        testSteps: [...steps, { id: hookStepId, hookId: run.hookId }],
      },
    },
    { testCaseStarted: { id: testCaseStartedId, testCaseId, attempt: 0, timestamp: startedAt } },
    ...steps.flatMap(({ id }) => [start(id), finish(id, isPassed ? PASSED : UNKNOWN)]),
    start(hookStepId),
    ...(isPassed || decisive === undefined ? [] : [decisive]).map((exchange) => ({
      attachment: {
        ...{ testCaseStartedId, testStepId: hookStepId, mediaType: 'text/plain' },
        ...{
          body: renderExchangeText(exchange),
          contentEncoding: AttachmentContentEncoding.IDENTITY,
        },
      },
    })),
    finish(hookStepId, statusOf(one), describeOutcome(one)),
    { testCaseFinished: { testCaseStartedId, timestamp: endedAt, willBeRetried: false } },
  ];
}

/** A case without a judgement is skipped; an unusable answer is a failure. */
function statusOf({ verdict }: CaseResult): TestStepResultStatus {
  const { PASSED, FAILED, SKIPPED } = TestStepResultStatus;
  if (verdict === 'pass') return PASSED;
  return verdict === 'fail' || verdict === 'error' ? FAILED : SKIPPED;
}

function describeOutcome({ verdict, reason, mismatches }: CaseResult): string | undefined {
  if (verdict === 'pass') return undefined;
  return [`${verdict}: ${reason ?? ''}`.trim(), ...describeRows({ mismatches })].join('\n');
}

function renderExchangeText({ curl, response, failure }: DescribedExchange): string {
  if (response === null) return `${curl}\n\n${failure ?? 'no answer'}`;
  const headers = response.headers.map(([name, value]) => `${name}: ${value}`);
  return [curl, '', String(response.status), ...headers, '', response.body].join('\n');
}

function describeTool({ harness }: Report): NonNullable<Envelope['meta']> {
  return {
    protocolVersion,
    implementation: { name: 'touchstone', version: harness.version },
    runtime: { name: 'node.js', version: process.versions.node },
    os: { name: process.platform },
    cpu: { name: process.arch },
  };
}

function timestamp(milliseconds: number): { seconds: number; nanos: number } {
  return TimeConversion.millisecondsSinceEpochToTimestamp(milliseconds);
}
