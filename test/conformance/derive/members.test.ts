/** Accounts that only they themselves may see and delete, with their own tokens. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { derive } from '../../../conformance/derive/derive.js';
import { describeApi } from '../../../conformance/derive/description/description.js';
import { listen } from '../../faulty/listen.js';
import { makeFolder, removeFolders, runCheck, runClean } from '../run-check.js';
import { describeMembers, type MembersOptions, membersServer } from './members-server.js';

afterAll(removeFolders);

async function checkMembers(options: MembersOptions = {}) {
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(describeMembers(options)));
  const { server, rows } = membersServer(options);
  const { url, close } = await listen(server);
  try {
    const folder = makeFolder();
    const { report, stdout } = await runCheck(['--openapi', file, '--base-url', url], {}, folder);
    const left = [...rows.keys()];
    const cleaned = await runClean([join(folder, 'reports', 'report.json'), '--openapi', file]);
    const having = (...verdicts: readonly string[]) =>
      (report?.requirements ?? [])
        .filter(({ verdict }) => verdicts.includes(verdict))
        .map(({ id }) => id);
    const leftovers = report?.leftovers ?? [];
    return { having, rows: left, leftovers, stdout, cleaned, cleanedRows: [...rows.keys()] };
  } finally {
    await close();
  }
}

test('members act as themselves, and the clean-up deletes them with their own tokens', async () => {
  const { having, rows, leftovers, stdout } = await checkMembers();
  expect(having('fail', 'blocked', 'error', 'not tested'), stdout).toEqual([]);
  expect(having('pass')).toEqual(
    expect.arrayContaining([
      ...['get-member.response.status', 'register.stored', 'delete-member.gone'],
      ...['delete-member.security.none', 'delete-member.security.other-user', 'register.twice'],
      'delete-member.unknown',
    ]),
  );
  expect(rows).toEqual([]);
  expect(leftovers).toEqual([]);
});

test('a status that a requirement provokes in other words needs no unfinished scenario', () => {
  const file = join(makeFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(describeMembers()));
  const { requirements } = derive(describeApi(file), { takenOptions: [] });
  const ids = requirements.map(({ id }) => id);
  expect(ids).toContain('register.twice');
  expect(ids).not.toContain('register.answer.409');
});

test('members that log in by a request of its own are deleted after it', async () => {
  const { having, rows, leftovers, stdout } = await checkMembers({ issuesToken: false });
  expect(having('fail', 'blocked', 'error', 'not tested'), stdout).toEqual([]);
  expect(having('pass')).toEqual(
    expect.arrayContaining(['register.stored', 'register.response.location']),
  );
  expect(rows).toEqual([]);
  expect(leftovers).toEqual([]);
});

test.each([true, false])(
  'members that only their own tokens delete are deleted, when the registration issues them: %s',
  async (issuesToken) => {
    const options = { isByToken: true, issuesToken };
    const { having, rows, leftovers, stdout } = await checkMembers(options);
    expect(having('fail', 'blocked', 'error', 'not tested'), stdout).toEqual([]);
    expect(having('pass')).toEqual(
      expect.arrayContaining(['leave.response.status', 'leave.gone', 'get-me.account']),
    );
    expect(rows).toEqual([]);
    expect(leftovers).toEqual([]);
  },
);

test('members that their own tokens do not delete are left, each with its own name', async () => {
  const options = { isByToken: true, keepsMembers: true };
  const { having, rows, leftovers, stdout, cleaned } = await checkMembers(options);
  expect(having('fail'), stdout).toEqual(['leave.gone']);
  const left = rows.map((row) => row.replace('/members/', '/me#')).sort();
  expect(leftovers.map(({ deletion }) => deletion?.path).sort()).toEqual(left);
  expect(cleaned.stdout).toContain('only its own token deletes it');
  expect(cleaned.code).toBe(1);
});

test('members that no request deletes are counted, also by a clean-up, which adds none', async () => {
  const { having, rows, stdout, cleaned, cleanedRows } = await checkMembers({ isForGood: true });
  expect(having('fail', 'blocked', 'error', 'not tested'), stdout).toEqual([]);
  expect(rows.length).toBeGreaterThan(1);
  const said = `what ${rows.length} requests POST /members created (no request that the check may send deletes it)`;
  expect(stdout).toContain(`Left behind in the target: ${said}`);
  expect([cleaned.code, cleaned.stdout]).toEqual([0, expect.stringContaining(said)]);
  expect(cleanedRows).toEqual(rows);
});

test.each([
  ['keepsMembers', 'delete-member.gone'],
  ['deletesForAll', 'delete-member.security.none'],
  ['forgivesUnknown', 'delete-member.unknown'],
])('a server that %s is found', async (fault, id) => {
  const { having, stdout } = await checkMembers({ [fault]: true });
  expect(having('fail'), stdout).toContain(id);
});
