/** The pages of an API, in the style of the reports: its description in one HTML file, or in several. */
import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { listOperations } from '../conformance/openapi/operations.js';
import { Html, html, readAsset, renderPage } from '../conformance/report/html/html.js';
import { packageFile } from '../kit/package-root.js';
import { UniqueNames } from '../kit/unique-names.js';
import { type Document, follow, type PlacedOperation, renderPart } from './description.js';
import { bodyMaker, type MakeBody } from './made-body.js';
import { renderInline, renderMarkdown } from './markdown.js';
import { anchorOf, renderMethod, renderOperation, titleOf } from './operation-view.js';
import { renderStructure, renderValue, type Schema } from './schema-view.js';

/** Operations under one heading. */
interface Group {
  readonly name: string;
  readonly description?: string | undefined;
  readonly operations: readonly PlacedOperation[];
}

function readOwnAsset(name: string): Html {
  return new Html(readFileSync(packageFile('api-docs', name), 'utf8'));
}

/** The page of requirements beside the page of the API. */
export interface CataloguePage {
  readonly file: string;
  /** Whether it shows decisions on what the specification leaves open. */
  readonly hasDecisions: boolean;
}

/** With more operations than this, one page would take browsers many seconds to open. */
const mostOnOnePage = 300;

const home = 'index.html';
const schemasFile = 'schemas.html';

/** A page before its links are placed. */
interface Page {
  readonly file: string;
  readonly title: string;
  readonly contents: Html;
  readonly main: Html;
}

/**
 * Renders the pages, by file name: `index.html` with everything, or, for large descriptions, with an
 * overview, beside a page for each tag and one for the schemas.
 *
 * @param catalogue undefined when there is no page of requirements
 */
export function renderApiPages(
  document: Document,
  catalogue: CataloguePage | undefined,
): ReadonlyMap<string, string> {
  const groups = groupOperations(document);
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, Schema][];
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const introduction = renderIntroduction(document, catalogue);
  const pages =
    count > mostOnOnePage
      ? dividePages(document, groups, schemas, introduction)
      : [makeWholePage(document, groups, schemas, introduction)];
  const bodies = placeLinks(
    pages.map(({ file, contents, main }) => [file, renderBody(contents, main)]),
  );
  return new Map(pages.map(({ file, title }) => [file, renderWith(title, bodies.get(file))]));
}

function renderBody(contents: Html, main: Html): Html {
  return html`<nav aria-label="Contents">
<search><label for="search">Search</label> <input type="search" id="search" placeholder="/ to search"><output for="search"></output></search>
<details class="contents" open><summary>Contents</summary>
${contents}
</details>
</nav>
<main>
${main}
</main>`;
}

function renderWith(title: string, body: Html | undefined): string {
  return renderPage({
    title,
    styles: [...['report.css', 'exchange.css', 'rows.css'].map(readAsset), readOwnAsset('api.css')],
    scripts: [
      readOwnAsset('api.client.js'),
      ...['copy', 'json'].map((n) => readAsset(`${n}.client.js`)),
    ],
    body: html`${body}`,
  });
}

function makeWholePage(
  document: Document,
  groups: readonly Group[],
  schemas: readonly [string, Schema][],
  introduction: Html,
): Page {
  const parts = groups.map((group) => renderGroup(document, group));
  return {
    ...{ file: home, title: document.info.title },
    contents: html`${groups.map(listOperationsOf)}${listSchemas(schemas)}`,
    main: html`${introduction}
${parts}
${renderSchemas(document, schemas)}`,
  };
}

