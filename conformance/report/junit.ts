/** JUnit's XML, as CI systems read it: one test case for every requirement that was selected. */

import { escapeHidden } from '../../kit/words.js';
import { describeMismatch } from '../outcomes.js';
import { inBrackets } from '../suite/sections.js';
import { groupFailures, isStale, isUnexpected, isWithoutTarget } from './failures.js';
import type { Report, RequirementResult } from './model.js';

/** What is observed is not judged, so it counts as passed; what is not looked at as skipped. */
export function renderJunit(report: Report): string {
  const rows = report.requirements.filter(({ selected }) => selected);
  const blocked = new Map(groupFailures(report).map((group) => [group.row, group.blocked]));
  const time = seconds(Date.parse(report.endedAt) - Date.parse(report.startedAt));
  const endings = isWithoutTarget(report) ? [renderEnding(report)] : [];
  const counts = {
    tests: rows.length + endings.length,
    failures: rows.filter(isFailure).length,
    errors: rows.filter(({ verdict }) => verdict === 'error').length + endings.length,
    skipped: rows.filter(isSkipped).length,
  };
  const totals = Object.entries(counts).map(([name, count]) => ` ${name}="${count}"`);
  const suite = attributes({ name: 'touchstone', time, timestamp: report.startedAt.slice(0, 19) });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}${totals.join('')}>`,
    ...endings,
    ...rows.map((row) => renderCase(row, blocked.get(row) ?? [])),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** What passes although it was expected to fail is a failure of the expectation. */
function isFailure(row: RequirementResult): boolean {
  return isUnexpected(row) || isStale(row);
}

function isSkipped(row: RequirementResult): boolean {
  const isKnown = (row.verdict === 'fail' || row.verdict === 'unstable') && !isUnexpected(row);
  return isKnown || ['blocked', 'not tested', 'not applicable'].includes(row.verdict);
}

function renderCase(row: RequirementResult, blocked: readonly RequirementResult[]): string {
  const time = seconds(row.cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const named = attributes({
    name: `${row.id}: ${row.statement}${inBrackets(row.section)}`,
    classname: row.id.split('.').slice(0, 2).join('.'),
    time,
  });
  const outcome = renderOutcome(row, blocked);
  if (outcome === undefined) return `    <testcase${named}/>`;
  return `    <testcase${named}>\n      ${outcome}\n    </testcase>`;
}

/** What was not judged for want of a target is skipped, which a build server takes for no harm. */
function renderEnding({ conclusion }: Report): string {
  const named = attributes({ name: 'the target answers to the end', classname: 'touchstone' });
  const error = `<error${attributes({ message: conclusion.sentence, type: 'target' })}/>`;
  return `    <testcase${named}>\n      ${error}\n    </testcase>`;
}

function renderOutcome(
  row: RequirementResult,
  blocked: readonly RequirementResult[],
): string | undefined {
  const message = describeVerdict(row);
  if (isSkipped(row)) return `<skipped${attributes({ message })}/>`;
  const element = isFailure(row) ? 'failure' : 'error';
  if (element === 'error' && row.verdict !== 'error') return undefined;
  const blocks = blocked.map(({ id, reason }) => `blocks ${id}: ${reason ?? ''}`);
  const text = escapeXml([describeCases(row), ...blocks].join('\n'));
  return `<${element}${attributes({ message, type: row.verdict })}>${text}</${element}>`;
}

function describeVerdict(row: RequirementResult): string {
  const { verdict, expected, blockedBy } = row;
  if (isStale(row)) return `passes, but was expected to fail: ${expected}`;
  const cause = blockedBy === null ? '' : ` by ${blockedBy}`;
  const note = expected === null ? '' : `, expected (${expected})`;
  return `${verdict}${cause}${note}: ${row.reason ?? ''}`;
}

function describeCases(row: RequirementResult): string {
  const cases = row.cases.filter(({ verdict }) => verdict !== 'pass');
  return cases
    .flatMap(({ feature, line, server, reason, mismatches, exchanges }) => [
      `${feature}:${line} (${server})${reason === null ? '' : ` ${reason}`}`,
      ...mismatches.map((mismatch) => `  ${describeMismatch(mismatch)}`),
      ...exchanges.slice(-1).map(({ curl }) => `  ${curl}`),
    ])
    .join('\n');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

/** What a reader would not see has all that XML 1.0 does not allow, even escaped. */
function escapeXml(text: string): string {
  return escapeHidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** In an attribute, a line's end would be read as a blank. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
