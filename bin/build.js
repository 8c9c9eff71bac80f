/**
 * Compiles the sources into `dist/`, file by file, and only those that changed since the last time.
 * TypeScript becomes JavaScript, that of the interpreter a single file, which is loaded in a
 * fraction of the time; of YAML and of features it makes JSON, for the same reason. A manifest keeps
 * modification time and size of every source, so that a build can never be stale: a file that differs
 * in either is compiled again, one that is gone is removed.
 * What our own sources compile is compiled again with any change of theirs.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
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

/** The commands that do without most of the sources, which need not be looked at for them. */
const foldersOfCommand = { wren: ['cli', 'kit', 'interpreter'] };

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
      // By its place beside the compiled file: nothing that is packed tells where it was built.
      sourcefile: relative(dirname(outputOf(source)), join(root, source)),
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
      if (isBundled(source)) return;
      const text = readFileSync(join(root, source), 'utf8');
      const translate = translators[extname(source)];
      writeWhole(outputOf(source), translate ? await translate(text, source) : text);
    }),
  );
}

/** Whether a source is part of the interpreter's single file. */
const isBundled = (source) => source.startsWith('interpreter/') && source.endsWith('.ts');

/** Lets a source find the files beside it from the file that it becomes a part of. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const place = `./${relative(join(root, 'interpreter'), path).replaceAll('\\', '/')}`;
      const text = readFileSync(path, 'utf8');
      const url = `new URL(${JSON.stringify(place)}, import.meta.url)`;
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

/** Makes one file, in the interpreter's folder, of a source of the interpreter and all it imports. */
async function bundle(source, name) {
  const { build: runEsbuild } = await import('esbuild');
  const { outputFiles } = await runEsbuild({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: join(output, 'interpreter', name),
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [keepPlaces],
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
  });
  for (const { path, contents } of outputFiles) writeWhole(path, contents);
}

/** Removes sources that were compiled each by itself: a package would hold them. */
function removeSingleFiles() {
  const folder = join(output, 'interpreter');
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true })) {
    if (dirname(file) !== '.' && extname(file) === '.js') {
      rmSync(join(folder, file), { force: true });
    }
  }
}

/** Compiles the interpreter, and has it compile the part of its library that is Wren. */
async function compileInterpreter() {
  removeSingleFiles();
  for (const name of ['index', 'syntax/parse-module'])
    await bundle(`interpreter/${name}.ts`, `${name}.js`);
  const compiler = `compile-core.${process.pid}.js`;
  await bundle('interpreter/program/core-code.ts', compiler);
  const { compileCore } = await import(`../dist/interpreter/${compiler}`);
  for (const file of [compiler, `${compiler}.map`]) rmSync(join(output, 'interpreter', file));
  writeWhole(join(output, 'interpreter/program/core.json'), JSON.stringify(compileCore()));
}

const isFeature = (source) => source.endsWith('.feature');

/**
 * Brings `dist/` up to date with the sources; does nothing, in a few milliseconds, when it is.
 *
 * @param command the command that it is for; unless given, everything is compiled
 */
export async function build(command) {
  const known = readManifest();
  const wanted = foldersOfCommand[command] ?? folders;
  const current = describeSources(wanted);
  const sources = Object.keys(current);
  const changed = sources.filter((source) => known[source] !== current[source]);
  const isWanted = (source) => wanted.some((folder) => source.startsWith(`${folder}/`));
  const [others, looked] = partition(Object.keys(known), isWanted);
  const removed = looked.filter((source) => !(source in current));
  const touched = [...changed, ...removed];
  if (touched.length === 0) return;
  await compile(changed.filter((source) => !isFeature(source)));
  for (const source of removed) rmSync(outputOf(source), { force: true });
  const concerns = (folder) => touched.some((source) => source.startsWith(`${folder}/`));
  if (concerns('interpreter')) await compileInterpreter();
  await compile((concerns('conformance/scenarios') ? sources : changed).filter(isFeature));
  const kept = Object.fromEntries(others.map((source) => [source, known[source]]));
  writeWhole(manifestFile, JSON.stringify({ ...kept, ...current }));
}

function partition(all, isSecond) {
  return [all.filter((each) => !isSecond(each)), all.filter(isSecond)];
}

/** Of every source, what differs when it changes. */
function describeSources(wanted) {
  const sources = {};
  for (const source of wanted.flatMap((folder) => [...sourcesIn(folder)])) {
    const { mtimeMs, size } = statSync(join(root, source));
    sources[source] = `${mtimeMs} ${size}`;
  }
  return sources;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
