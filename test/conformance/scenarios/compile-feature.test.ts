import { expect, test } from 'vitest';
import { compileFeature } from '../../../conformance/scenarios/compile-feature.js';

const feature = `@suite
Feature: Users
  Background:
    Given a user

  @req:users.read.status @alone
  Scenario: A user is read
    When it is read with:
      | name | value |

  @req:users.read.name
  Scenario Outline: The <what> is read
    When its <what> is read
    Examples:
      | what | kind |
      | name | text |
`;

test('a scenario has its requirement, its place, its tags and the steps before and in it', () => {
  const [scenario] = compileFeature(feature, 'features/users.feature');
  expect(scenario).toEqual({
    requirement: 'users.read.status',
    scenario: 'A user is read',
    feature: 'features/users.feature',
    line: 7,
    heading: { name: 'A user is read', line: 7 },
    tags: ['@suite', '@req:users.read.status', '@alone'],
    steps: [
      { text: 'a user', kind: 'preparation', line: 4 },
      {
        ...{ text: 'it is read with:', kind: 'action', line: 8 },
        argument: { dataTable: { rows: [{ cells: [{ value: 'name' }, { value: 'value' }] }] } },
      },
    ],
  });
});

test('each row of an outline is a scenario, with its line and its cells', () => {
  const [, row] = compileFeature(feature, 'features/users.feature');
  expect(row).toMatchObject({
    scenario: 'The name is read',
    line: 16,
    row: 'name | text',
    heading: { name: 'The <what> is read', line: 12 },
    steps: [{ text: 'a user' }, { text: 'its name is read' }],
  });
});

test('invalid Gherkin is named with its file and line', () => {
  const compile = () => compileFeature('@req:a.b.c\nScenarium: One\n', 'features/bad.feature');
  expect(compile).toThrow(/^features\/bad\.feature:2: this is not Gherkin: expected .*Scenarium/);
});

test.each([
  ['  Scenario Outline: One\n    When <a>\n', '3: the outline has no Examples'],
  [
    '  Scenario Outline: One\n    When <a>\n    Examples:\n      | a |\n',
    '5: these Examples have no rows',
  ],
  [
    '  Scenario Outline: One\n    When <a> <b>\n    Examples:\n      | a | b |\n      | 1 | 2 |\n    Examples:\n      | a |\n      | 1 |\n',
    '8: these Examples have no column "b"',
  ],
])('an outline whose rows cannot run is named: %s', (outline, expected) => {
  const compile = () => compileFeature(`Feature: A\n\n${outline}`, 'a.feature');
  expect(compile).toThrow(`a.feature:${expected}`);
});

test('a text in angle brackets that is not a column stays as it is', () => {
  const text = 'Feature: A\n  Scenario: One\n    When <b>\n';
  expect(compileFeature(text, 'a.feature')[0]?.steps[0]?.text).toBe('<b>');
});

test('invalid Gherkin is named with the lines that could be there', () => {
  const compile = (text: string) => () => compileFeature(text, 'a.feature');
  expect(compile('Feature: A\n  Scenario: B\n    When c\n    d\n')).toThrow(
    'a.feature:4: this is not Gherkin: expected a row of a table, triple quotes, a step (Given, When, Then, And, But or *), a tag, Examples:, Scenario: or Rule:, got "d".',
  );
  expect(compile('Feature: A\n  Scenario: B\n    When c\n    """\n')).toThrow(
    'this is not Gherkin: expected triple quotes, got unexpected end of file.',
  );
});
