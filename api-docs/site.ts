import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';

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

/** Files of the renderer, from the installed package: its script, and the licenses of its parts. */
async function readRenderer(name: string): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const text = await readFile(resolve(`redoc/bundles/${name}`), 'utf8');
  return text.replaceAll(remotePicture, emptyPicture);
}

/** JSON that can stand inside a script element: nothing in it can end the element. */
function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * The page. The description is part of it, since a page opened from a file may not read another
 * file.
 */
function renderPage(description: OpenAPIV3_1.Document): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(description.info.title)}</title>
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
`;
}

/**
 * Writes the documentation site: a page, the renderer beside it and the description as JSON.
 * Resolves to the page's path.
 */
export async function writeSite(
  description: OpenAPIV3_1.Document,
  folder: string,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const page = join(folder, 'index.html');
  await Promise.all([
    writeFile(page, renderPage(description)),
    writeFile(join(folder, rendererFile), await readRenderer(rendererFile)),
    writeFile(join(folder, licenseFile), await readRenderer(licenseFile)),
    writeFile(join(folder, 'openapi.json'), `${JSON.stringify(description, null, 2)}\n`),
  ]);
  return page;
}
