/** Detection of a base URL that repeats the beginning of every path: http://host/api. */
import { type ClientOptions, createClient } from '../http/client.js';
import { type RequestSpecification, withoutQuery } from '../http/exchange.js';
import { TargetFailure } from '../http/target-failure.js';

/**
 * Looks for this mistake after the server answered the readiness request with 404.
 *
 * @returns the base URL that was probably meant, at which the path exists
 */
export async function findDoubledPath(
  options: ClientOptions,
  ready: RequestSpecification,
): Promise<string | undefined> {
  const shorter = withoutDoubledPath(options.baseUrl, ready.path);
  if (shorter === undefined) return undefined;
  // The readiness request may name a row that does not exist; without its query, it names the list.
  const paths = new Set([ready.path, withoutQuery(ready.path)]);
  for (const path of paths) {
    const isMissing = (await statusOf(options, { ...ready, path })) === 404;
    const other = await statusOf({ ...options, baseUrl: shorter }, { ...ready, path });
    if (isMissing && other !== undefined && other !== 404) return shorter;
  }
  return undefined;
}

/** The base URL without the end of its path with which the given path begins. */
function withoutDoubledPath(baseUrl: string, path: string): string | undefined {
  const { pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const ends = segments.map((_, index) => `/${segments.slice(index).join('/')}`);
  const doubled = ends.find((end) => path.startsWith(`${end}/`));
  return doubled === undefined ? undefined : baseUrl.slice(0, -doubled.length);
}

/** The status of the answer; undefined without a usable answer. */
async function statusOf(
  options: ClientOptions,
  request: RequestSpecification,
): Promise<number | undefined> {
  const client = createClient(options);
  try {
    return (await client.send(request)).response.status;
  } catch (error) {
    if (error instanceof TargetFailure) return undefined;
    throw error;
  } finally {
    client.close();
  }
}
