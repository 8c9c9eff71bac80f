/** Single faults of the migrations and queries of a scripting service (§1). */
import { insteadOf, type ProbeFault } from './probe-fault.js';

/** Changes each text among the parameters of `first`; `p` is a parameter. */
function firstWith(text: string): string {
  return `static first(query, parameters) {
    return query.first(parameters.map {|p| p is String ? ${text} : p }.toList)
  }`;
}

/** Faults of migrations and queries, by their descriptions. */
export const queryProbeFaults = {
  'the last migrations are not applied': {
    violates: ['runtime.db.migrate'],
    scripts: /^_migration/,
    replace: [
      [/\n {4}\(\d, '.*/g, ''],
      [/VALUES\n/g, "SELECT 1, 'grape', 1, 1, NULL WHERE 0\n"],
    ],
  },
  'a semicolon ends a migration, also in a text': {
    violates: ['runtime.db.migrate'],
    scripts: /^_migration/,
    replace: [
      [/VALUES \('one; two'\)/g, "VALUES ('one')"],
      [/ WHEN NEW.text = 'one; two'/g, " WHEN NEW.text = 'one'"],
    ],
  },
  'a trigger has one statement': {
    violates: ['runtime.db.migrate'],
    scripts: /^_migration/,
    replace: [[/\n *INSERT INTO probe_marks \(text\) VALUES \('its end;'\);/g, '']],
  },
  'first overrides the offset of a LIMIT': {
    violates: ['runtime.query.first'],
    scripts: /query-first-limit/,
    replace: [[/ LIMIT 2 OFFSET 2`/g, ' LIMIT 1`']],
  },
  'first gives no row of a statement with a LIMIT': {
    violates: ['runtime.query.first'],
    scripts: /query-first-limit/,
    replace: insteadOf.first,
    methods: `static first(query, parameters) { {"name": null} }`,
  },
  'a backslash escapes the next character of a query': {
    violates: ['runtime.query.first'],
    scripts: /query-texts/,
    replace: [[/C:\\new\\/g, 'C:new']],
  },
  'a comment ends an ordered statement': {
    violates: ['runtime.query.comments'],
    scripts: /query-comments/,
    replace: [[/fruits\.order\("price", "asc", columns\)/g, 'fruits']],
  },
  'question marks in comments take parameters': {
    violates: ['runtime.query.comments'],
    scripts: /query-comments/,
    replace: [[/ -- one\?`/g, ' AND id <> ?`']],
  },
  'a column that is called order is not sorted by': {
    violates: ['runtime.query.order'],
    scripts: /query-order-columns/,
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns) {
      return column == "order" ? query : query.order(column, direction, columns)
    }`,
  },
  'a column with a blank is not sorted by': {
    violates: ['runtime.query.order'],
    scripts: /query-order-columns/,
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns) {
      return column.contains(" ") ? query : query.order(column, direction, columns)
    }`,
  },
  'the first row comes in a list': {
    violates: ['runtime.query.first'],
    scripts: /query-first\.wren/,
    replace: insteadOf.first,
    methods: 'static first(query, parameters) { query.fetch(parameters) }',
  },
  'an empty text in a row is null': {
    violates: ['runtime.query.first'],
    scripts: /query-texts/,
    replace: insteadOf.first,
    methods: `static first(query, parameters) {
      var row = query.first(parameters)
      row["empty"] = null
      return row
    }`,
  },
  'numbers of a row lose their fraction': {
    violates: ['runtime.query.first'],
    scripts: /query-numbers/,
    replace: insteadOf.first,
    methods: `static first(query, parameters) {
      var row = query.first(parameters)
      row["price"] = row["price"].truncate
      return row
    }`,
  },
  'the names of columns are in lower case': {
    violates: ['runtime.query.first'],
    scripts: /query-texts/,
    replace: insteadOf.first,
    methods: `static first(query, parameters) {
      var row = query.first(parameters)
      row["mixedcase"] = row.remove("mixedCase")
      return row
    }`,
  },
  'no row is an empty map': {
    violates: ['runtime.query.first-none'],
    replace: insteadOf.first,
    methods: 'static first(query, parameters) { query.first(parameters) || {} }',
  },
  'first needs parameters': {
    violates: ['runtime.query.first-without-parameters'],
    replace: [[/\.first(\(\))?}/g, '.first(null)}']],
  },
  'fetch gives three rows at most': {
    violates: ['runtime.query.fetch'],
    replace: insteadOf.fetch,
    methods: 'static fetch(query, parameters) { query.fetch(parameters).take(3).toList }',
  },
  'equal rows come once': {
    violates: ['runtime.query.fetch'],
    scripts: /query-equal-rows/,
    replace: insteadOf.fetch,
    methods: 'static fetch(query, parameters) { query.fetch(parameters)[0..0] }',
  },
  'no rows are null': {
    violates: ['runtime.query.fetch'],
    scripts: /query-fetch\.wren/,
    replace: [...insteadOf.fetch, [/rows\.count/g, '(rows ? rows.count : 0)']],
    methods: `static fetch(query, parameters) {
      var rows = query.fetch(parameters)
      return rows.isEmpty ? null : rows
    }`,
  },
  'fetch needs parameters': {
    violates: ['runtime.query.fetch-without-parameters'],
    replace: [[/\.fetch(\(\))?}/g, '.fetch(null)}']],
  },
  'parameters are taken from the end': {
    violates: ['runtime.query.placeholders'],
    replace: insteadOf.first,
    methods: `static first(query, parameters) {
      return query.first(parameters.isEmpty ? parameters : parameters[-1..0])
    }`,
  },
  'apostrophes in parameters are doubled': {
    violates: ['runtime.query.placeholders'],
    scripts: /query-parameter-texts/,
    replace: insteadOf.first,
    methods: firstWith(`p.replace("'", "''")`),
  },
  'parameters have at most 64 characters': {
    violates: ['runtime.query.placeholders'],
    scripts: /query-parameter-texts/,
    replace: insteadOf.first,
    methods: firstWith('p.take(64).join()'),
  },
  'digits in parameters become numbers': {
    violates: ['runtime.query.placeholders'],
    scripts: /query-parameter-texts/,
    replace: insteadOf.first,
    methods: firstWith('Num.fromString(p) || p'),
  },
  'numbers in parameters have six digits': {
    violates: ['runtime.query.placeholders'],
    scripts: /query-placeholders/,
    replace: [[/12345678\]/g, '12345700]']],
  },
  'parameters are SQL': {
    violates: ['runtime.query.placeholders'],
    scripts: /query-search/,
    replace: insteadOf.fetch,
    methods: `static fetch(query, parameters) {
      if (!parameters[0].contains("OR '1'='1")) return query.fetch(parameters)
      return \`SELECT id, name FROM probe_fruits\`.fetch([])
    }`,
  },
  'an UPDATE does nothing': {
    violates: ['runtime.query.query'],
    replace: insteadOf.query,
    methods: `static query(query, parameters) {
      if (Request.method != "PUT" || parameters[0] != "changed") return query.query(parameters)
    }`,
  },
  'an INSERT gives the number of rows': {
    violates: ['runtime.query.insert-id'],
    replace: insteadOf.query,
    methods: `static query(query, parameters) {
      query.query(parameters)
      return 0
    }`,
  },
  'an INSERT gives the id of the latest row': {
    violates: ['runtime.query.insert-id'],
    scripts: /lists\.wren/,
    replace: insteadOf.query,
    methods: `static query(query, parameters) {
      query.query(parameters)
      if (Request.get("text") == "first") Util.hash("other requests are answered meanwhile")
      return \`SELECT MAX(id) AS id FROM probe_entries\`.first()["id"]
    }`,
  },
  'rows come in the order in which they are stored': {
    violates: ['runtime.query.order'],
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns) { query }
    static order(query, column, direction, columns, limit) { query }`,
  },
  'the direction is ignored': {
    violates: ['runtime.query.order-direction'],
    scripts: /query-order\.wren/,
    replace: insteadOf.order,
    methods:
      'static order(query, column, direction, columns) { query.order(column, "asc", columns) }',
  },
  'the direction has to be in lower case': {
    violates: ['runtime.query.order-direction'],
    scripts: /query-order\.wren/,
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns) {
      return query.order(column, direction == "desc" ? "desc" : "asc", columns)
    }`,
  },
  'any column will do': {
    violates: ['runtime.query.order-column'],
    scripts: /query-order\.wren/,
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns) {
      return query.order(column, direction, columns + ["stock"])
    }`,
  },
  'SQL in the direction takes effect': {
    violates: ['runtime.query.order-guard'],
    scripts: /query-order\.wren/,
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns) {
      if (direction != "asc LIMIT 1") return query.order(column, direction, columns)
      return query.order(column, "asc", columns, 1)
    }`,
  },
  'the limit is ignored': {
    violates: ['runtime.query.order-limit'],
    scripts: /query-order-limit/,
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns, limit) {
      return query.order(column, direction, columns)
    }`,
  },
  'the limit is one too high': {
    violates: ['runtime.query.order-limit'],
    scripts: /query-order-limit/,
    replace: insteadOf.order,
    methods: `static order(query, column, direction, columns, limit) {
      return query.order(column, direction, columns, limit + 1)
    }`,
  },
  'a COUNT of no rows is null': {
    violates: ['runtime.query.count'],
    scripts: /query-count/,
    replace: insteadOf.toNum,
    methods: 'static toNum(count) { count == 0 ? null : Util.toNum(count) }',
  },
  'a COUNT is one too high': {
    violates: ['runtime.query.count'],
    scripts: /query-count/,
    replace: insteadOf.toNum,
    methods: 'static toNum(count) { Util.toNum(count) + 1 }',
  },
} satisfies Record<string, ProbeFault>;
