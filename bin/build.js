/**
 * Compiles the TypeScript sources into `dist/`, file by file, and only those that changed since
 * the last time; of YAML it makes JSON, which is read in a fraction of the time. A manifest keeps
 * modification time and size of every source, so that a build can never be stale: a file that
 * differs in either is compiled again, one that is gone is removed. With any change of the
 * interpreter, its library is compiled again as well.
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
  'interpreter',
  'reference-server',
  'conformance',
  'steps',
  'api-docs',
  'spec',
  'bench',
  'test/faulty',
  'test/mutation',
];

/** Sources below a folder: TypeScript, YAML, and the interpreter's own library in Wren. */
function* sourcesIn(folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sourcesIn(path);
    else if (path.endsWith('.ts') || path.endsWith('.yaml')) yield path;
    else if (path.endsWith('.wren') && folder.startsWith('interpreter')) yield path;
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

const extensions = { '.ts': '.js', '.yaml': '.json' };

const outputOf = (source) =>
  join(
    output,
    source.replace(/\.(ts|yaml)$/, (extension) => extensions[extension]),
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
  const { compileCore } = await import('../dist/interpreter/modules/core-code.js');
  writeWhole(join(output, 'interpreter/modules/core.json'), JSON.stringify(compileCore()));
}

/** Brings `dist/` up to date with the sources; does nothing, in a few milliseconds, when it is. */
export async function build() {
  const known = readManifest();
  const current = {};
  const changed = [];
  for (const folder of folders) {
    for (const source of sourcesIn(folder)) {
      const { mtimeMs, size } = statSync(join(root, source));
      current[source] = `${mtimeMs} ${size}`;
      if (known[source] !== current[source]) changed.push(source);
    }
  }
  const removed = Object.keys(known).filter((source) => !(source in current));
  if (changed.length === 0 && removed.length === 0) return;
  if (changed.length > 0) await compile(changed);
  for (const source of removed) rmSync(outputOf(source), { force: true });
  if ([...changed, ...removed].some((source) => source.startsWith('interpreter/'))) {
    await compileLibrary();
  }
  writeWhole(manifestFile, JSON.stringify(current));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
