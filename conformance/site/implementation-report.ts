/**
 * The report that standards bodies ask for before they recommend a specification: whether each
 * feature has at least two independent implementations.
 */
import { countOf, nameFirst } from '../../kit/words.js';
import { code, escapeMarkdown } from '../report/formats/markdown.js';
import { type Html, html, renderScrolling } from '../report/html/html.js';
import { renderHeading } from '../report/html/section-link.js';
import { toMinute } from '../report/queries.js';
import { sectionHeading } from '../suite/suite.js';
import { linkAway, type SiteFile, type SuiteFiles } from './frame.js';
import type { Implementation } from './implementations.js';
import { addressFrom } from './paths.js';
import type { CatalogueEntry } from './run.js';
import type { SuiteHistory } from './suites.js';

/** The number of independent implementations that a feature needs. */
const enough = 2;

/** A requirement of level `must`, and who holds it. */
interface Feature {
  readonly entry: CatalogueEntry;
  /** One of each name: configurations of one implementation are not independent of each other. */
  readonly holders: readonly Implementation[];
}

/** The features of a section. */
interface FeatureGroup {
  readonly number: string;
  readonly features: readonly Feature[];
}

function groupFeatures({ sections, implementations }: SuiteHistory): readonly FeatureGroup[] {
  return sections.flatMap(({ number, entries }) => {
    const features = entries
      .filter(({ level }) => level === 'must')
      .map((entry) => ({ entry, holders: findHolders(entry, implementations) }));
    return features.length === 0 ? [] : [{ number, features }];
  });
}

function findHolders(
  { id }: CatalogueEntry,
  implementations: readonly Implementation[],
): readonly Implementation[] {
  const holders = new Map<string, Implementation>();
  for (const one of implementations) {
    if (one.cells.get(id)?.verdict === 'pass' && !holders.has(one.name)) holders.set(one.name, one);
  }
  return [...holders.values()];
}

const isMet = ({ holders }: Feature): boolean => holders.length >= enough;

/** The report as a page and as Markdown. */
export function renderImplementationReport(files: SuiteFiles): readonly SiteFile[] {
  const groups = groupFeatures(files.history);
  return [renderPage(groups, files), renderMarkdown(groups, files)];
}

function summarize(groups: readonly FeatureGroup[]): string {
  const features = groups.flatMap((group) => group.features);
  const met = features.filter(isMet).length;
  return `${met} of ${countOf(features.length, 'feature')} ${met === 1 ? 'has' : 'have'} at least two independent implementations.`;
}

const independence =
  'Results of one name count once. Whether implementations of different names are independent of each other, no check can tell: their addresses are below.';

function renderPage(groups: readonly FeatureGroup[], files: SuiteFiles): SiteFile {
  const path = files.implementationReport;
  const { suite, updatedAt } = files.history;
  const bodies = groups.map((group) => renderGroup(group, path, files));
  const markdown = addressFrom(path, files.implementationReportMarkdown);
  return files.render({
    path,
    title: 'Implementation report',
    body: html`<h1>Implementation report: ${linkAway(suite.specification.url, suite.specification.title)}</h1>
<p><strong>${summarize(groups)}</strong> ${independence}</p>
<p>Made from results up to ${toMinute(updatedAt)} UTC of ${suite.title}, version ${suite.version}. <a href="${markdown}">The same in Markdown</a></p>
${bodies}
<section><h2>Implementations</h2><ul class="entries">${files.history.implementations.map((one) => html`<li>${files.linkImplementation(path, one)} ${describeOrigin(one)}</li>`)}</ul></section>`,
  });
}

function describeOrigin({ url, latest }: Implementation): Html {
  const when = `checked ${latest.startedAt.slice(0, 10)}`;
  const version = latest.version === null ? undefined : html`version ${latest.version}, `;
  return html`<span class="section">${version}${when}</span> ${url === null ? undefined : linkAway(url, url)}`;
}

/** More names would hide the next feature; the page of the requirement lists all. */
const mostNames = 4;

function nameHolders({ holders }: Feature): string {
  return nameFirst(
    holders.map(({ name }) => name),
    mostNames,
  );
}

/** A table for each section: a browser lays out only those in sight. */
function renderGroup({ number, features }: FeatureGroup, path: string, files: SuiteFiles): Html {
  const rows = features.map((feature) => {
    const { id, statement } = feature.entry;
    const met = isMet(feature);
    return html`<tr><th scope="row">${files.linkRequirement(path, id)} <span class="statement">${statement}</span></th><td class="${met ? 'good' : 'bad'}">${met ? 'yes' : 'no'}</td><td>${nameHolders(feature)}</td></tr>`;
  });
  const table = html`<table class="features"><thead><tr><th scope="col">Feature</th><th scope="col">Two or more</th><th scope="col">Implementations</th></tr></thead><tbody>${rows}</tbody></table>`;
  return html`<section class="features-of-section"><h2>${renderHeading(number, files.history.suite)}</h2>${renderScrolling(table)}</section>`;
}

function renderMarkdown(groups: readonly FeatureGroup[], files: SuiteFiles): SiteFile {
  const { suite, updatedAt, implementations } = files.history;
  const tables = groups.flatMap(({ number, features }) => [
    `## ${escapeMarkdown(sectionHeading(number, suite.sections))}`,
    [
      '| Feature | Two or more | Implementations |',
      '|---|---|---|',
      ...features.map(describeFeature),
    ].join('\n'),
  ]);
  const list = implementations.map(({ label, url, latest }) => {
    const facts = [latest.version, `checked ${latest.startedAt.slice(0, 10)}`, url];
    const known = facts.filter((fact) => fact !== null).map(escapeMarkdown);
    return `- ${escapeMarkdown(label)}: ${known.join(', ')}`;
  });
  const blocks = [
    `# Implementation report: ${escapeMarkdown(suite.specification.title)}`,
    `**${summarize(groups)}** ${independence}`,
    `Made from results up to ${toMinute(updatedAt)} UTC of ${escapeMarkdown(suite.title)}, version ${escapeMarkdown(suite.version)}.`,
    ...tables,
    '## Implementations',
    list.join('\n'),
  ];
  return { path: files.implementationReportMarkdown, text: `${blocks.join('\n\n')}\n` };
}

function describeFeature(feature: Feature): string {
  const { entry } = feature;
  const names = escapeMarkdown(nameHolders(feature));
  return `| ${code(entry.id)} ${escapeMarkdown(entry.statement)} | ${isMet(feature) ? 'yes' : '**no**'} | ${names} |`;
}