/** The overview, a page for each group, and the schemas. */
function dividePages(
  document: Document,
  groups: readonly Group[],
  schemas: readonly [string, Schema][],
  introduction: Html,
): readonly Page[] {
  const { title } = document.info;
  const files = nameFiles(groups);
  const links = html`<h2>Pages</h2><ul><li><a href="${home}">Overview</a></li>${groups.map(
    ({ name }, index) => html`<li><a href="${files[index]}">${name}</a></li>`,
  )}${schemas.length === 0 ? undefined : html`<li><a href="${schemasFile}">Schemas</a></li>`}</ul>`;
  const ofGroup = (group: Group, index: number): Page => ({
    ...{ file: files[index] ?? home, title: `${group.name} – ${title}` },
    contents: html`${listOperationsOf(group)}${links}`,
    main: html`${renderTitle(group.name, title)}${renderGroup(document, group)}`,
  });
  const overview = html`${introduction}
${groups.map((group, index) => renderOverview(group, files[index] ?? home))}`;
  const ofSchemas = {
    ...{ file: schemasFile, title: `Schemas – ${title}` },
    contents: html`${listSchemas(schemas)}${links}`,
    main: html`${renderTitle('Schemas', title)}${renderSchemas(document, schemas)}`,
  };
  return [
    { file: home, title, contents: links, main: overview },
    ...groups.map(ofGroup),
    ...(schemas.length === 0 ? [] : [ofSchemas]),
  ];
}

/** File names of the pages of groups, also different where upper and lower case are the same. */
function nameFiles(groups: readonly Group[]): readonly string[] {
  const names = new UniqueNames();
  return groups.map(({ name }) => {
    const slug = name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60);
    return `operations-${names.take(slug)}.html`;
  });
}

/** The heading of a page beside the overview. */
function renderTitle(name: string, api: string): Html {
  return html`<header class="part"><h1>${name} <span class="version">${api}</span></h1></header>
`;
}

/** The operations of a group on the overview, each a part that the search finds. */
function renderOverview({ name, description, operations }: Group, file: string): Html {
  return html`<section class="group"><h2><a href="${file}">${name}</a></h2>${renderMarkdown(description)}
<ul class="overview">${operations.map(
    (one) =>
      html`<li class="part">${renderMethod(one.method)} <a href="#${anchorOf(one)}">${titleOf(one)}</a>${one.operation.summary === undefined ? undefined : html` <code>${one.path}</code>`}</li>`,
  )}</ul></section>`;
}

/** Lets each link to an anchor of another page name that page. */
function placeLinks(bodies: readonly (readonly [string, Html])[]): ReadonlyMap<string, Html> {
  const texts = bodies.map(([file, body]) => [file, body.text] as const);
  const fileOf = new Map(
    texts.flatMap(([file, text]) =>
      [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => [id, file]),
    ),
  );
  const place = (file: string, text: string) =>
    text.replace(/ href="#([^"]+)"/g, (link, anchor: string) => {
      const other = fileOf.get(anchor);
      return other === undefined || other === file ? link : ` href="${other}#${anchor}"`;
    });
  return new Map(texts.map(([file, text]) => [file, new Html(place(file, text))]));
}

function groupOperations(document: Document): Group[] {
  const makeBody = bodyMaker(document);
  const placed = ['paths', 'webhooks'].flatMap((key) => placeOperations(document, key, makeBody));
  const others = 'Operations';
  const groupOf = ({ operation }: PlacedOperation): string => operation.tags?.[0] ?? others;
  const described = document.tags ?? [];
  const names = new Set([...described.map(({ name }) => name), ...placed.map(groupOf)]);
  return [...names]
    .map((name) => ({
      name,
      description: described.find((tag) => tag.name === name)?.description,
      operations: placed.filter((one) => groupOf(one) === name),
    }))
    .filter(({ operations }) => operations.length > 0);
}

function placeOperations(document: Document, key: string, makeBody: MakeBody): PlacedOperation[] {
  return listOperations(document, key).map(({ method, path, operation, parameters }) => {
    const found = new Map<string, OpenAPIV3_1.ParameterObject>();
    for (const given of parameters) {
      const one = follow<OpenAPIV3_1.ParameterObject>(
        document,
        given as OpenAPIV3_1.ParameterObject,
      );
      if (one !== undefined) found.set(`${one.in} ${one.name}`, one);
    }
    return {
      method: method.toLowerCase(),
      path,
      operation,
      parameters: [...found.values()],
      makeBody: () => makeBody(method, path),
    };
  });
}

