/**
 * Tells of changes in the folders of a project. Each folder is watched by itself: this finds
 * files that are replaced and not only rewritten, on all systems.
 */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Editors write a file in several steps, and some change several files at once. In ms. */
const settlingTime = 30;

/** What scripts consist of; the database in the same folder changes all the time. */
const relevantName = /(?:\.wren|^_project\.json)$/;

function* foldersIn(folder: string): Generator<string> {
  yield folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOpen = !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (entry.isDirectory() && isOpen) yield* foldersIn(join(folder, entry.name));
  }
}

function listFolders(roots: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const root of roots) {
    try {
      for (const folder of foldersIn(root)) folders.add(folder);
    } catch {
      // A folder that went away while it was read has told of a change already.
    }
  }
  return folders;
}

/** Watches folders and all below until it is closed. */
export class FolderWatch {
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #roots: readonly string[] = [];
  #settling: NodeJS.Timeout | undefined;
  #isRelevant = false;

  /** @param onChange called once for changes that come together */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these folders from now on, and no others. Returns whether that are others than before. */
  watch(roots: readonly string[]): boolean {
    this.#roots = roots;
    const folders = listFolders(roots);
    const gone = [...this.#watchers.keys()].filter((folder) => !folders.has(folder));
    const added = [...folders].filter((folder) => !this.#watchers.has(folder));
    for (const folder of gone) this.#release(folder);
    for (const folder of added) this.#watch(folder);
    return gone.length + added.length > 0;
  }

  close(): void {
    clearTimeout(this.#settling);
    for (const folder of [...this.#watchers.keys()]) this.#release(folder);
  }

  #watch(folder: string): void {
    try {
      const notice = (event: string, name: string | null): void => {
        this.#notice(event, folder, name ?? '');
      };
      const watcher = watch(folder, { persistent: false }, notice);
      watcher.on('error', () => this.#release(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // The folder has gone, which the one above it tells of.
    }
  }

  #release(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #notice(event: string, folder: string, name: string): void {
    const isRelevant = relevantName.test(name);
    if (!isRelevant && event !== 'rename') return;
    // What came or went may be a folder, and a new one may have the name of an old one.
    this.#release(join(folder, name));
    this.#isRelevant ||= isRelevant;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), settlingTime);
  }

  #settle(): void {
    const hasOtherFolders = this.watch(this.#roots);
    if (this.#isRelevant || hasOtherFolders) this.#onChange();
    this.#isRelevant = false;
  }
}
