/**
 * JUnit XML for CI systems: one test case for each selected requirement. By hand: it has nine elements,
 * and a package that writes XML would still need `escapeHidden` for what XML forbids.
 */

import { escapeHidden } from '../../../kit/words.js';
import { inBrackets } from '../../suite/suite.js';
import type { Report, RequirementResult } from '../model.js';
import { groupFailures, secondsOf } from '../queries.js';
import {
  describeEvidence,
  describeVerdict,
  durationOf,
  type Ending,
  endingOf,
  groupOf,
  type TestOutcome,
  testOutcome,
} from './test-outcome.js';

/**
 * Observed requirements are not judged and count as passed; those without a judgement are skipped.
 */
export function renderJunit(report: Report): string {
  const rows = report.requirements.filter(({ selected }) => selected);
  const blocked = new Map(groupFailures(report).map((group) => [group.row, group.blocked]));
  const time = secondsOf(report).toFixed(3);
  const ending = endingOf(report);
  const endings = ending === undefined ? [] : [renderEnding(ending)];
  const countOutcome = (wanted: TestOutcome) =>
    rows.filter((row) => testOutcome(row) === wanted).length;
  const counts = {
    tests: rows.length + endings.length,
    failures: countOutcome('failed'),
    errors: countOutcome('error') + endings.length,
    skipped: countOutcome('skipped'),
  };
  const totals = Object.entries(counts).map(([name, count]) => ` ${name}="${count}"`);
  const timestamp = report.startedAt.slice(0, 19);
  const hostname = hostOf(report.target.url);
  const suite = attributes({ name: 'touchstone', time, timestamp, hostname });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}${totals.join('')}>`,
    ...renderProperties(report),
    ...endings,
    ...rows.map((row) => renderCase(row, blocked.get(row) ?? [])),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** The host of the target; of servers that the suite starts, this machine. */
function hostOf(url: string | null): string {
  return url === null ? 'localhost' : new URL(url).hostname;
}

/** What is needed to repeat the run. */
function renderProperties({ target, suite, scope, seed, harness }: Report): string[] {
  const values = Object.entries({
    ...{ target: target.url ?? target.title, scope, seed: String(seed) },
    ...{ suite: `${suite.name} ${suite.version}`, touchstone: harness.version },
  });
  const properties = values.map(([name, value]) => {
    return `      <property${attributes({ name, value })}/>`;
  });
  return ['    <properties>', ...properties, '    </properties>'];
}

/**
 * The name is only the id: build servers store the history of a test under its name, and a reworded
 * statement must not end it.
 */
function renderCase(row: RequirementResult, blocked: readonly RequirementResult[]): string {
  const named = attributes({
    name: row.id,
    classname: groupOf(row),
    time: seconds(durationOf(row)),
  });
  const statement = `<system-out>${escapeXml(`${row.statement}${inBrackets(row.section)}`)}</system-out>`;
  const parts = [...renderOutcome(row, blocked), statement];
  return [
    `    <testcase${named}>`,
    ...parts.map((part) => `      ${part}`),
    '    </testcase>',
  ].join('\n');
}

function renderEnding({ name, reason }: Ending): string {
  const named = attributes({ name, classname: 'touchstone' });
  const error = `<error${attributes({ message: reason, type: 'ended early' })}/>`;
  return `    <testcase${named}>\n      ${error}\n    </testcase>`;
}

function renderOutcome(row: RequirementResult, blocked: readonly RequirementResult[]): string[] {
  const message = describeVerdict(row);
  const outcome = testOutcome(row);
  if (outcome === 'passed') return [];
  if (outcome === 'skipped') return [`<skipped${attributes({ message })}/>`];
  const element = outcome === 'failed' ? 'failure' : 'error';
  const text = escapeXml(describeEvidence(row, blocked));
  return [`<${element}${attributes({ message, type: row.verdict })}>${text}</${element}>`];
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

/** Hidden characters include all that XML 1.0 forbids even when escaped. */
function escapeXml(text: string): string {
  return escapeHidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** XML parsers replace line breaks in attributes with blanks. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