function listOperationsOf({ name, operations }: Group): Html {
  return html`<h2>${name}</h2><ul>${operations.map(
    (one) =>
      html`<li><a href="#${anchorOf(one)}">${renderMethod(one.method)} ${titleOf(one)}</a></li>`,
  )}</ul>`;
}

function listSchemas(schemas: readonly [string, Schema][]): Html | undefined {
  if (schemas.length === 0) return undefined;
  return html`<h2>Schemas</h2><ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>`;
}

function renderIntroduction(document: Document, catalogue: CataloguePage | undefined): Html {
  const { info, servers = [] } = document;
  const { title, version, description, license, contact, summary } = info as typeof info & {
    readonly summary?: string;
  };
  const facts = [
    ...servers.map((server) => [
      'Server',
      html`<code>${server.url}</code> ${renderInline(server.description)}`,
    ]),
    ...(license === undefined ? [] : [['License', html`${license.name}`]]),
    ...(contact === undefined
      ? []
      : [['Contact', html`${contact.name ?? contact.email ?? contact.url}`]]),
    ['Description', html`<a href="openapi.json">openapi.json</a>, OpenAPI ${document.openapi}`],
    ...(catalogue === undefined
      ? []
      : [
          [
            'Requirements',
            html`The <a href="${catalogue.file}">catalogue</a> lists every statement of the specification with the scenarios that check it${catalogue.hasDecisions ? ', and the decisions where the specification is silent' : ''}.`,
          ],
        ]),
  ] as const;
  return html`<header class="part" id="introduction">
<h1>${title} <span class="version">${version}</span></h1>
${summary === undefined ? undefined : html`<p class="summary">${summary}</p>`}
${renderMarkdown(description)}
<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${renderSchemes(document)}
</header>`;
}

function renderSchemes(document: Document): Html | undefined {
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  if (schemes.length === 0) return undefined;
  const rows = schemes.map(([name, given]) => {
    const scheme = follow<OpenAPIV3_1.SecuritySchemeObject>(document, given);
    return html`<dt id="security-${name}"><code>${name}</code></dt><dd>${describeScheme(scheme)} ${renderInline(scheme?.description)}</dd>`;
  });
  return html`<h2>Credentials</h2><dl class="members">${rows}</dl>`;
}

function describeScheme(scheme: OpenAPIV3_1.SecuritySchemeObject | undefined): Html | undefined {
  if (scheme?.type === 'apiKey') {
    return html`<span class="fact">${scheme.in} <code>${scheme.name}</code></span>`;
  }
  if (scheme?.type === 'http') {
    return html`<span class="fact">HTTP authentication, scheme <code>${scheme.scheme}</code></span>`;
  }
  return scheme === undefined ? undefined : html`<span class="fact">${scheme.type}</span>`;
}

function renderGroup(document: Document, { name, description, operations }: Group): Html {
  return html`<section class="group"><h2>${name}</h2>${renderMarkdown(description)}
${operations.map((one) =>
  renderPart(`${one.method.toUpperCase()} ${one.path}`, () => renderOperation(document, one)),
)}</section>`;
}

function renderSchemas(document: Document, schemas: readonly [string, Schema][]): Html | undefined {
  if (schemas.length === 0) return undefined;
  return html`<section class="group"><h2>Schemas</h2>${schemas.map(([name, schema]) =>
    renderPart(`The schema ${name}`, () => renderSchema(document, name, schema)),
  )}</section>`;
}

function renderSchema(document: Document, name: string, schema: Schema): Html {
  return html`<section class="part" id="schema-${name}"><h3>${name}</h3>
<p>${renderValue(document, schema)}</p>
${renderStructure(document, schema)}
</section>`;
}
