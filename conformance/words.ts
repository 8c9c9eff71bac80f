/** A number with what it counts: `1 requirement`, `2 requirements`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
