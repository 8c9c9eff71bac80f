/**
 * Single faults of a scripting service, planted from outside: the probes call a class of ours in
 * place of a facility, which passes on to the facility and breaks one rule of §1.
 */

/** One broken rule. */
export interface ProbeFault {
  /** Ids of the requirements that must fail, and no others; more may be blocked by them. */
  readonly violates: readonly string[];
  /** The scripts in which it is planted, by their paths in the project; all endpoints unless given. */
  readonly scripts?: RegExp;
  /** What stands in a script and what takes its place, everywhere in it. */
  readonly replace?: readonly (readonly [text: RegExp, replacement: string])[];
  /** Methods of the class `Faulty`, for the replacements to call. */
  readonly methods?: string;
  /** Wren that runs before a script. */
  readonly before?: string;
  /** A file that is taken away. */
  readonly without?: string;
}

const endpoints = /^api\/(?!_)/;

/** The text of a script with the fault planted. */
export function plant(fault: ProbeFault, path: string, text: string): string {
  const { scripts = endpoints, replace = [], methods, before } = fault;
  if (!scripts.test(path)) return text;
  const faulty = replace.reduce((script, [found, other]) => script.replaceAll(found, other), text);
  const isChanged = faulty !== text;
  const head = [
    ...(isChanged && methods !== undefined ? [`class Faulty {\n${methods}\n}`] : []),
    ...(before === undefined ? [] : [before]),
  ];
  return [...head, faulty].join('\n');
}

