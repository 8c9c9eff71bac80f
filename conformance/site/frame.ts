/** What all pages of a site share: the links between them, the head and the foot. */
import { packageVersion } from '../../kit/package-root.js';
import { escapeHidden, isWebAddress } from '../../kit/words.js';
import { type Html, html, renderLinkedPage } from '../report/html/html.js';
import { toMinute } from '../report/queries.js';
import type { Implementation } from './implementations.js';
import { addressFrom, assets, toFileName } from './paths.js';
import type { Run } from './run.js';
import type { SuiteHistory } from './suites.js';

/** A file of the site. */
export interface SiteFile {
  /** From the folder of the site on, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** What a page of a suite shows. */
export interface SuitePage {
  readonly path: string;
  readonly title: string;
  readonly body: Html;
}

/** The files of one suite, and links to them. */
export class SuiteFiles {
  readonly history: SuiteHistory;
  /** The page of the matrix. */
  readonly overview: string;

  /** @param isAlone whether the site has no other suite: its matrix is then the first page */
  constructor(history: SuiteHistory, isAlone: boolean) {
    this.history = history;
    this.overview = isAlone ? 'index.html' : this.file('index.html');
  }

  file(name: string): string {
    return `${this.history.folder}/${name}`;
  }

  ofImplementation({ slug }: Implementation): string {
    return this.file(`implementations/${slug}.html`);
  }

  ofBadge({ slug }: Implementation): string {
    return this.file(`badges/${slug}.svg`);
  }

  ofRun({ slug }: Implementation, { startedAt, marker }: Run): string {
    return this.file(`runs/${slug}/${toFileName(`${startedAt}-${marker}`)}.html`);
  }

  /** The address of a requirement in the report of a run. */
  evidenceFrom(page: string, one: Implementation, id: string): string {
    return `${addressFrom(page, this.ofRun(one, one.latest))}#${encodeURIComponent(escapeHidden(id))}`;
  }

  ofRequirement(id: string): string {
    return this.file(`requirements/${this.history.names.requirements.get(id)}.html`);
  }

  /** @param part from 1 on; sections with many requirements have several pages */
  ofSection(number: string, part = 1): string {
    const name = this.history.names.sections.get(number);
    return this.file(part === 1 ? `sections/${name}.html` : `sections/parts/${name}-${part}.html`);
  }

  ofVersion(version: string): string {
    return this.file(`versions/${this.history.names.versions.get(version)}.html`);
  }

  get implementationReport(): string {
    return this.file('implementation-report.html');
  }

  get implementationReportMarkdown(): string {
    return this.file('implementation-report.md');
  }

  get joining(): string {
    return this.file('add-your-implementation.html');
  }

  get atomFeed(): string {
    return this.file('changes.atom');
  }

  get jsonFeed(): string {
    return this.file('changes.json');
  }

  /** A link to a requirement, or its id alone when the shown version does not have it. */
  linkRequirement(page: string, id: string): Html {
    if (!this.history.names.requirements.has(id)) return html`<code>${id}</code>`;
    return html`<a href="${addressFrom(page, this.ofRequirement(id))}"><code>${id}</code></a>`;
  }

  linkImplementation(page: string, implementation: Implementation): Html {
    const address = addressFrom(page, this.ofImplementation(implementation));
    return html`<a href="${address}">${implementation.label}</a>`;
  }

  /** The links to the other pages. */
  renderNavigation(page: string): Html {
    const { suite, versions } = this.history;
    const version = versions.at(-1)?.version ?? suite.version;
    const links: readonly (readonly [string, string])[] = [
      [this.overview, 'Implementations'],
      [this.implementationReport, 'Implementation report'],
      [this.ofVersion(version), 'Versions'],
      [this.joining, 'Add your implementation'],
    ];
    const items = links.map(([file, name]) => {
      const current = file === page ? html` aria-current="page"` : undefined;
      return html`<li><a href="${addressFrom(page, file)}"${current}>${name}</a></li>`;
    });
    return html`<nav class="site" aria-label="Site"><p><a href="${addressFrom(page, 'index.html')}">${suite.title}</a></p><ul>${items}</ul></nav>`;
  }

  /** A page with the links to the others. */
  render({ path, title, body }: SuitePage): SiteFile {
    const { suite, updatedAt } = this.history;
    const [atom, json] = [this.atomFeed, this.jsonFeed].map((file) => addressFrom(path, file));
    const text = renderSitePage(
      path,
      `${title} – ${suite.title}`,
      html`${this.renderNavigation(path)}
<main>
${body}
</main>
<footer><p>Results up to ${toMinute(updatedAt)} UTC. Feeds of changes: <a href="${atom}">Atom</a>, <a href="${json}">JSON</a>. Made by Touchstone ${packageVersion()}.</p></footer>`,
      html`<link rel="alternate" type="application/atom+xml" title="Changes" href="${atom}"><link rel="alternate" type="application/feed+json" title="Changes" href="${json}">`,
    );
    return { path, text };
  }
}

/** A page with the style sheet and the script of the site. */
export function renderSitePage(path: string, title: string, body: Html, links?: Html): string {
  const shared = {
    style: addressFrom(path, assets.style),
    script: addressFrom(path, assets.script),
  };
  return renderLinkedPage({ title, body }, shared, links);
}

/** A text as a link to an address that strangers have given: only http and https are followed. */
export function linkAway(address: string | null, text: string): Html {
  if (address === null || !isWebAddress(address)) return html`${text}`;
  return html`<a href="${address}" rel="nofollow noopener">${text}</a>`;
}
