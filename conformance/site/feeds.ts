/** Feeds of changes: JSON Feed 1.1 and Atom (RFC 4287). */
import { createHash } from 'node:crypto';
import { countOf, escapeHidden } from '../../kit/words.js';
import { html } from '../report/html/html.js';
import type { Change } from './changes.js';
import type { SiteFile, SuiteFiles } from './frame.js';
import { compareTexts, type Implementation } from './implementations.js';
import { addressFrom } from './paths.js';

/** Readers fetch the feed again and again, so it has only the latest changes. */
const mostItems = 50;

/** A change as both feeds show it. */
interface FeedItem {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly updated: string;
  /** The file of the report. */
  readonly file: string;
}

/**
 * The feeds of one suite.
 *
 * @param address where the site is published, with a slash at its end; undefined when it is unknown:
 *   links are then relative, which not every reader of feeds follows
 */
export function renderFeeds(files: SuiteFiles, address: string | undefined): readonly SiteFile[] {
  const items = listItems(files);
  return [renderAtom(items, files, address), renderJson(items, files, address)];
}

function listItems(files: SuiteFiles): readonly FeedItem[] {
  return files.history.implementations
    .flatMap((one) => one.changes.map((change) => describe(one, change, files)))
    .sort((a, b) => compareTexts(b.updated, a.updated))
    .slice(0, mostItems);
}

function describe(
  one: Implementation,
  { run, before, broken, fixed }: Change,
  files: SuiteFiles,
): FeedItem {
  const parts = [
    ...(before === undefined ? [`first run, ${run.tally.held} of ${run.tally.total} hold`] : []),
    ...(broken.length === 0 ? [] : [`${countOf(broken.length, 'requirement')} broken`]),
    ...(fixed.length === 0 ? [] : [`${countOf(fixed.length, 'requirement')} fixed`]),
  ];
  const lists = [listIds('Broken', broken), listIds('Fixed', fixed)].filter((text) => text !== '');
  const version = run.version === null ? '' : ` ${run.version}`;
  return {
    id: toUuid(`${files.history.suite.name} ${one.slug} ${run.marker} ${run.startedAt}`),
    title: `${one.label}${version}: ${parts.join(', ')}`,
    text: lists.length === 0 ? `${parts.join(', ')}.` : lists.join(' '),
    updated: run.startedAt,
    file: files.ofRun(one, run),
  };
}

/** More ids would be a report of their own. */
const mostIds = 50;

function listIds(word: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const rest = ids.length > mostIds ? ` and ${ids.length - mostIds} more` : '';
  return `${word}: ${ids.slice(0, mostIds).join(', ')}${rest}.`;
}

/** An id that never changes, as a UUID of version 8 (RFC 9562), which is for hashes such as this. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return `urn:uuid:${groups.join('-')}-${hex.slice(20, 32)}`;
}

function renderAtom(
  items: readonly FeedItem[],
  files: SuiteFiles,
  address: string | undefined,
): SiteFile {
  const { suite, updatedAt } = files.history;
  const path = files.atomFeed;
  const linkTo = (file: string) => locate(file, path, address);
  const entries = items.map(
    ({ id, title, text, updated, file }) => html`<entry>
<id>${id}</id>
<title>${title}</title>
<updated>${updated}</updated>
<link href="${linkTo(file)}"/>
<content type="text">${text}</content>
</entry>
`,
  );
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${toUuid(suite.name)}</id>
<title>${suite.title}: changes of implementations</title>
<updated>${updatedAt}</updated>
<author><name>Touchstone</name></author>
<link rel="self" href="${linkTo(path)}"/>
<link rel="alternate" type="text/html" href="${linkTo(files.overview)}"/>
${entries}</feed>
`;
  return { path, text: feed.text };
}

function renderJson(
  items: readonly FeedItem[],
  files: SuiteFiles,
  address: string | undefined,
): SiteFile {
  const { suite } = files.history;
  const path = files.jsonFeed;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${suite.title}: changes of implementations`,
    home_page_url: locate(files.overview, path, address),
    feed_url: locate(path, path, address),
    items: items.map(({ id, title, text, updated, file }) => ({
      ...{ id, title, content_text: text, date_published: updated },
      url: locate(file, path, address),
    })),
  };
  return { path, text: `${escapeHidden(JSON.stringify(feed, null, 2))}\n` };
}

function locate(file: string, from: string, address: string | undefined): string {
  return address === undefined ? addressFrom(from, file) : new URL(file, address).href;
}
