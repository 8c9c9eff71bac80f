/** Requests that prepare, although the requirement of their scenario needs none that judges them. */
import { afterAll, expect, test } from 'vitest';
import { removeFolders } from '../run-check.js';
import { findingsIn, soundSuite } from './suite-folder.js';

afterAll(removeFolders);

const features = `Feature: Lamps
  @req:lamps.create
  Scenario: Create
    When I send POST /lamps with {}
    Then the status is 201

  @req:lamps.create.invalid
  Scenario: Reject
    When I send POST /shades with {}
    Then the status is 400

  @req:lamps.rooms
  Scenario: Rooms
    When I send POST /rooms with {}
    Then the status is 201

  Rule: In a room

    Background:
      Given I send POST /rooms with {}
      And I send POST /lamps?color=red with {"room": \${$.id}}
      And I send POST /shades with {}
      And I send GET /unjudged

    @req:lamps.list
    Scenario: List
      When I send GET /lamps/\${$.id}/list
      Then the status is 200

    @req:lamps.sorted
    Scenario: Order
      When I send GET /lamps?sort=id
      Then the status is 200
`;

/** The notes on needs of a suite whose requirements need others. */
async function notesFor(needs: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const ids = ['lamps.create', 'lamps.create.invalid', 'lamps.rooms', 'lamps.list', 'lamps.sorted'];
  const entries = ids.map(
    (id) => `  - id: ${id}\n    statement: It holds.\n    needs: [${needs[id] ?? ''}]\n`,
  );
  const findings = await findingsIn({
    'steps/lamp.steps.js': undefined,
    'suite.yaml': soundSuite['suite.yaml']?.replace('steps: steps\n', ''),
    'requirements.yaml': `requirements:\n${entries.join('')}`,
    'features/lamp.feature': features,
  });
  return findings.filter((one) => !one.includes('creates rows'));
}

test('a request that prepares is noted once for all requirements that need none about it', async () => {
  const notes = await notesFor({ 'lamps.list': 'lamps.create', 'lamps.sorted': 'lamps.list' });
  expect(notes).toEqual([
    'features/lamp.feature:20: POST /rooms prepares, and lamps.rooms judges it: add it to the needs of lamps.list and 1 other, which its failure would not block.',
  ]);
});

test('needs of needs count, and a requirement needs none that builds on it', async () => {
  expect(
    await notesFor({
      'lamps.rooms': 'lamps.create',
      'lamps.list': 'lamps.rooms',
      'lamps.sorted': 'lamps.list',
    }),
  ).toEqual([]);
  expect(
    await notesFor({
      'lamps.rooms': 'lamps.list',
      'lamps.list': 'lamps.create',
      'lamps.sorted': 'lamps.list, lamps.rooms',
    }),
  ).toEqual([]);
});