const insteadOf = {
  method: [[/Request\.method/g, 'Faulty.method']],
  get: [[/Request\.get\(/g, 'Faulty.get(']],
  post: [[/Request\.post\(/g, 'Faulty.post(']],
  requestJson: [[/Request\.json\(\)/g, 'Faulty.json()']],
  isJson: [[/Request\.isJson/g, 'Faulty.isJson']],
  header: [[/Request\.header\(/g, 'Faulty.header(']],
  status: [[/Response\.status\(/g, 'Faulty.status(']],
  responseJson: [[/Response\.json\(/g, 'Faulty.json(']],
  cors: [[/Response\.cors/g, 'Faulty.cors']],
  toNum: [[/Util\.toNum\(/g, 'Faulty.toNum(']],
  first: [[/(`[^`]*`)\.first\((?!\))/g, 'Faulty.first($1, ']],
  fetch: [[/(`[^`]*`)\.fetch\((?!\))/g, 'Faulty.fetch($1, ']],
  query: [[/(`[^`]*`)\.query\((?!\))/g, 'Faulty.query($1, ']],
  order: [[/(\w+|`[^`]*`)\.order\(/g, 'Faulty.order($1, ']],
} as const satisfies Record<string, readonly (readonly [RegExp, string])[]>;

/** The three variants, unless one of them is given. */
function corsMethods(variants: { any?: string; origin?: string; full?: string }): string {
  const { any = 'Response.cors', origin = 'Response.cors(o)' } = variants;
  const { full = 'Response.cors(o, m, h)' } = variants;
  return [
    `static cors { ${any} }`,
    `static cors(o) { ${origin} }`,
    `static cors(o, m, h) { ${full} }`,
  ].join('\n');
}

/** All variants with the same thing done to the result `r` of each. */
function corsThen(consequence: string): string {
  return `
    static then(r) {
      ${consequence}
    }
    static cors { then(Response.cors) }
    static cors(o) { then(Response.cors(o)) }
    static cors(o, m, h) { then(Response.cors(o, m, h)) }`;
}

/** All faults, by what a person would say of the service. */
export const probeFaults = {
  'a script answers under another name': {
    violates: ['runtime.routing.script-path'],
    without: 'api/silver.wren',
  },
  'a script does not answer PATCH': {
    violates: ['runtime.routing.all-methods'],
    before: 'if (Request.method == "PATCH") return',
  },
  'the shared script does not run': {
    violates: ['runtime.routing.route-script'],
    without: 'api/_route.wren',
  },
  'the headers of the shared script are lost': {
    violates: ['runtime.routing.route-cors'],
    scripts: /^api\/_route/,
    replace: [
      [
        /shared == "cors" && Response\.cors/g,
        'shared == "cors" && Request.method == "OPTIONS" && Response.cors',
      ],
    ],
  },
  'an endpoint script runs although the shared script has refused': {
    violates: ['runtime.routing.route-authentication'],
    scripts: /^api\/_route/,
    replace: [[/shared == "refuse"/g, 'false']],
  },

  'the method is in lower case': {
    violates: ['runtime.request.method'],
    replace: insteadOf.method,
    methods: 'static method { Request.method == "DELETE" ? "delete" : Request.method }',
  },
  'an absent parameter is the empty text': {
    violates: ['runtime.request.get-absent'],
    replace: insteadOf.get,
    methods: 'static get(name) { Request.get(name) || "" }',
  },
  'form fields pass for parameters': {
    violates: ['runtime.request.get-absent'],
    replace: insteadOf.get,
    methods: 'static get(name) { Request.get(name) || Request.post(name) }',
  },
  'parameters are read in a GET only': {
    violates: ['runtime.request.get'],
    scripts: /request-get/,
    replace: insteadOf.get,
    methods: 'static get(name) { Request.method == "GET" ? Request.get(name) : null }',
  },
  'parameters stay encoded': {
    violates: ['runtime.request.get-encoded'],
    replace: insteadOf.get,
    methods: `static get(name) {
      var value = Request.get(name)
      return value && Util.urlEncode(value)
    }`,
  },
  'a missing form field is the empty text': {
    violates: ['runtime.request.post-missing'],
    replace: insteadOf.post,
    methods: 'static post(name) { Request.post(name) || "" }',
  },
  'a missing form field is false': {
    violates: ['runtime.request.post-missing'],
    replace: insteadOf.post,
    methods: 'static post(name) { Request.post(name) || false }',
  },
  'parameters pass for form fields': {
    violates: ['runtime.request.post-missing'],
    replace: insteadOf.post,
    methods: 'static post(name) { Request.post(name) || Request.get(name) }',
  },
  'an empty form field is null': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: 'static post(name) { Request.post(name) == "" ? null : Request.post(name) }',
  },
  'form fields stay encoded': {
    violates: ['runtime.request.post-encoded'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var value = Request.post(name)
      return value && Util.urlEncode(value)
    }`,
  },
  'the members of a body are texts': {
    violates: ['runtime.request.json'],
    scripts: /request-json\.wren/,
    replace: insteadOf.requestJson,
    methods: 'static json() { {"value": Request.json()["value"].toString} }',
  },
  'a content type with parameters is not JSON': {
    violates: ['runtime.request.is-json'],
    replace: insteadOf.isJson,
    methods: 'static isJson { Request.header("content-type") == "application/json" }',
  },
  'every request is JSON': {
    violates: ['runtime.request.is-json-other'],
    replace: insteadOf.isJson,
    methods: 'static isJson { true }',
  },
  'a header ends at its first space': {
    violates: ['runtime.request.header'],
    replace: insteadOf.header,
    methods: `static header(name) {
      var value = Request.header(name)
      return value && value.split(" ")[0]
    }`,
  },
  'an absent header is the empty text': {
    violates: ['runtime.request.header-absent'],
    replace: insteadOf.header,
    methods: 'static header(name) { Request.header(name) || "" }',
  },

  'a status of 500 is sent as 200': {
    violates: ['runtime.response.status'],
    replace: insteadOf.status,
    methods: 'static status(code) { Response.status(code == 500 ? 200 : code) }',
  },
  'the default status is 202': {
    violates: ['runtime.response.status-default'],
    before: 'Response.status(202)',
  },
  'null is sent as an empty object': {
    violates: ['runtime.response.json'],
    replace: insteadOf.responseJson,
    methods: 'static json(value) { Response.json(value == null ? {} : value) }',
  },
  'JSON is sent as text': {
    violates: ['runtime.response.content-type'],
    replace: insteadOf.responseJson,
    methods: `static json(value) {
      Response.json(value)
      Response.header("Content-Type", "text/plain")
    }`,
  },

  'one origin is allowed in place of all': {
    violates: ['runtime.cors.all-origins'],
    replace: insteadOf.cors,
    methods: corsMethods({ any: 'Response.cors("https://one.touchstone.example")' }),
  },
  'all origins are allowed in place of one': {
    violates: ['runtime.cors.one-origin'],
    replace: insteadOf.cors,
    methods: corsMethods({ origin: 'Response.cors' }),
  },
  'full control allows whoever asks': {
    violates: ['runtime.cors.full-origin'],
    replace: insteadOf.cors,
    methods: corsMethods({ full: 'Response.cors(Request.header("origin") || o, m, h)' }),
  },
  'the list of methods is ignored': {
    violates: ['runtime.cors.full-methods'],
    replace: insteadOf.cors,
    methods: corsMethods({ full: 'Response.cors(o, "GET, POST, PUT, DELETE", h)' }),
  },
  'the list of headers is ignored': {
    violates: ['runtime.cors.full-headers'],
    replace: insteadOf.cors,
    methods: corsMethods({ full: 'Response.cors(o, m, "Content-Type")' }),
  },
  'a DELETE gets no CORS headers': {
    violates: ['runtime.cors.sets-headers'],
    replace: insteadOf.cors,
    methods: corsMethods({ any: 'Request.method != "DELETE" && Response.cors' }),
  },
  'a preflight is answered with 405': {
    violates: ['runtime.cors.answers-preflight'],
    replace: insteadOf.cors,
    methods: corsThen(`
      if (r) Response.status(405)
      return r`),
  },
  'a script goes on after a preflight': {
    violates: ['runtime.cors.returns-true'],
    replace: insteadOf.cors,
    methods: corsThen('return false'),
  },
  'a script ends after a POST, too': {
    violates: ['runtime.cors.continues'],
    replace: insteadOf.cors,
    methods: corsThen('return r || Request.method == "POST"'),
  },
  'the call returns null for other methods': {
    violates: ['runtime.cors.continues'],
    replace: insteadOf.cors,
    methods: corsThen('return r ? r : null'),
  },

  'numbers lose their fraction': {
    violates: ['runtime.util.to-num'],
    replace: insteadOf.toNum,
    methods: `static toNum(text) {
      var number = Util.toNum(text)
      return number && number.truncate
    }`,
  },
  'numbers stay texts': {
    violates: ['runtime.util.to-num'],
    replace: insteadOf.toNum,
    methods: 'static toNum(text) { text }',
  },

  'the last migrations are not applied': {
    violates: ['runtime.db.migrate'],
    scripts: /^_migration/,
    replace: [
      [/\n {4}\(\d, '.*/g, ''],
      [/VALUES\n/g, "SELECT 1, 'grape', 1, 1, NULL WHERE 0\n"],
    ],
  },
  'the first row comes in a list': {
    violates: ['runtime.query.first'],
    scripts: /query-first\.wren/,
    replace: insteadOf.first,
    methods: 'static first(query, parameters) { query.fetch(parameters) }',
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
  'fetch gives one row at most': {
    violates: ['runtime.query.fetch'],
    replace: insteadOf.fetch,
    methods: 'static fetch(query, parameters) { query.fetch(parameters).take(1).toList }',
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
  'a COUNT is one too high': {
    violates: ['runtime.query.count'],
    scripts: /query-count/,
    replace: insteadOf.toNum,
    methods: 'static toNum(count) { Util.toNum(count) + 1 }',
  },
} satisfies Record<string, ProbeFault>;

/** The name of one. */
export type ProbeFaultName = keyof typeof probeFaults;
