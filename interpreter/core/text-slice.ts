import { charge } from '../runtime/charge.js';
import type { Slice } from '../runtime/check.js';
import { TextBuilder } from '../runtime/text-builder.js';
import { codePointText, isContinuation, isWellFormed } from '../runtime/utf8.js';

/**
 * The code points that begin within a part of a text, in the order of its steps. The last may end
 * outside of it; bytes that continue none are left out.
 */
export function sliceText(text: string, { start, count, step }: Slice): string {
  charge(count);
  if (step === 1) {
    const slice = text.slice(start, start + count);
    if (isWellFormed(slice)) return slice;
  }
  const result = new TextBuilder();
  for (let taken = 0; taken < count; taken++) {
    const index = start + taken * step;
    if (!isContinuation(text, index)) result.add(codePointText(text, index));
  }
  return result.finish();
}
