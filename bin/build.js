/**
 * Compiles the changed sources into `dist/`, file by file. TypeScript becomes JavaScript; the
 * interpreter becomes a single file, and YAML and features become JSON, which load in a fraction of
 * the time. A manifest has the modification time and size of every source and of this file: a source
 * that differs is compiled again, the output of a removed source is removed, and after a change of
 * this file everything is compiled again. So are the features and the core library after a change of
 * the sources that compile them.
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

/** Folders that commands need. */
const commandFolders = folders.filter((folder) => !/^(?:bench|test)\b/.test(folder));

/** Folders of commands that need fewer. */
const foldersOfCommand = { wren: ['cli', 'kit', 'interpreter'] };

/** Extensions of compiled files; sources with other extensions are copied. */
const extensions = { '.ts': '.js', '.yaml': '.json', '.feature': '.json' };

/** Adds the sources below a folder: TypeScript, YAML, features, the core library, suite texts. */
function addSources(folder, sources) {
  let entries;
  try {
    entries = readdirSync(`${root}/${folder}`, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.name === 'dist') continue;
    if (entry.isDirectory()) addSources(path, sources);
    else if (isSource(path)) sources.push(path);
  }
}

function isSource(path) {
  const extension = path.slice(path.lastIndexOf('.'));
  if (extension === '.wren') return path.startsWith('interpreter/');
  return extension in extensions || (extension === '.md' && /^spec\/[^/]+$/.test(path));
}

/** The manifest of the last build: descriptions of the builder and of each source. */
function readManifest() {
  try {
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
    // Manifests of earlier versions have the sources as keys.
    const { builder, sources = manifest } = manifest;
    return { builder, sources };
  } catch {
    return { sources: {} };
  }
}

/** Writes a file beside its place and renames it, so that no process reads half a file. */
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

/** Translators by the extension of a source. */
const translators = {
  async '.ts'(text, source) {
    const { transform } = await import('esbuild');
    const { code } = await transform(text, {
      loader: 'ts',
      format: 'esm',
      target: 'node20',
      // Relative to the compiled file, so that the package does not contain paths of this machine.
      sourcefile: relative(dirname(outputOf(source)), join(root, source)),
      sourcemap: 'inline',
      sourcesContent: false,
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

/** Whether a source is part of the interpreter's bundle. */
const isBundled = (source) => source.startsWith('interpreter/') && source.endsWith('.ts');

/** Replaces `import.meta.url` in bundled sources, so that they find the files beside them. */
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

/** Bundles a source of the interpreter with its imports into one file of the interpreter's folder. */
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

/** Removes single compiled files of the interpreter, which the package would contain. */
function removeSingleFiles() {
  const folder = join(output, 'interpreter');
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true })) {
    if (dirname(file) !== '.' && extname(file) === '.js') {
      rmSync(join(folder, file), { force: true });
    }
  }
}

/** Compiles the interpreter, and with it the core library's part in Wren. */
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
 * Brings `dist/` up to date with the sources; takes a few milliseconds when it is.
 *
 * @param command the command to be started; default: compiles everything
 */
export async function build(command) {
  const { builder, sources: known } = readManifest();
  const thisBuilder = describeFile(fileURLToPath(import.meta.url));
  const wanted = foldersOf(command);
  const current = describeSources(wanted);
  const sources = Object.keys(current);
  const isNewBuilder = builder !== thisBuilder;
  const changed = sources.filter((source) => isNewBuilder || known[source] !== current[source]);
  const absent = Object.keys(known).filter((source) => !(source in current));
  const wantedFolders = wanted.map((folder) => `${folder}/`);
  const isWanted = (source) => wantedFolders.some((folder) => source.startsWith(folder));
  const [others, removed] = partition(absent, isWanted);
  const touched = [...changed, ...removed];
  if (touched.length === 0) return;
  await compile(changed.filter((source) => !isFeature(source)));
  for (const source of removed) rmSync(outputOf(source), { force: true });
  const concerns = (folder) => touched.some((source) => source.startsWith(`${folder}/`));
  if (concerns('interpreter')) await compileInterpreter();
  await compile((concerns('conformance/scenarios') ? sources : changed).filter(isFeature));
  // A new builder leaves the other sources undescribed, so that the next build compiles them.
  const kept = Object.fromEntries(
    others.map((source) => [source, isNewBuilder ? '' : known[source]]),
  );
  const manifest = { builder: thisBuilder, sources: { ...kept, ...current } };
  writeWhole(manifestFile, JSON.stringify(manifest));
}

function foldersOf(command) {
  if (command === undefined) return folders;
  return foldersOfCommand[command] ?? commandFolders;
}

function partition(all, isSecond) {
  return [all.filter((each) => !isSecond(each)), all.filter(isSecond)];
}

/** The description of every source in some folders. */
function describeSources(wanted) {
  const sources = [];
  for (const folder of wanted) addSources(folder, sources);
  // Unlike `join`, a template takes no time that matters at the start of a command.
  return Object.fromEntries(sources.map((source) => [source, describeFile(`${root}/${source}`)]));
}

/** Modification time and size of a file. */
function describeFile(path) {
  const { mtimeMs, size } = statSync(path);
  return `${mtimeMs} ${size}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
