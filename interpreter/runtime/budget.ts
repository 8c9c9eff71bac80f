/** What a run may use at most; whatever is left out is unlimited. */
export interface Limits {
  /** Time from the start of the run, in milliseconds. */
  readonly timeMs?: number;
  /** Bytes that natives may allocate in large pieces, such as repeated strings and lists. */
  readonly memoryBytes?: number;
  /** Bytes that the script may print. */
  readonly outputBytes?: number;
}
