/** Functions of date and time (https://sqlite.org/lang_datefunc.html). */
import { inlineChanging, procedure } from '../schema/define.js';
import { plainTime } from '../schema/times.js';
import { asText, type FragmentKind } from '../translator/sql-fragment.js';
import { inForms, many } from './forms.js';
import type { Example, FunctionGroup, ScalarTranslation } from './sqlite-function.js';

/** A function of a time and modifiers. Without arguments, the time is now. */
function time(name: string, kind: FragmentKind): ScalarTranslation {
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
function textOfTime(name: string): ScalarTranslation {
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

/** Whether one of the arguments asks for fractions of a second. */
const hasFraction = "array_to_string($1, ' ') ~* '(^| )subsec(ond)?( |$)'";

/**
 * A function that formats a time.
 *
 * @param format of `to_char`
 * @param plain its result for a time of the usual format, `$1`
 */
const formatting = (name: string, format: string, plain: string): readonly string[] => [
  inlineChanging(
    `${name}(VARIADIC text[])`,
    'text',
    'STABLE',
    `to_char(touchstone.moment($1), ${format})`,
  ),
  inlineChanging(
    `plain_${name}(text)`,
    'text',
    'STABLE',
    `CASE WHEN $1 ~ '${plainTime}' THEN ${plain} ELSE touchstone.${name}($1) END`,
  ),
];

/** `strftime`; null for an unknown letter. */
const strftime = procedure(
  'strftime(format text, VARIADIC list text[])',
  'text',
  `DECLARE
    m timestamp := touchstone.moment(list);
    result text := '';
    c text;
    i integer := 1;
  BEGIN
    IF m IS NULL THEN RETURN NULL; END IF;
    WHILE i <= length(format) LOOP
      c := substr(format, i, 1);
      IF c <> '%' THEN
        result := result || c;
      ELSE
        i := i + 1;
        c := substr(format, i, 1);
        result := result || CASE
          WHEN c = '%' THEN '%'
          WHEN c = 'd' THEN to_char(m, 'DD')
          WHEN c = 'e' THEN lpad(to_char(m, 'FMDD'), 2)
          WHEN c = 'f' THEN to_char(m, 'SS.MS')
          WHEN c = 'F' THEN to_char(m, 'YYYY-MM-DD')
          WHEN c = 'G' THEN to_char(m, 'IYYY')
          WHEN c = 'g' THEN to_char(m, 'IY')
          WHEN c = 'H' THEN to_char(m, 'HH24')
          WHEN c = 'I' THEN to_char(m, 'HH12')
          WHEN c = 'j' THEN to_char(m, 'DDD')
          WHEN c = 'J' THEN trim_scale(round(extract(epoch FROM m) / 86400 + 2440587.5, 9))::text
          WHEN c = 'k' THEN lpad(to_char(m, 'FMHH24'), 2)
          WHEN c = 'l' THEN lpad(to_char(m, 'FMHH12'), 2)
          WHEN c = 'm' THEN to_char(m, 'MM')
          WHEN c = 'M' THEN to_char(m, 'MI')
          WHEN c = 'p' THEN to_char(m, 'AM')
          WHEN c = 'P' THEN to_char(m, 'am')
          WHEN c = 'R' THEN to_char(m, 'HH24:MI')
          WHEN c = 's' THEN floor(extract(epoch FROM m))::bigint::text
          WHEN c = 'S' THEN to_char(m, 'SS')
          WHEN c = 'T' THEN to_char(m, 'HH24:MI:SS')
          WHEN c = 'u' THEN extract(isodow FROM m)::text
          WHEN c = 'U' THEN lpad(((extract(doy FROM m)::integer + 6 - extract(dow FROM m)::integer) / 7)::text, 2, '0')
          WHEN c = 'V' THEN to_char(m, 'IW')
          WHEN c = 'w' THEN extract(dow FROM m)::text
          WHEN c = 'W' THEN lpad(((extract(doy FROM m)::integer + 7 - extract(isodow FROM m)::integer) / 7)::text, 2, '0')
          WHEN c = 'Y' THEN to_char(m, 'YYYY')
        END;
        IF result IS NULL THEN RETURN NULL; END IF;
      END IF;
      i := i + 1;
    END LOOP;
    RETURN result;
  END`,
  'STABLE',
);

const moments = [
  '2024-02-29 13:14:15',
  '2024-02-29T13:14:15Z',
  '2024-02-29 13:14',
  '2024-02-29',
  '2024-02-29 13:14:15.678',
  '2024-12-31 23:59:59+02:00',
  '13:14:15',
  '2451545.25',
  '2023-02-30',
  '2024-13-01',
  '0001-01-01',
  'nonsense',
  '',
  ' 2024-01-01',
];

/** A function of each of the times above. */
const ofMoments = (expression: string): readonly Example[] =>
  moments.map((moment) => [expression, moment]);

const modifiers = [
  '+1 day',
  '-1 month',
  '+1 month',
  '+13 months',
  '-1 year',
  '+1.5 days',
  '-90 minutes',
  '+3600 seconds',
  '+02:30',
  '-00:00:30',
  'start of day',
  'start of month',
  'start of year',
  'weekday 0',
  'weekday 4',
  'utc',
  'nonsense',
  '1 day',
  '+0001-02-03',
];

/** The letters that follow a percent sign in the format of `strftime`. */
const letters = [...'defFGgHIjJklmMpPRsSTuUVwWY%'];

/** Functions of date and time. */
export const times: FunctionGroup = {
  title: 'Functions of date and time',
  functions: [
    {
      names: ['datetime'],
      scalar: textOfTime('datetime'),
      definitions: formatting(
        'datetime',
        `CASE WHEN ${hasFraction} THEN 'YYYY-MM-DD HH24:MI:SS.MS' ELSE 'YYYY-MM-DD HH24:MI:SS' END`,
        '$1',
      ),
      remark: 'all modifiers except `ceiling` and `floor`, also in the other functions of times',
      examples: [
        ...ofMoments('datetime(?)'),
        ...modifiers.flatMap((modifier): readonly Example[] => [
          ['datetime(?, ?)', '2024-01-31 10:20:30', modifier],
          ['datetime(?, ?)', '2023-12-03 00:00:00', modifier],
        ]),
        'datetime(NULL)',
        'datetime(2451545)',
        'datetime(2451545.5)',
        "datetime(0, 'unixepoch')",
        "datetime(1700000000, 'unixepoch')",
        "datetime(1700000000, 'auto')",
        "datetime('1700000000', 'unixepoch')",
        "datetime('2024-01-01 00:00:00.5', 'subsec')",
        "datetime('2024-01-01', '+1 day', 'bad')",
        "datetime('2024-03-31', '+1 month')",
        "datetime('2024-02-29', '+1 year')",
        "datetime('2024-05-31', '-3 months')",
        ["datetime('2024-01-01', ? || ' days')", 7n],
        ["datetime('2024-01-01', '-' || ? || ' hours')", 5n],
        'datetime() = CURRENT_TIMESTAMP',
        "datetime('now') = CURRENT_TIMESTAMP",
      ],
    },
    {
      names: ['date'],
      scalar: textOfTime('date'),
      definitions: formatting('date', "'YYYY-MM-DD'", 'left($1, 10)'),
      examples: [
        ...ofMoments('date(?)'),
        "date(1700000000, 'unixepoch', 'start of month')",
        "date('2024-01-31', 'start of month', '+1 month', '-1 day')",
        'date() = CURRENT_DATE',
      ],
    },
    {
      names: ['time'],
      scalar: textOfTime('time'),
      definitions: formatting(
        'time',
        `CASE WHEN ${hasFraction} THEN 'HH24:MI:SS.MS' ELSE 'HH24:MI:SS' END`,
        'substr($1, 12)',
      ),
      examples: [...ofMoments('time(?)'), "time('12:00:00.25', 'subsec')"],
    },
    {
      names: ['julianday'],
      scalar: time('julianday', 'real'),
      definitions: [
        inlineChanging(
          'julian(timestamp)',
          'double precision',
          'STABLE',
          '(extract(epoch FROM $1) / 86400 + 2440587.5)::double precision',
        ),
        inlineChanging(
          'julianday(VARIADIC text[])',
          'double precision',
          'STABLE',
          'touchstone.julian(touchstone.moment($1))',
        ),
      ],
      examples: [...ofMoments('round(julianday(?), 6)'), "typeof(julianday('now'))"],
    },
    {
      names: ['unixepoch'],
      scalar: time('unixepoch', 'integer'),
      definitions: [
        inlineChanging(
          'unixepoch(VARIADIC text[])',
          'bigint',
          'STABLE',
          'floor(extract(epoch FROM touchstone.moment($1)))::bigint',
        ),
      ],
      examples: [
        ...ofMoments('unixepoch(?)'),
        "abs(unixepoch() - unixepoch('now'))",
        'typeof(unixepoch())',
      ],
    },
    {
      names: ['strftime'],
      scalar: {
        least: 1,
        most: many,
        make: (translator, args) => ({
          sql: `touchstone.strftime(${inForms(translator, args, [asText])}${args.length === 1 ? ", 'now'" : ''})`,
          kind: 'text',
        }),
      },
      definitions: [strftime],
      examples: [
        ...letters.flatMap((letter) => [
          `strftime('%${letter}', '2024-02-09 03:04:05.678')`,
          `strftime('[%${letter}]', '2021-01-03 15:00:00')`,
        ]),
        "strftime('%Y-%m-%dT%H:%M:%SZ', '2024-02-29 13:14:15')",
        "strftime('%Q', '2024-01-01')",
        "strftime('no', 'nonsense')",
        "strftime('%Y', 'now') = substr(date('now'), 1, 4)",
      ],
    },
    {
      names: ['timediff'],
      instead: 'subtract results of julianday or unixepoch',
      examples: ["timediff('2024-01-02', '2024-01-01')"],
    },
  ],
};
