import { asText, type Kind } from '../piece.js';
import { inForms, many, type Rule } from './rules.js';

/** Times: no argument at all means now. */
function time(name: string, kind: Kind): Rule {
  return {
    least: 0,
    most: many,
    make: (statement, args) => ({
      sql: `touchstone.${name}(${args.length === 0 ? "'now'" : inForms(statement, args, [asText])})`,
      kind,
    }),
  };
}

/** Likewise, where a time of the usual form is what it is. */
function textOfTime(name: string): Rule {
  const general = time(name, 'text');
  return {
    ...general,
    make: (statement, args, call) => {
      const [only, ...others] = args;
      const isNow = only === undefined || only.literal === 'now';
      if (others.length > 0 || only?.literal === 'subsec')
        return general.make(statement, args, call);
      if (isNow && name === 'datetime') return { sql: 'touchstone.now()', kind: 'text' };
      if (isNow) return general.make(statement, args, call);
      return { sql: `touchstone.plain_${name}(${asText(statement, only)})`, kind: 'text' };
    },
  };
}

/** Functions of date and time. */
export const timeFunctions: Readonly<Record<string, Rule>> = {
  date: textOfTime('date'),
  datetime: textOfTime('datetime'),
  julianday: time('julianday', 'real'),
  strftime: {
    least: 1,
    most: many,
    make: (statement, args) => ({
      sql: `touchstone.strftime(${inForms(statement, args, [asText])}${args.length === 1 ? ", 'now'" : ''})`,
      kind: 'text',
    }),
  },
  time: textOfTime('time'),
  unixepoch: time('unixepoch', 'integer'),
};
