/** JUnit's XML, as CI systems read it: one test case for every requirement that was selected. */
import { describeMismatch } from '../outcomes.js';
import { isStale, isUnexpected } from './failures.js';
import type { Report, RequirementResult } from './model.js';

/** What is observed is not judged, so it counts as passed; what is not looked at as skipped. */
export function renderJunit(report: Report): string {
  const rows = report.requirements.filter(({ selected }) => selected);
  const time = seconds(Date.parse(report.endedAt) - Date.parse(report.startedAt));
  const counts = {
    tests: rows.length,
    failures: rows.filter(isFailure).length,
    errors: rows.filter(({ verdict }) => verdict === 'error').length,
    skipped: rows.filter(isSkipped).length,
  };
  const totals = Object.entries(counts).map(([name, count]) => ` ${name}="${count}"`);
  const suite = attributes({ name: 'touchstone', time, timestamp: report.startedAt.slice(0, 19) });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}${totals.join('')}>`,
    ...rows.map(renderCase),
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

function renderCase(row: RequirementResult): string {
  const time = seconds(row.cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const named = attributes({
    name: `${row.id}: ${row.statement} (§${row.section})`,
    classname: row.id.split('.').slice(0, 2).join('.'),
    time,
  });
  const outcome = renderOutcome(row);
  if (outcome === undefined) return `    <testcase${named}/>`;
  return `    <testcase${named}>\n      ${outcome}\n    </testcase>`;
}

function renderOutcome(row: RequirementResult): string | undefined {
  const message = isStale(row)
    ? `passes, but was expected to fail: ${row.expected}`
    : `${row.verdict}${row.expected === null ? '' : `, expected (${row.expected})`}: ${row.reason ?? ''}`;
  if (isSkipped(row)) return `<skipped${attributes({ message })}/>`;
  const element = isFailure(row) ? 'failure' : 'error';
  if (element === 'error' && row.verdict !== 'error') return undefined;
  const text = escapeXml(describeCases(row));
  return `<${element}${attributes({ message, type: row.verdict })}>${text}</${element}>`;
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

/** Everything that XML 1.0 does not allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function escapeXml(text: string): string {
  return text
    .replace(forbidden, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** In an attribute, a line's end would be read as a blank. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
