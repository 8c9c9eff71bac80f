/**
 * Groups of faults that are planted together: most scenarios notice none of them, and run once for all.
 * Only where one does not pass, the faults are planted apart.
 */
import type { ReceivedResponse } from '../../http/exchange.js';
import { type Fault, inAnswers } from '../faults/fault.js';

/**
 * Groups faults of the same answers. Within a group, each has a place and a kind of its own, so that none
 * hides or undoes another. All other faults stay alone: a wrong list may fit to a wrong total.
 */
export function groupFaults<One extends { readonly fault: Fault }>(
  items: readonly One[],
): readonly (readonly One[])[] {
  const groups: One[][] = [];
  const open = new Map<string, One[][]>();
  for (const item of items) {
    const { operation, status } = item.fault;
    const key = `${operation} ${status}`;
    const known = open.get(key) ?? [];
    const group = isPartial(item.fault) ? known.find((one) => fits(one, item)) : undefined;
    if (group !== undefined) group.push(item);
    else {
      const added = [item];
      groups.push(added);
      if (isPartial(item.fault)) open.set(key, [...known, added]);
    }
  }
  return groups;
}

/** Whether a fault changes one member or header, and nothing by which the rest is read. */
function isPartial({ kind, place }: Fault): boolean {
  return /^(?:member|header)-/.test(kind) && place !== 'content-type';
}

function fits(group: readonly { readonly fault: Fault }[], { fault }: { readonly fault: Fault }) {
  return group.every(
    (one) => one.fault.kind !== fault.kind && !overlap(one.fault.place, fault.place),
  );
}

/** Whether one place is the other, or inside of it. */
function overlap(one: string, other: string): boolean {
  const [outer = '', inner = ''] = [one, other].sort((a, b) => a.length - b.length);
  return inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
}

/** Several faults of the same answers as one. */
export function together(faults: readonly [Fault, ...Fault[]]): Fault {
  const [first] = faults;
  if (faults.length === 1) return first;
  const answer = inAnswers(first, '', 'several faults', (seen, before) => {
    const change = (response: ReceivedResponse, { change }: Fault) =>
      ('answer' in change ? change.answer({ ...seen, response }, before) : undefined) ?? response;
    return faults.reduce(change, seen.response);
  });
  return { kind: 'several', ...answer };
}
