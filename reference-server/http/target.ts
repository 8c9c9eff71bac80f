/**
 * The path of a request's target, without its query string. A target may also be a whole URL
 * (RFC 9112, 3.2.2), of which scheme and host are left out.
 */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  return path.startsWith('/') ? path : path.replace(/^https?:\/\/[^/]*/i, '');
}
