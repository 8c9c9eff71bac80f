/** What a description shows of accounts, authors and followers: what is found, and what is not accused. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { oneOfEachKind } from '../../extent.js';
import { listen } from '../../faulty/listen.js';
import { removeFolders, runCheck } from '../run-check.js';
import { Recipes } from './recipes-server.js';

afterAll(removeFolders);

const description = fileURLToPath(new URL('recipes.yaml', import.meta.url));

/** Checks a service that has rows of others. */
async function check(service: Recipes, argv: readonly string[] = []) {
  const [name, now] = ['foreign', '2026-01-01T00:00:00Z'];
  const author = {
    name,
    email: name,
    password: name,
    motto: name,
    token: name,
    follows: new Set<never>(),
  };
  const foreign = { id: 0, title: name, text: name, minutes: 1, createdAt: now, updatedAt: now };
  service.cooks.push(author);
  service.recipes.push({ ...foreign, author, likes: new Set() });
  // A page of plans is shorter than what others have.
  for (const id of [-2, -1, 0]) service.plans.push({ id, owner: author, title: name });
  const { url, close } = await listen(service.listen());
  try {
    const result = await runCheck(['--openapi', description, '--base-url', url, ...argv]);
    const rows = result.report?.requirements ?? [];
    const failed = rows.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
    return { ...result, rows, failed };
  } finally {
    await close();
  }
}

describe('a conforming service', () => {
  test('conforms, and keeps the rows of others', async () => {
    const service = new Recipes();
    const { rows, stdout } = await check(service);
    expect(
      rows.filter(({ verdict }) => verdict !== 'pass'),
      stdout,
    ).toEqual([]);
    expect(service.recipes.map(({ title }) => title)).toEqual(['foreign']);
    expect(service.plans.map(({ title }) => title)).toEqual(['foreign', 'foreign', 'foreign']);
    expect(rows.length).toBeGreaterThan(110);
  });

  test.each<[string, (service: Recipes) => void]>([
    [
      'that renews tokens with each login',
      (one) => {
        const { session } = one;
        one.session = (cook) => session(Object.assign(cook, { token: crypto.randomUUID() }));
      },
    ],
    [
      'that sorts texts by language',
      (one) => {
        one.compare = (a, b, key) =>
          key === 'title' ? a.title.localeCompare(b.title) : a.minutes - b.minutes;
      },
    ],
  ])('conforms %s', async (_name, vary) => {
    const service = new Recipes();
    vary(service);
    const { failed, stdout } = await check(service);
    expect(failed, stdout).toEqual([]);
  });
});

/** A fault: what it is, the requirement that shows it, and the methods that it replaces. */
type Fault = readonly [string, string, (one: Recipes) => Partial<Recipes>];

const faults: readonly Fault[] = [
  ['an account is registered twice', 'register-cook.twice', () => ({ mayRegisterTwice: true })],
  ['any password is accepted', 'log-in.wrong-password', () => ({ isPassword: () => true })],
  [
    'a login gives the token of another account',
    'log-in.token',
    (one) => ({ session: (cook) => ({ ...one.account(cook), token: 'foreign' }) }),
  ],
  [
    'the account is another one',
    'get-me.account',
    ({ account }) => ({ account: (cook) => ({ ...account(cook), email: 'nobody@example.com' }) }),
  ],
  ['a change of an account does nothing', 'update-me.response.values', () => ({ changeCook() {} })],
  [
    'a change of an account loses the rest',
    'update-me.rest',
    () => ({
      changeCook: (cook, { email = '', motto = '' }) => void Object.assign(cook, { email, motto }),
    }),
  ],
  ['a default is another one', 'create-recipe.defaults', () => ({ usualMinutes: 20 })],
  ['nobody is followed', 'follow-cook.shown', () => ({ follow() {} })],
  ['a cook is followed for ever', 'unfollow-cook.shown', () => ({ unfollow() {} })],
  [
    'all follow whom one follows',
    'follow-cook.personal',
    ({ cooks }) => ({
      isFollowing: (_reader, cook) => cooks.some(({ follows }) => follows.has(cook)),
    }),
  ],
  [
    'one follows all',
    'follow-cook.others',
    ({ cooks }) => ({
      follow: (reader) => {
        for (const cook of cooks) reader.follows.add(cook);
      },
    }),
  ],
  [
    'the feed has recipes of the reader',
    'get-feed.empty',
    ({ recipes }) => ({
      feed: (reader) =>
        recipes.filter(({ author }) => author === reader || reader.follows.has(author)),
    }),
  ],
  ['the feed has all recipes', 'get-feed.empty', ({ recipes }) => ({ feed: () => recipes })],
  ['the feed has no recipe', 'get-feed.shown', () => ({ feed: () => [] })],
  ['no author is found', 'list-recipes.author.account', () => ({ isBy: () => false })],
  ['nobody likes a recipe', 'list-recipes.liked.account', () => ({ isLikedBy: () => false })],
  ['likes are not counted', 'like-recipe.shown', () => ({ count: () => 0 })],
  [
    'all like what one likes',
    'like-recipe.personal',
    () => ({ isLiked: ({ likes }) => likes.size > 0 }),
  ],
  [
    'the author is the first cook',
    'create-recipe.author',
    ({ cooks }) => ({ authorOf: ({ author }) => cooks[0] ?? author }),
  ],
  [
    'a change loses the rest',
    'update-recipe.rest',
    () => ({ change: (recipe, body) => void Object.assign(recipe, { title: '', text: '' }, body) }),
  ],
  [
    'a change moves the time of the creation',
    'update-recipe.creation-time',
    ({ change }) => ({
      change: (recipe, body) => change(recipe, { ...body, createdAt: '2026-01-01T00:00:00Z' }),
    }),
  ],
  [
    'a change leaves its time',
    'update-recipe.change-time',
    () => ({ change: (recipe, body) => void Object.assign(recipe, body) }),
  ],
  [
    'anybody may change a recipe',
    'update-recipe.security.other-user',
    () => ({ mayChange: () => true }),
  ],
  [
    'plans of others are listed',
    'list-plans.security.other-user',
    ({ plans }) => ({ plansOf: () => plans }),
  ],
  ['recipes are not sorted', 'list-recipes.sort.title-ascending', () => ({ compare: () => 0 })],
  [
    'numbers are sorted as texts',
    'list-recipes.sort.minutes-ascending',
    () => ({ compare: (a, b) => (String(a.minutes) < String(b.minutes) ? -1 : 1) }),
  ],
  [
    'the total is that of the page',
    'list-recipes.paging.total',
    () => ({ totalOf: (_all, page) => page.length }),
  ],
  [
    'every page is reported as the first',
    'list-recipes.paging.reported',
    () => ({ reported: () => 0 }),
  ],
];

/** The faults, or in `npm test` one of each kind of requirement. */
const chosen = oneOfEachKind(faults, ([, requirement]) => [requirement.replace(/^.*?\./, '')]);

test.each(chosen)('finds that %s', async (_name, requirement, plant) => {
  const service = new Recipes();
  Object.assign(service, plant(service));
  const { failed, stdout } = await check(service, ['--only', requirement]);
  expect(failed, stdout).toEqual([requirement]);
});
