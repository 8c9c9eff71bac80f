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
  expect(compile).toThrow(/^features\/bad\.feature:2: this is not Gherkin: expected: .*Scenarium/);
});
