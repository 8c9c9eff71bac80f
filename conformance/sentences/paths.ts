/** Paths of requests, below the base URL of the target. */

/**
 * The path below the base URL of what an answer has given: an absolute URL, or a path that begins with
 * that of the base URL. Of a URL the host is of no account, since a server may know itself by another
 * name, and nothing is ever sent to anybody else.
 *
 * @returns undefined when it is no path, or not below the base URL
 */
export function pathBelow(baseUrl: string, text: string): string | undefined {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) {
    const { pathname, search } = new URL(text);
    const path = pathname + search;
    return isBelow(prefix, path) ? path.slice(prefix.length) : undefined;
  }
  if (!text.startsWith('/')) return undefined;
  return isBelow(prefix, text) ? text.slice(prefix.length) : text;
}

function isBelow(prefix: string, path: string): boolean {
  return path.startsWith(`${prefix}/`);
}
