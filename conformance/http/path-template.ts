/** Whether a segment of a path names one thing among many: digits, or a long text with some. */
const isId = (segment: string): boolean =>
  /^\d+$/.test(segment) || /^(?=.*\d)[\w.~%-]{16,}$/.test(segment);

/** A path with `{}` in the place of ids, so that all todos have one: `/todos/{}` of `/todos/7`. */
export function pathTemplate(pathname: string): string {
  return pathname
    .split('/')
    .map((segment) => (isId(segment) ? '{}' : segment))
    .join('/');
}
