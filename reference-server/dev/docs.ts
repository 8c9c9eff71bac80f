import type { RequestHandler } from 'express';

type Site = ReadonlyMap<string, string>;

/** The description that comes with Touchstone; loaded on use, since hardly any server is asked. */
async function buildSite(): Promise<Site> {
  const { renderShippedSite } = await import('../../api-docs/site.js');
  return renderShippedSite();
}

/** Answers with the files of the API documentation, which the first request has built. */
export function createDocsHandler(): RequestHandler {
  let site: Promise<Site> | undefined;
  return async (request, response, next) => {
    // The page names its files relative to the folder that it is in.
    if (/^[^?]*\/docs(\?|$)/.test(request.originalUrl)) return response.redirect('docs/');
    site ??= buildSite();
    const name = request.path === '/' ? 'index.html' : request.path.slice(1);
    const content = (await site).get(name);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (content === undefined || !isRead) return next();
    response.type(name).send(content);
  };
}
