/** Takes back the memory that scripts have left behind. */
import { getHeapStatistics } from 'node:v8';

function memoryInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** How far memory grows until it is looked through again, as a multiple of what was in use. */
const growth = 2;

/**
 * V8 puts off collecting while it has room: several times what a script may take would come together
 * of scripts that run one after the other. Only processes that run with `--expose-gc`, as workers do,
 * can ask it to.
 */
export class GarbageCollector {
  readonly #least: number;
  #limit: number;

  /** @param least bytes that are never too much */
  constructor(least: number) {
    this.#least = least;
    this.#limit = least;
  }

  /** Collects what is no longer used when much memory is in use. */
  collect(): void {
    if (globalThis.gc === undefined || memoryInUse() <= this.#limit) return;
    globalThis.gc();
    this.#limit = Math.max(this.#least, growth * memoryInUse());
  }
}
