/** Times (https://sqlite.org/lang_datefunc.html): texts in UTC, `YYYY-MM-DD HH:MM:SS`. */
import { inlineChanging, procedure, schemaName, unlessPresent } from './define.js';

/** Form of nearly all times: they are used unchanged, without a function call. */
export const plainTime =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]) ([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$';

/** A date; a day beyond the end of its month is in the next month. */
const dateOf = procedure(
  'day_of(year numeric, month numeric, day numeric)',
  'timestamp',
  `DECLARE
    months integer := year::integer * 12 + month::integer - 1;
    whole integer := floor(months / 12.0);
  BEGIN
    IF whole < 1 OR whole > 9999 THEN RETURN NULL; END IF;
    RETURN make_timestamp(whole, months - whole * 12 + 1, 1, 0, 0, 0) + (day - 1) * interval '1 day';
  END`,
);

/** The time of a Julian day; null when it is out of range. */
const fromNumber = procedure(
  'from_julian(day numeric)',
  'timestamp',
  `BEGIN
    IF day < 1721425.5 OR day >= 5373484.5 THEN RETURN NULL; END IF;
    RETURN timestamp '1970-01-01' + round((day - 2440587.5) * 86400000) * interval '1 millisecond';
  END`,
);

/** A time of day as an interval; null for any other text. */
const clock = procedure(
  'clock_of(t text)',
  'interval',
  `BEGIN
    IF t !~ '^[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?$' THEN RETURN NULL; END IF;
    IF left(t, 2) > '24' OR substr(t, 4, 2) > '59' OR substr(t, 7, 2) > '59' THEN RETURN NULL; END IF;
    RETURN make_interval(
      hours => left(t, 2)::integer, mins => substr(t, 4, 2)::integer,
      secs => round(('0' || substr(t, 7))::numeric, 3)::double precision);
  END`,
);

/**
 * The time of a text, or of a Julian day; null for any other text. The parts are taken by their
 * positions: regular expressions with groups cost ten times as much.
 */
const parse = procedure(
  'time_of(t text)',
  'timestamp',
  `DECLARE
    result timestamp := timestamp '2000-01-01';
    rest text;
    zone text;
    part interval;
  BEGIN
    IF t ~ '${plainTime}' THEN RETURN t::timestamp; END IF;
    IF lower(t) = 'now' THEN
      RETURN date_trunc('milliseconds', statement_timestamp() AT TIME ZONE 'UTC');
    END IF;
    IF t ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T]|$)' THEN
      IF substr(t, 6, 2) NOT BETWEEN '01' AND '12' OR substr(t, 9, 2) NOT BETWEEN '01' AND '31' THEN
        RETURN NULL;
      END IF;
      result := touchstone.day_of(left(t, 4)::numeric, substr(t, 6, 2)::numeric, substr(t, 9, 2)::numeric);
      rest := btrim(substr(t, 11), ' T');
      IF rest = '' THEN RETURN result; END IF;
    ELSIF t ~ '^[0-9]{2}:' THEN
      rest := rtrim(t, ' ');
    ELSE
      RETURN touchstone.from_julian(touchstone.to_numeric(t));
    END IF;
    IF rest ~ '[zZ]$' THEN
      rest := rtrim(left(rest, -1), ' ');
    ELSIF rest ~ '[-+][0-9]{2}:[0-9]{2}$' THEN
      zone := right(rest, 6);
      rest := rtrim(left(rest, -6), ' ');
      part := touchstone.clock_of(substr(zone, 2));
      result := CASE WHEN left(zone, 1) = '-' THEN result + part ELSE result - part END;
    END IF;
    RETURN result + touchstone.clock_of(rest);
  END`,
  'STABLE',
);

/** A time moved by a number of units. */
const shift = procedure(
  'shift(moment timestamp, count numeric, unit text)',
  'timestamp',
  `DECLARE
    months numeric := trunc(count) * CASE unit WHEN 'year' THEN 12 ELSE 1 END;
    seconds numeric;
  BEGIN
    IF unit IN ('month', 'year') THEN
      IF abs(months) > 200000 THEN RETURN NULL; END IF;
      moment := touchstone.day_of(
        extract(year FROM moment), extract(month FROM moment) + months, extract(day FROM moment)) + moment::time;
      -- Of a fraction, a month has 30 days, and a year 365.
      seconds := (count - trunc(count)) * CASE unit WHEN 'year' THEN 365 ELSE 30 END * 86400;
    ELSE
      seconds := count * CASE unit WHEN 'day' THEN 86400 WHEN 'hour' THEN 3600 WHEN 'minute' THEN 60 ELSE 1 END;
    END IF;
    IF abs(seconds) > 400000000000 THEN RETURN NULL; END IF;
    moment := moment + round(seconds * 1000) * interval '1 millisecond';
    IF extract(year FROM moment) NOT BETWEEN 0 AND 9999 THEN RETURN NULL; END IF;
    RETURN moment;
  END`,
);

/** A time after one modifier; null when the modifier is unknown. */
const modify = procedure(
  'modify(moment timestamp, modifier text)',
  'timestamp',
  `DECLARE
    word text;
    unit text;
    part interval;
    target integer;
  BEGIN
    modifier := lower(btrim(modifier));
    word := split_part(modifier, ' ', 1);
    unit := btrim(substr(modifier, length(word) + 1));
    IF word ~ '^[-+]?[0-9]+([.][0-9]*)?$' THEN
      unit := rtrim(unit, 's');
      IF unit NOT IN ('day', 'hour', 'minute', 'second', 'month', 'year') THEN RETURN NULL; END IF;
      RETURN touchstone.shift(moment, word::numeric, unit);
    END IF;
    IF word ~ '^[-+][0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN
      moment := touchstone.shift(moment, left(word, 5)::numeric, 'year');
      moment := touchstone.shift(moment, (left(word, 1) || substr(word, 7, 2))::numeric, 'month');
      moment := touchstone.shift(moment, (left(word, 1) || substr(word, 10, 2))::numeric, 'day');
      IF unit = '' THEN RETURN moment; END IF;
      RETURN touchstone.modify(moment, left(word, 1) || unit);
    END IF;
    IF word ~ '^[-+]?[0-9]{2}:' AND unit = '' THEN
      part := touchstone.clock_of(ltrim(word, '+-'));
      RETURN CASE WHEN left(word, 1) = '-' THEN moment - part ELSE moment + part END;
    END IF;
    CASE modifier
      WHEN 'start of day' THEN RETURN date_trunc('day', moment);
      WHEN 'start of month' THEN RETURN date_trunc('month', moment);
      WHEN 'start of year' THEN RETURN date_trunc('year', moment);
      WHEN 'localtime' THEN RETURN moment AT TIME ZONE 'UTC' AT TIME ZONE current_setting('TimeZone');
      WHEN 'utc' THEN RETURN moment AT TIME ZONE current_setting('TimeZone') AT TIME ZONE 'UTC';
      WHEN 'subsec', 'subsecond' THEN RETURN moment;
      ELSE NULL;
    END CASE;
    IF word <> 'weekday' OR unit !~ '^[0-6]([.]0*)?$' THEN RETURN NULL; END IF;
    target := left(unit, 1)::integer;
    RETURN moment + ((target - extract(dow FROM moment)::integer + 7) % 7) * interval '1 day';
  END`,
  'STABLE',
);

/** The time of a list of arguments; null when one of them is wrong. */
const moment = procedure(
  'moment(list text[])',
  'timestamp',
  `DECLARE
    result timestamp;
    first integer := 2;
    n numeric;
    head text := lower(list[2]);
  BEGIN
    IF coalesce(cardinality(list), 0) = 0 THEN RETURN touchstone.time_of('now'); END IF;
    IF array_position(list, NULL) IS NOT NULL THEN RETURN NULL; END IF;
    IF lower(list[1]) IN ('subsec', 'subsecond') THEN list[1] := 'now'; END IF;
    IF head IN ('unixepoch', 'auto', 'julianday') THEN
      n := touchstone.to_numeric(list[1]);
      IF n IS NULL AND head <> 'auto' THEN RETURN NULL; END IF;
      first := 3;
    END IF;
    IF n IS NOT NULL AND (head = 'unixepoch' OR head = 'auto' AND n NOT BETWEEN 0 AND 5373484.499999) THEN
      result := touchstone.from_julian(2440587.5 + n / 86400);
    ELSE
      result := touchstone.time_of(list[1]);
    END IF;
    FOR i IN first .. cardinality(list) LOOP
      result := touchstone.modify(result, list[i]);
    END LOOP;
    RETURN result;
  END`,
  'STABLE',
);

/** Type of columns of times. It refuses texts of numbers, which SQLite would store as numbers. */
const domain = unlessPresent(
  `CREATE DOMAIN ${schemaName}.moment AS text COLLATE "C" ` +
    `CONSTRAINT "a number needs a column of type INTEGER" CHECK (VALUE !~ '^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$')`,
);

/** Definitions that several functions of date and time use. */
export const timeDefinitions: readonly string[] = [
  domain,
  dateOf,
  fromNumber,
  clock,
  parse,
  shift,
  modify,
  moment,
  inlineChanging(
    'now()',
    'text',
    'STABLE',
    "to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')",
  ),
];
