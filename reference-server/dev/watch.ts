/**
 * Watches the folders of a project for changes. Each folder has its own watcher, which on all
 * systems also detects files that are replaced instead of rewritten.
 *
 * By hand: chokidar 4 would save 65 lines, but adds two packages of 200 kB and misses changes in
 * the 80 ms that it takes to load and to scan the folders; these watchers are ready immediately.
 */
import { type Dirent, type FSWatcher, readdirSync, watch } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Delay after the last change, in milliseconds: editors write a file in several steps. */
const quietTime = 30;

/** Files of a project that matter; the database in the same folder changes all the time. */
const relevantName = /(?:\.wren|^_project\.json)$/;

/** Undefined for a folder that cannot be read, or has just been deleted. */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** A folder and its subfolders, except unreadable ones. */
function* foldersIn(folder: string): Generator<string> {
  const entries = entriesOf(folder);
  if (entries === undefined) return;
  yield folder;
  for (const entry of entries) {
    const isOpen = !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (entry.isDirectory() && isOpen) yield* foldersIn(join(folder, entry.name));
  }
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root + sep);
}

/**
 * Watches folders and their subfolders until it is closed. The folders above are watched, too,
 * because a watcher of a replaced folder would wait for changes of the old one.
 */
export class FolderWatch {
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #roots: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isRelevant = false;

  /** @param onChange called once per burst of changes */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Replaces the watched folders. Returns whether they changed. */
  watch(roots: readonly string[]): boolean {
    this.#roots = roots;
    const folders = new Set(roots.flatMap((root) => [dirname(root), ...foldersIn(root)]));
    const gone = [...this.#watchers.keys()].filter((folder) => !folders.has(folder));
    const added = [...folders].filter((folder) => !this.#watchers.has(folder));
    for (const folder of gone) this.#release(folder);
    for (const folder of added) this.#watch(folder);
    return gone.length + added.length > 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const folder of [...this.#watchers.keys()]) this.#release(folder);
  }

  /** Whether a path is a watched folder, or in one. */
  #concerns(path: string): boolean {
    return this.#roots.some((root) => isWithin(path, root));
  }

  #watch(folder: string): void {
    try {
      const onEvent = (event: string, name: string | null): void => {
        this.#onEvent(event, folder, name ?? '');
      };
      const watcher = watch(folder, { persistent: false }, onEvent);
      watcher.on('error', () => this.#release(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder was deleted, which its parent's watcher reports.
    }
  }

  #release(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #onEvent(event: string, folder: string, name: string): void {
    const path = join(folder, name);
    const isRelevant = relevantName.test(name);
    if ((!isRelevant && event !== 'rename') || !this.#concerns(path)) return;
    // The name may be that of a folder, which may have been replaced by a new one.
    for (const watched of [...this.#watchers.keys()]) {
      if (isWithin(watched, path)) this.#release(watched);
    }
    this.#isRelevant ||= isRelevant;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reportChanges(), quietTime);
  }

  #reportChanges(): void {
    const haveFoldersChanged = this.watch(this.#roots);
    if (this.#isRelevant || haveFoldersChanged) this.#onChange();
    this.#isRelevant = false;
  }
}
