/** Functions of date and time. */
import { asText, type FragmentKind } from '../sql-fragment.js';
import { type FunctionTranslation, inForms, many } from './function-translation.js';

/** A function of a time and modifiers. Without arguments, the time is now. */
function time(name: string, kind: FragmentKind): FunctionTranslation {
  return {
    least: 0,
    most: many,
    make: (translator, args) => ({
      sql: `touchstone.${name}(${args.length === 0 ? "'now'" : inForms(translator, args, [asText])})`,
      kind,
    }),
  };
}

/** A function that formats a time, with a faster variant for one argument of the usual format. */
function textOfTime(name: string): FunctionTranslation {
  const general = time(name, 'text');
  return {
    ...general,
    make: (translator, args, call) => {
      const [only, ...others] = args;
      const isNow = only === undefined || only.literal === 'now';
      if (others.length > 0 || only?.literal === 'subsec')
        return general.make(translator, args, call);
      if (isNow && name === 'datetime') return { sql: 'touchstone.now()', kind: 'text' };
      if (isNow) return general.make(translator, args, call);
      return { sql: `touchstone.plain_${name}(${asText(translator, only)})`, kind: 'text' };
    },
  };
}

/** Functions of date and time by name (https://sqlite.org/lang_datefunc.html). */
export const timeTranslations: Readonly<Record<string, FunctionTranslation>> = {
  date: textOfTime('date'),
  datetime: textOfTime('datetime'),
  julianday: time('julianday', 'real'),
  strftime: {
    least: 1,
    most: many,
    make: (translator, args) => ({
      sql: `touchstone.strftime(${inForms(translator, args, [asText])}${args.length === 1 ? ", 'now'" : ''})`,
      kind: 'text',
    }),
  },
  time: textOfTime('time'),
  unixepoch: time('unixepoch', 'integer'),
};
