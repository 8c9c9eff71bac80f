/**
 * Compiles the sources into `dist/`, file by file, and only those that changed since the last time.
 * TypeScript becomes JavaScript; of YAML and of features it makes JSON, which is read in a fraction
 * of the time. A manifest keeps modification time and size of every source, so that a build can
 * never be stale: a file that differs in either is compiled again, one that is gone is removed.
 * What our own sources compile is compiled again with any change of theirs.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'dist');
const manifestFile = join(output, 'manifest.json');
const folders = [
  'cli',
  'kit',
  'interpreter',
  'reference-server',
  'conformance',
  'steps',
  'api-docs',
  'spec',
  'features',
  'bench',
  'test/attack',
  'test/faulty',
  'test/mutation',
];

/** What becomes of the sources; others are taken as they are. */
const extensions = { '.ts': '.js', '.yaml': '.json', '.feature': '.json' };

/** Sources below a folder: TypeScript, YAML, features, the interpreter's library, the suite's texts. */
function* sourcesIn(folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.name === 'dist') continue;
    if (entry.isDirectory()) yield* sourcesIn(path);
    else if (extname(path) in extensions) yield path;
    else if (path.endsWith('.wren') && folder.startsWith('interpreter')) yield path;
    else if (path.endsWith('.md') && folder === 'spec') yield path;
  }
}

function readManifest() {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8'));
  } catch {
    return {};
  }
}

/** Written beside and renamed, so that a process that starts meanwhile never sees half a file. */
function writeWhole(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

const outputOf = (source) =>
  join(
    output,
    source.replace(/\.\w+$/, (extension) => extensions[extension] ?? extension),
  );

/** By the extension of a source; others are taken as they are. */
const translators = {
  async '.ts'(text, source) {
    const { transform } = await import('esbuild');
    const { code } = await transform(text, {
      loader: 'ts',
      format: 'esm',
      target: 'node20',
      sourcefile: join(root, source),
      sourcemap: 'inline',
      tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
    });
    return code;
  },
  async '.yaml'(text) {
    const { parse } = await import('yaml');
    return JSON.stringify(parse(text));
  },
  async '.feature'(text, source) {
    const { compileFeature } = await import('../dist/conformance/scenarios/compile-feature.js');
    return JSON.stringify(compileFeature(text, source));
  },
};

async function compile(sources) {
  await Promise.all(
    sources.map(async (source) => {
      const text = readFileSync(join(root, source), 'utf8');
      const translate = translators[extname(source)];
      writeWhole(outputOf(source), translate ? await translate(text, source) : text);
    }),
  );
}

/** Has the interpreter, which is compiled by now, compile the part of its library that is Wren. */
async function compileLibrary() {
  const { compileCore } = await import('../dist/interpreter/program/core-code.js');
  writeWhole(join(output, 'interpreter/program/core.json'), JSON.stringify(compileCore()));
}

const isFeature = (source) => source.endsWith('.feature');

/** Brings `dist/` up to date with the sources; does nothing, in a few milliseconds, when it is. */
export async function build() {
  const known = readManifest();
  const current = describeSources();
  const sources = Object.keys(current);
  const changed = sources.filter((source) => known[source] !== current[source]);
  const removed = Object.keys(known).filter((source) => !(source in current));
  const touched = [...changed, ...removed];
  if (touched.length === 0) return;
  await compile(changed.filter((source) => !isFeature(source)));
  for (const source of removed) rmSync(outputOf(source), { force: true });
  const concerns = (folder) => touched.some((source) => source.startsWith(`${folder}/`));
  if (concerns('interpreter')) await compileLibrary();
  await compile((concerns('conformance/scenarios') ? sources : changed).filter(isFeature));
  writeWhole(manifestFile, JSON.stringify(current));
}

/** Of every source, what differs when it changes. */
function describeSources() {
  const sources = {};
  for (const source of folders.flatMap((folder) => [...sourcesIn(folder)])) {
    const { mtimeMs, size } = statSync(join(root, source));
    sources[source] = `${mtimeMs} ${size}`;
  }
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
