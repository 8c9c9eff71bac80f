/**
 * Node's module hooks for the step files of a suite: compiles TypeScript, and resolves `touchstone`
 * to the running program, wherever the suite is.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

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
  if (!/^file:.*\.m?ts$/.test(url)) return next(url, context);
  const sourcefile = fileURLToPath(url);
  const { code } = await transform(readFileSync(sourcefile, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile,
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  return { format: 'module', source: code, shortCircuit: true };
};
