/**
 * Does several things of which none waits for another. All have come to their end before this does,
 * so that nothing goes on when a step has failed.
 *
 * @throws what the first of them, in their order, throws
 */
export async function together<Result>(
  actions: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const ends = await Promise.allSettled(actions.map((act) => act()));
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}
