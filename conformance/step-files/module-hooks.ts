/**
 * Node's module hooks for the step files of a suite: compiles TypeScript, finds the place of mistakes
 * in JavaScript, and resolves `touchstone` to the running program, wherever the suite is.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  type OxcError,
  type TransformOptions,
  type TransformResult,
  transform,
} from 'oxc-transform';

let touchstone = '';

export const initialize: InitializeHook<{ readonly touchstone: string }> = (data) => {
  touchstone = data.touchstone;
};

/** TypeScript imports name the compiled file: `./words.js` for `./words.ts`. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  if (specifier === 'touchstone') return { url: touchstone, shortCircuit: true };
  if (/^\.{1,2}\//.test(specifier) && context.parentURL?.startsWith('file:')) {
    const url = new URL(specifier.replace(/\.(m?)js$/, '.$1ts'), context.parentURL);
    const named = new URL(specifier, context.parentURL);
    if (!existsSync(fileURLToPath(named)) && existsSync(fileURLToPath(url))) {
      return { url: url.href, shortCircuit: true };
    }
  }
  return next(specifier, context);
};

export const load: LoadHook = async (url, context, next) => {
  if (/^file:.*\.m?ts$/.test(url)) {
    return { format: 'module', source: await compileTypeScript(url), shortCircuit: true };
  }
  // Node names no place for a mistake in the syntax of a module.
  if (isJavaScriptOfSuite(url)) await translate(url, { lang: 'js', sourceType: 'unambiguous' });
  return next(url, context);
};

function isJavaScriptOfSuite(url: string): boolean {
  const isOurs = url.startsWith(new URL('.', touchstone).href);
  return /^file:.*\.m?js$/.test(url) && !isOurs && !url.includes('/node_modules/');
}

/** The JavaScript of a TypeScript file, with its source map. */
async function compileTypeScript(url: string): Promise<string> {
  const { code, map } = await translate(url, { lang: 'ts', sourceType: 'module', sourcemap: true });
  // With a URL, stack traces name the file as they name a JavaScript file, whatever its path contains.
  const encoded = Buffer.from(JSON.stringify({ ...map, sources: [url] })).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}

/** @throws SyntaxError for the first mistake, with its place in the stack */
async function translate(url: string, options: TransformOptions): Promise<TransformResult> {
  const file = fileURLToPath(url);
  const text = readFileSync(file, 'utf8');
  const result = await transform(file, text, { ...options, target: 'es2022' });
  const [mistake] = result.errors;
  if (mistake !== undefined) throw syntaxError(mistake, url, text);
  return result;
}

function syntaxError({ message, labels }: OxcError, url: string, text: string): SyntaxError {
  const error = new SyntaxError(message);
  // The place is counted in bytes.
  const before = Buffer.from(text).subarray(0, labels[0]?.start ?? 0);
  const line = before.toString().split('\n').length;
  error.stack = `${error}\n    at ${url}:${line}:1`;
  return error;
}
