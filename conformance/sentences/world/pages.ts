/** Answers that stand for all pages of a list: their body is the array of the bodies of the pages. */
import type { Exchange } from '../../http/exchange.js';
import { Violation } from '../../verdict/outcomes.js';

/** An answer that stands for several pages. */
interface JoinedPages extends Exchange {
  readonly pages: readonly Exchange[];
}

/** An answer like that of the last page, with the bodies of all; each of them is JSON. */
export function joinPages(pages: readonly Exchange[], last: Exchange): JoinedPages {
  const body = `[${pages.map(({ response }) => response.body).join(',')}]`;
  return { ...last, response: { ...last.response, body }, pages };
}

/** The pages for which an answer stands; undefined for the answer to one request. */
export function pagesOf(answer: Exchange): readonly Exchange[] | undefined {
  return 'pages' in answer ? (answer as JoinedPages).pages : undefined;
}

/** A failure that is about one page, with the exchange of that page. */
export function attachPage(error: Error, answer: Exchange | undefined): Error {
  const pages = answer === undefined ? undefined : pagesOf(answer);
  if (pages === undefined || !(error instanceof Violation)) return error;
  const { part, location = [] } = error.mismatches[0]?.place ?? {};
  const [index] = location;
  const page = part === 'body' && typeof index === 'number' ? pages[index] : undefined;
  return page === undefined ? error : new Violation(error.mismatches, page);
}
