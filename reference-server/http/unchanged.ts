/** Conditional requests (RFC 9110, 13.1.2) for answers to which a script has given an `ETag`. */
import type { RequestContext } from './request-context.js';

const entityTag = /(?:W\/)?("[^"]*")/g;

/** The opaque parts of entity tags, which are compared weakly. */
function tagsIn(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(entityTag)].map(([, opaque]) => opaque);
}

/**
 * Whether the client already has the content that the scripts have built, so that the answer is
 * 304. Only for GET and HEAD, which have stored nothing, and for a success.
 */
export function isUnchanged(context: RequestContext): boolean {
  const { draft, method } = context;
  const tag = draft.header('ETag');
  if (tag === undefined || method !== 'GET' || (draft.status ?? 200) !== 200) return false;
  const wanted = context.header('if-none-match');
  if (wanted === undefined) return false;
  const [own] = tagsIn(tag);
  return wanted.trim() === '*' || (own !== undefined && tagsIn(wanted).includes(own));
}
