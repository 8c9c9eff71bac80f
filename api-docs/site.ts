import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { renderCatalogue } from '../conformance/report/catalogue/page.js';
import { Html, html } from '../conformance/report/html/html.js';
import { catalogueName } from '../conformance/report/reports-folder.js';
import { loadShippedSuite } from '../conformance/suite/load-suite.js';
import { loadCatalogue } from '../conformance/suite/requirements.js';
import type { Suite } from '../conformance/suite/suite.js';
import { packageFile } from '../kit/package-root.js';
import { loadDescription } from './description.js';

/** The renderer shows this picture in its footer; the site asks no other host for anything. */
const remotePicture = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const emptyPicture = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

const rendererFile = 'redoc.standalone.js';
const licenseFile = `${rendererFile}.LICENSE.txt`;

const rendererOptions = {
  expandResponses: '200,201',
  hideDownloadButton: false,
  downloadUrls: [{ title: 'OpenAPI description', url: 'openapi.json' }],
  pathInMiddlePanel: true,
  sortRequiredPropsFirst: true,
  theme: {
    typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'inherit' } },
  },
};

/** The installed renderer, or what a package of Touchstone brings along of it. */
function locateRenderer(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(`redoc/bundles/${name}`);
  } catch {
    return packageFile('dist', 'redoc', name);
  }
}

/** A file of the renderer: its script, or the licenses of its parts. */
async function readRenderer(name: string): Promise<string> {
  const text = await readFile(locateRenderer(name), 'utf8');
  return text.replaceAll(remotePicture, emptyPicture);
}

/** JSON that can stand inside a script element: nothing in it can end the element. */
function embedJson(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

/**
 * The page. The description is part of it, since a page opened from a file may not read another
 * file.
 */
function renderPage(description: OpenAPIV3_1.Document): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${description.info.title}</title>
<link rel="icon" href="data:,">
<style>body { margin: 0; }</style>
</head>
<body>
<div id="api"></div>
<script src="${rendererFile}"></script>
<script>
Redoc.init(
  ${embedJson(description)},
  ${embedJson(rendererOptions)},
  document.getElementById('api'),
);
</script>
</body>
</html>
`.text;
}

const catalogueLink = `**Requirements.** The [catalogue](${catalogueName}) has every statement of the specification, with the scenarios that check it and what the reference server does where it is silent.`;

function withCatalogueLink(description: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const text = [description.info.description ?? '', catalogueLink].join('\n\n');
  return { ...description, info: { ...description.info, description: text } };
}

function renderSiteCatalogue(suite: Suite): string {
  const { requirements } = loadCatalogue(suite);
  const neighbor = { address: 'index.html', title: 'API documentation' };
  return renderCatalogue(suite, requirements, neighbor);
}

/**
 * The files of the site by their names: the page of the API, the renderer that it needs, the
 * description as JSON, and the catalogue of a suite.
 *
 * @param suite undefined for a description that belongs to none
 */
export async function renderSite(
  description: OpenAPIV3_1.Document,
  suite: Suite | undefined,
): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['index.html', renderPage(suite === undefined ? description : withCatalogueLink(description))],
    ...(suite === undefined ? [] : [[catalogueName, renderSiteCatalogue(suite)] as const]),
    [rendererFile, await readRenderer(rendererFile)],
    [licenseFile, await readRenderer(licenseFile)],
    ['openapi.json', `${JSON.stringify(description, null, 2)}\n`],
  ]);
}

/** The site of the description that comes with Touchstone. */
export async function renderShippedSite(): Promise<ReadonlyMap<string, string>> {
  const suite = loadShippedSuite();
  return renderSite(await loadDescription(packageFile('spec', 'openapi.yaml')), suite);
}

/** Writes the site into a folder; resolves to the path of its first page. */
export async function writeSite(
  description: OpenAPIV3_1.Document,
  suite: Suite | undefined,
  folder: string,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of await renderSite(description, suite)) {
    await writeFile(join(folder, name), content);
  }
  return join(folder, 'index.html');
}
