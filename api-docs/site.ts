import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { renderCatalogue } from '../conformance/report/html/catalogue.js';
import { catalogueName } from '../conformance/report/reports-folder.js';
import { loadShippedSuite } from '../conformance/suite/load-suite.js';
import { loadCatalogue } from '../conformance/suite/requirements.js';
import type { Suite } from '../conformance/suite/suite.js';
import { packageFile } from '../kit/package-root.js';
import { renderApiPages } from './api-pages.js';
import { loadDescription, renderPart } from './description.js';

function renderSiteCatalogue(suite: Suite): string {
  const { requirements } = loadCatalogue(suite);
  const neighbor = { address: 'index.html', title: 'API documentation' };
  return renderCatalogue(suite, requirements, neighbor);
}

/**
 * Renders the files of the site, by name: the page of the API, the description as JSON, and the
 * suite's catalogue.
 *
 * @param suite undefined for a description without a suite
 * @throws UsageError for a part of the description with a value of a wrong type
 */
export function renderSite(
  description: OpenAPIV3_1.Document,
  suite: Suite | undefined,
): ReadonlyMap<string, string> {
  const catalogue = suite && {
    file: catalogueName,
    hasDecisions: suite.decisions !== undefined,
  };
  return new Map([
    ...renderPart('The API', () => renderApiPages(description, catalogue)),
    ...(suite === undefined ? [] : [[catalogueName, renderSiteCatalogue(suite)] as const]),
    ['openapi.json', `${JSON.stringify(description, null, 2)}\n`],
  ]);
}

/** Renders the site of the shipped suite. */
export async function renderShippedSite(): Promise<ReadonlyMap<string, string>> {
  const suite = loadShippedSuite();
  return renderSite(await loadDescription(packageFile('spec', 'openapi.yaml')), suite);
}

/** Writes the files of a site to a folder; resolves to the path of its first page. */
export async function writeSite(
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  // An earlier site in this folder may have had a catalogue of another suite.
  await rm(join(folder, catalogueName), { force: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return join(folder, 'index.html');
}
