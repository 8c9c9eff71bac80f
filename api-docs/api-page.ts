/** The page of an API: its whole description in one HTML file, in the style of the reports. */
import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { listOperations } from '../conformance/openapi/operations.js';
import { Html, html, readAsset, renderPage } from '../conformance/report/html/html.js';
import { packageFile } from '../kit/package-root.js';
import { type Document, follow } from './description.js';
import { renderInline, renderMarkdown } from './markdown.js';
import {
  anchorOf,
  type PlacedOperation,
  renderMethod,
  renderOperation,
  titleOf,
} from './operation-view.js';
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

/**
 * Renders the page.
 *
 * @param catalogue undefined when there is no page of requirements
 */
export function renderApiPage(document: Document, catalogue: CataloguePage | undefined): string {
  const groups = groupOperations(document);
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, Schema][];
  return renderPage({
    title: document.info.title,
    styles: [...['report.css', 'exchange.css', 'rows.css'].map(readAsset), readOwnAsset('api.css')],
    scripts: [
      readOwnAsset('api.client.js'),
      ...['copy', 'json'].map((n) => readAsset(`${n}.client.js`)),
    ],
    body: html`${renderNavigation(groups, schemas)}
<main>
${renderIntroduction(document, catalogue)}
${groups.map((group) => renderGroup(document, group))}
${schemas.length === 0 ? undefined : renderSchemas(document, schemas)}
</main>`,
  });
}

function groupOperations(document: Document): Group[] {
  const placed = ['paths', 'webhooks'].flatMap((key) => placeOperations(document, key));
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

function placeOperations(document: Document, key: string): PlacedOperation[] {
  return listOperations(document, key).map(({ method, path, operation, parameters }) => {
    const found = new Map<string, OpenAPIV3_1.ParameterObject>();
    for (const given of parameters) {
      const one = follow<OpenAPIV3_1.ParameterObject>(
        document,
        given as OpenAPIV3_1.ParameterObject,
      );
      if (one !== undefined) found.set(`${one.in} ${one.name}`, one);
    }
    return { method: method.toLowerCase(), path, operation, parameters: [...found.values()] };
  });
}

function renderNavigation(groups: readonly Group[], schemas: readonly [string, Schema][]): Html {
  return html`<nav aria-label="Contents">
<search><label for="search">Search</label> <input type="search" id="search" placeholder="/ to search"><output for="search"></output></search>
<details class="contents" open><summary>Contents</summary>
${groups.map(
  ({ name, operations }) =>
    html`<h2>${name}</h2><ul>${operations.map(
      (one) =>
        html`<li><a href="#${anchorOf(one)}">${renderMethod(one.method)} ${titleOf(one)}</a></li>`,
    )}</ul>`,
)}
${
  schemas.length === 0
    ? undefined
    : html`<h2>Schemas</h2><ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>`
}
</details>
</nav>`;
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
${operations.map((one) => renderOperation(document, one))}</section>`;
}

function renderSchemas(document: Document, schemas: readonly [string, Schema][]): Html {
  return html`<section class="group"><h2>Schemas</h2>${schemas.map(
    ([name, schema]) => html`<section class="part" id="schema-${name}"><h3>${name}</h3>
<p>${renderValue(document, schema)}</p>
${renderStructure(document, schema)}
</section>`,
  )}</section>`;
}
