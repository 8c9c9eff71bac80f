/** Loads the step files of a suite, in TypeScript or JavaScript. */
import { readdirSync, realpathSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, placesOfError, UsageError } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { collectInto, StepCollection } from '../scenarios/step-definitions.js';
import { StepLibrary } from '../scenarios/step-library.js';
import { demandFolder, nameOf } from '../suite/checked-document.js';
import type { Suite } from '../suite/suite.js';

const libraries = new Map<string, Promise<StepLibrary>>();

/**
 * Loads the steps of a suite, once in each thread: the ready-made sentences and its step files.
 *
 * @throws UsageError for a step file that cannot be loaded, with its name and line
 */
export function loadSteps(suite: Pick<Suite, 'folder' | 'steps'>): Promise<StepLibrary> {
  const key = suite.steps ?? suite.folder;
  const loading =
    libraries.get(key) ??
    collectSteps(suite).then((steps) => {
      // The real path, as in Node's stack traces.
      const folder = isShipped(suite) ? undefined : suite.steps && realpathSync(suite.steps);
      return new StepLibrary(steps.finish(), steps.World, folder);
    });
  libraries.set(key, loading);
  return loading;
}

/** The steps that a suite defines; see `loadSteps`. */
export async function collectSteps({ steps }: Pick<Suite, 'steps'>): Promise<StepCollection> {
  const { ScenarioWorld } = await import('../sentences/world/scenario-world.js');
  const collection = new StepCollection(ScenarioWorld);
  const isOurs = isShipped({ steps });
  await collectInto(collection, async () => {
    (await import('../sentences/ready-made.js')).defineSentences();
    if (steps === undefined) return;
    if (!isOurs) registerHooks();
    for (const file of listStepFiles(steps)) await importFile(file);
  });
  return collection;
}

/** Whether the steps belong to the shipped suite, which the build has compiled. */
export function isShipped({ steps }: Pick<Suite, 'steps'>): boolean {
  return steps?.startsWith(packageFile('dist')) ?? false;
}

function listStepFiles(folder: string): string[] {
  demandFolder(folder, 'steps');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .filter((name) => !/(^|[\\/])node_modules[\\/]/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

let isRegistered = false;

/** Makes Node load TypeScript, and resolve `touchstone` to this program. */
function registerHooks(): void {
  if (isRegistered) return;
  isRegistered = true;
  process.setSourceMapsEnabled(true);
  register(new URL('./module-hooks.js', import.meta.url).href, {
    data: { touchstone: new URL('../index.js', import.meta.url).href },
  });
}

/** The time in which a step file must be loaded, in milliseconds. */
const loadLimitMs = 20_000;

/**
 * Loads a step file.
 *
 * @param limitMs the time in which the file must be loaded, in milliseconds
 * @throws UsageError when it cannot be loaded, with its name and line, or not in time
 */
export async function importFile(file: string, limitMs = loadLimitMs): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const message = `it has not ended after ${limitMs / 1000} seconds, as if it awaited a promise that never resolves`;
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  try {
    await Promise.race([import(pathToFileURL(file).href), late]);
  } catch (error) {
    throw new UsageError(`${placeIn(file, error)}: ${describeLoadError(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

function describeLoadError(error: unknown): string {
  return `the step file cannot be loaded: ${messageOf(error).trim().replace(/\.$/, '')}.`;
}

/** `file:line` of an error in a file, or the file alone. */
function placeIn(file: string, error: unknown): string {
  const real = realpathSync(file);
  const places = error instanceof Error ? placesOfError(error) : [];
  const place = places.find((one) => one.file === real);
  return place === undefined ? nameOf(file) : `${nameOf(file)}:${place.line}`;
}
