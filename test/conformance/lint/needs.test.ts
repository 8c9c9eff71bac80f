/** Requests that prepare, although the requirement of their scenario needs none that judges them. */
import { afterAll, expect, test } from 'vitest';
import { removeFolders } from '../run-check.js';
import { findingsIn, lint, soundSuite, writeSuite } from './suite-folder.js';

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

/** The files of a suite whose requirements need others. */
function filesFor(needs: Readonly<Record<string, string>>) {
  const ids = ['lamps.create', 'lamps.create.invalid', 'lamps.rooms', 'lamps.list', 'lamps.sorted'];
  const entries = ids.map(
    (id) => `  - id: ${id}\n    statement: It holds.\n    needs: [${needs[id] ?? ''}]\n`,
  );
  return {
    'steps/lamp.steps.js': undefined,
    'suite.yaml': soundSuite['suite.yaml']?.replace('steps: steps\n', ''),
    'requirements.yaml': `requirements:\n${entries.join('')}`,
    'features/lamp.feature': features,
  };
}

/** The notes on needs of a suite whose requirements need others. */
async function notesFor(needs: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const findings = await findingsIn(filesFor(needs));
  return findings.filter((one) => !one.includes('creates rows'));
}

test('a request that prepares is noted once for all requirements that need none about it', async () => {
  const notes = await notesFor({ 'lamps.list': 'lamps.create', 'lamps.sorted': 'lamps.list' });
  expect(notes).toEqual([
    'features/lamp.feature:20: POST /rooms only prepares here, and lamps.rooms judges it: add lamps.rooms to the needs of lamps.list and 1 other.',
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

test('a request of a When that another one follows before a judgement is noted, too', async () => {
  const files = filesFor({ 'lamps.list': 'lamps.rooms', 'lamps.sorted': 'lamps.rooms' });
  const read = `
  @req:lamps.sorted
  Scenario: Read
    When I send POST /lamps with {}
    And I send GET /lamps
    Then the status is 200
`;
  const findings = await findingsIn({ ...files, 'features/read.feature': `Feature: Read${read}` });
  expect(findings.filter((one) => one.startsWith('features/read'))).toEqual([
    'features/read.feature:4: POST /lamps only prepares here, and lamps.create judges it: add lamps.create to the needs of lamps.sorted.',
  ]);
});

test('--fix adds the needs, and says so', async () => {
  const folder = writeSuite(filesFor({ 'lamps.list': 'lamps.create', 'lamps.sorted': '' }));
  const { stdout } = await lint(folder, '--fix');
  expect(stdout).toContain('lamps.list now needs lamps.rooms.\n');
  expect(stdout).toContain('lamps.sorted now needs lamps.rooms.\n');
  expect(stdout).not.toContain('is not judged here');
  const again = await lint(folder);
  expect(again.stdout).not.toContain('is not judged here');
});
