/** SQLite's functions of date and time. Times are texts in UTC, `YYYY-MM-DD HH:MM:SS`. */
import { inlineChanging, procedure } from './define.js';

const clock = '([0-9]{2}):([0-9]{2})(?::([0-9]{2}(?:[.][0-9]+)?))?';
const zone = '[ ]*(Z|z|[-+][0-9]{2}:[0-9]{2})?[ ]*';

/** A date of which the day may lie beyond the month: it is then one of the next month. */
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

const fromNumber = procedure(
  'from_julian(day numeric)',
  'timestamp',
  `BEGIN
    IF day < 1721425.5 OR day >= 5373484.5 THEN RETURN NULL; END IF;
    RETURN timestamp '1970-01-01' + round((day - 2440587.5) * 86400000) * interval '1 millisecond';
  END`,
);

/** The time that a text says, or a number of days; null for anything else. */
const parse = procedure(
  'time_of(t text)',
  'timestamp',
  `DECLARE
    part text[];
    result timestamp;
  BEGIN
    IF lower(t) = 'now' THEN
      RETURN date_trunc('milliseconds', statement_timestamp() AT TIME ZONE 'UTC');
    END IF;
    part := regexp_match(t, '^(?:([0-9]{4})-([0-9]{2})-([0-9]{2}))?(?:(?:^|[ T]+)${clock})?${zone}$');
    IF part IS NULL OR part[1] IS NULL AND part[4] IS NULL THEN
      RETURN touchstone.from_julian(touchstone.to_numeric(t));
    END IF;
    IF part[2]::integer NOT BETWEEN 1 AND 12 OR part[3]::integer NOT BETWEEN 1 AND 31
      OR part[4]::integer > 24 OR part[5]::integer > 59 OR part[6]::numeric >= 60
      OR part[7] IS NOT NULL AND part[4] IS NULL THEN
      RETURN NULL;
    END IF;
    result := touchstone.day_of(
      coalesce(part[1], '2000')::numeric, coalesce(part[2], '1')::numeric, coalesce(part[3], '1')::numeric)
      + coalesce(part[4], '0')::integer * interval '1 hour'
      + coalesce(part[5], '0')::integer * interval '1 minute'
      + round(coalesce(part[6], '0')::numeric, 3) * interval '1 second';
    IF length(part[7]) > 1 THEN
      result := result - (left(part[7], 1) || '1')::integer
        * (substr(part[7], 2, 2)::integer * interval '1 hour' + substr(part[7], 5, 2)::integer * interval '1 minute');
    END IF;
    RETURN result;
  END`,
  'STABLE',
);

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
      -- A part of a month counts 30 days, one of a year 365.
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

const modify = procedure(
  'modify(moment timestamp, modifier text)',
  'timestamp',
  `DECLARE part text[]; target integer;
  BEGIN
    modifier := lower(btrim(modifier));
    part := regexp_match(modifier, '^([-+]?[0-9]+(?:[.][0-9]*)?)[ ]+(day|hour|minute|second|month|year)s?$');
    IF part IS NOT NULL THEN RETURN touchstone.shift(moment, part[1]::numeric, part[2]); END IF;
    part := regexp_match(modifier, '^([-+])([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[ ]+(.*))?$');
    IF part IS NOT NULL THEN
      moment := touchstone.shift(moment, (part[1] || part[2])::numeric, 'year');
      moment := touchstone.shift(moment, (part[1] || part[3])::numeric, 'month');
      moment := touchstone.shift(moment, (part[1] || part[4])::numeric, 'day');
      IF part[5] IS NULL THEN RETURN moment; END IF;
      RETURN touchstone.modify(moment, part[1] || part[5]);
    END IF;
    part := regexp_match(modifier, '^([-+]?)${clock}$');
    IF part IS NOT NULL THEN
      RETURN moment + (part[1] || '1')::integer * (part[2]::integer * interval '1 hour'
        + part[3]::integer * interval '1 minute' + coalesce(part[4], '0')::numeric * interval '1 second');
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
    part := regexp_match(modifier, '^weekday[ ]+([0-6])(?:[.]0*)?$');
    IF part IS NULL THEN RETURN NULL; END IF;
    target := part[1]::integer;
    RETURN moment + ((target - extract(dow FROM moment)::integer + 7) % 7) * interval '1 day';
  END`,
  'STABLE',
);

/** The time that a list of arguments says; null when one of them is wrong. */
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
    n := touchstone.to_numeric(list[1]);
    IF head IN ('unixepoch', 'auto', 'julianday') THEN
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

const hasFraction = "array_to_string($1, ' ') ~* '(^| )subsec(ond)?( |$)'";

const formatted = (name: string, format: string): string =>
  inlineChanging(
    `${name}(VARIADIC text[])`,
    'text',
    'STABLE',
    `to_char(touchstone.moment($1), ${format})`,
  );

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

export const timeFunctions: readonly string[] = [
  dateOf,
  fromNumber,
  parse,
  shift,
  modify,
  moment,
  inlineChanging(
    'julian(timestamp)',
    'double precision',
    'STABLE',
    '(extract(epoch FROM $1) / 86400 + 2440587.5)::double precision',
  ),
  formatted('date', "'YYYY-MM-DD'"),
  formatted('time', `CASE WHEN ${hasFraction} THEN 'HH24:MI:SS.MS' ELSE 'HH24:MI:SS' END`),
  formatted(
    'datetime',
    `CASE WHEN ${hasFraction} THEN 'YYYY-MM-DD HH24:MI:SS.MS' ELSE 'YYYY-MM-DD HH24:MI:SS' END`,
  ),
  strftime,
  inlineChanging(
    'julianday(VARIADIC text[])',
    'double precision',
    'STABLE',
    'touchstone.julian(touchstone.moment($1))',
  ),
  inlineChanging(
    'unixepoch(VARIADIC text[])',
    'bigint',
    'STABLE',
    'floor(extract(epoch FROM touchstone.moment($1)))::bigint',
  ),
  inlineChanging(
    'now()',
    'text',
    'STABLE',
    "to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')",
  ),
];
