/** The schema of the JUnit XML that Jenkins accepts. */
import { expect, it } from 'vitest';
import { renderJunit } from '../../../../conformance/report/formats/junit.js';
import { parseXml, type XmlElement } from '../parse-xml.js';
import { sampleReport } from '../sample.js';

interface ElementRule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
}

const output = ['system-out', 'system-err'];
const outcomes = ['skipped', 'error', 'failure'];
const outcomeRule = { required: [], optional: ['message', 'type'], children: [] };

const rules: Readonly<Record<string, ElementRule>> = {
  testsuites: {
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests'],
    optional: [
      ...['failures', 'errors', 'skipped', 'time', 'timestamp', 'disabled', 'group'],
      ...['hostname', 'id', 'package', 'file', 'log', 'url', 'version'],
    ],
    children: ['testsuite', 'properties', 'testcase', ...output],
  },
  properties: { required: [], optional: [], children: ['property'] },
  property: { required: ['name', 'value'], optional: [], children: [] },
  testcase: {
    required: ['name'],
    optional: [
      ...['assertions', 'time', 'timestamp', 'classname', 'status', 'class'],
      ...['file', 'line', 'log', 'group', 'url'],
    ],
    children: [...outcomes, ...output],
  },
  skipped: outcomeRule,
  error: outcomeRule,
  failure: outcomeRule,
  'system-out': { required: [], optional: [], children: [] },
};

const forms: Readonly<Record<string, RegExp>> = {
  tests: /^\d+$/,
  failures: /^\d+$/,
  errors: /^\d+$/,
  skipped: /^\d+$/,
  time: /^\d+(\.\d+)?$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
};

/** All deviations of an element and its descendants. */
function findViolations({ name, attributes, children }: XmlElement): string[] {
  const rule = rules[name];
  if (rule === undefined) return [`${name} is not an element`];
  const { required, optional } = rule;
  const names = Object.keys(attributes);
  const allowed = [...required, ...optional];
  const isMisshapen = (attribute: string) => {
    return forms[attribute]?.test(attributes[attribute] ?? '') === false;
  };
  return [
    ...required.filter((one) => !names.includes(one)).map((one) => `${name} lacks ${one}`),
    ...names.filter((one) => !allowed.includes(one)).map((one) => `${name} has ${one}`),
    ...names.filter(isMisshapen).map((one) => `${name} ${one} is ${attributes[one]}`),
    ...children
      .filter((child) => !rule.children.includes(child.name))
      .map((c) => `${name} > ${c.name}`),
    ...children.flatMap(findViolations),
  ];
}

it('JUnit reports are valid for Jenkins', () => {
  expect(findViolations(parseXml(renderJunit(sampleReport())))).toEqual([]);
});

it('an invalid report is detected', () => {
  const text = renderJunit(sampleReport())
    .replace('<testsuite name="touchstone"', '<testsuite colour="red"')
    .replace(/ time="[\d.]+"/, ' time="soon"')
    .replaceAll('failure', 'fault');
  const violations = findViolations(parseXml(text));
  expect(violations).toContain('testsuite lacks name');
  expect(violations).toContain('testsuite has colour');
  expect(violations).toContain('testsuite time is soon');
  expect(violations).toContain('testcase > fault');
});
