/** Single faults and variations of a scripting service. */
import { insteadOf, type ProbeFault, type ProbeVariation } from './probe-fault.js';
import { queryProbeFaults } from './query-probe-faults.js';
import { requestProbeFaults } from './request-probe-faults.js';

/** The three variants, of which some may be replaced. */
function corsMethods(variants: { any?: string; origin?: string; full?: string }): string {
  const { any = 'Response.cors', origin = 'Response.cors(o)' } = variants;
  const { full = 'Response.cors(o, m, h)' } = variants;
  return [
    `static cors { ${any} }`,
    `static cors(o) { ${origin} }`,
    `static cors(o, m, h) { ${full} }`,
  ].join('\n');
}

/** All variants, with the same change of the result `r`. */
function corsThen(consequence: string): string {
  return `
    static then(r) {
      ${consequence}
    }
    static cors { then(Response.cors) }
    static cors(o) { then(Response.cors(o)) }
    static cors(o, m, h) { then(Response.cors(o, m, h)) }`;
}

/** Sends a JSON text in which a text is replaced by another. */
function sendJsonWith(text: string, other: string): string {
  return `static json(value) {
    Response.text(Json.stringify(value).replace(${text}, ${other}))
    Response.header("Content-Type", "application/json")
  }`;
}

/** Sends a text in place of the JSON. */
function sendTextAsJson(text: string): string {
  return `static json(value) {
    Response.text("${text}")
    Response.header("Content-Type", "application/json")
  }`;
}

/** All faults, by their descriptions. */
export const probeFaults = {
  'a script answers under another name': {
    violates: ['runtime.routing.script-path'],
    without: 'api/second-text.wren',
  },
  'a script does not answer PATCH': {
    violates: ['runtime.routing.all-methods'],
    before: 'if (Request.method == "PATCH") return',
  },

  ...requestProbeFaults,

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
  'the body of a 500 is replaced': {
    violates: ['runtime.response.json'],
    scripts: /response-status\.wren/,
    replace: insteadOf.responseJson,
    methods: `static json(value) {
      Response.json(Request.get("code") == "500" ? {"error": "internal error"} : value)
    }`,
  },
  'an error is sent as HTML': {
    violates: ['runtime.response.content-type'],
    scripts: /response-status\.wren/,
    replace: insteadOf.responseJson,
    methods: `static json(value) {
      Response.json(value)
      if (Request.get("code") == "500") Response.header("Content-Type", "text/html")
    }`,
  },
  'JSON is sent as text when the method is not GET': {
    violates: ['runtime.response.content-type'],
    replace: insteadOf.responseJson,
    methods: `static json(value) {
      Response.json(value)
      if (Request.method != "GET") Response.header("Content-Type", "text/plain")
    }`,
  },
  'rows lack columns whose names contain a blank': {
    violates: ['runtime.query.fetch'],
    scripts: /query-order-columns/,
    replace: insteadOf.responseJson,
    methods: `static json(value) {
      for (row in value["rows"]) row.remove("two words")
      Response.json(value)
    }`,
  },
  'the script that changes rows still fetches the old ones': {
    violates: ['runtime.query.query'],
    scripts: /lists/,
    replace: insteadOf.responseJson,
    methods: `static json(value) {
      if (Request.method == "PUT") {
        for (entry in value["entries"]) entry["text"] = "old"
      }
      Response.json(value)
    }`,
  },
  'control characters are sent unescaped': {
    violates: ['runtime.response.json'],
    scripts: /response-json\.wren/,
    replace: insteadOf.responseJson,
    methods: sendJsonWith('"\\\\u001b"', '"\\x1b"'),
  },
  'keys that are no texts are sent without quotation marks': {
    violates: ['runtime.response.json-valid'],
    scripts: /response-json-keys/,
    replace: insteadOf.responseJson,
    methods: sendTextAsJson('{7: \\"a number\\"}'),
  },
  'infinite numbers are sent as words': {
    violates: ['runtime.response.json-valid'],
    scripts: /response-json-infinite/,
    replace: insteadOf.responseJson,
    methods: sendTextAsJson('{\\"text\\": 1, \\"infinite\\": infinity}'),
  },
  'the undefined number is sent as a word': {
    violates: ['runtime.response.json-valid'],
    scripts: /response-json-undefined/,
    replace: insteadOf.responseJson,
    methods: sendTextAsJson('{\\"text\\": 1, \\"undefined\\": nan}'),
  },
  'quotation marks in a key are sent unescaped': {
    violates: ['runtime.response.json'],
    scripts: /response-json\.wren/,
    replace: insteadOf.responseJson,
    methods: sendJsonWith('"\\\\\\"key"', '"\\"key"'),
  },
  'numbers are sent with six digits': {
    violates: ['runtime.response.json'],
    scripts: /response-json\.wren/,
    replace: insteadOf.responseJson,
    methods: sendJsonWith('"123456.789012"', '"123457"'),
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
  'full control allows any origin': {
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
  'a script goes on after an OPTIONS request without an origin': {
    violates: ['runtime.cors.returns-true'],
    replace: insteadOf.cors,
    methods: corsThen('return r && Request.header("origin") != null'),
  },
  'a script ends after a GET from another origin': {
    violates: ['runtime.cors.continues'],
    replace: insteadOf.cors,
    methods: corsMethods({ origin: 'Response.cors(o) || Request.header("origin") != o' }),
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

  ...queryProbeFaults,
} satisfies Record<string, ProbeFault>;

/** The name of a fault. */
export type ProbeFaultName = keyof typeof probeFaults;

/** Variations in the treatment of shared scripts, by their descriptions. */
export const probeVariations = {
  'the shared script does not run': {
    observed: {
      'runtime.routing.route-script': ['endpoint script'],
      'runtime.routing.route-cors': [
        'header access-control-allow-origin: nothing',
        '200 json',
        'endpoint script',
      ],
      'runtime.routing.route-authentication': ['200 json', 'endpoint script'],
    },
    without: 'api/_route.wren',
  },
  'the headers of the shared script are lost': {
    observed: {
      'runtime.routing.route-cors': [
        'header access-control-allow-origin: nothing',
        '204 empty',
        'no entries',
      ],
    },
    scripts: /^api\/_route/,
    replace: [
      [
        /shared == "cors" && Response\.cors/g,
        'shared == "cors" && Request.method == "OPTIONS" && Response.cors',
      ],
    ],
  },
  'an endpoint script runs although the shared script has rejected': {
    observed: { 'runtime.routing.route-authentication': ['200 json', 'endpoint script'] },
    scripts: /^api\/_route/,
    replace: [[/shared == "refuse"/g, 'false']],
  },
  'values that JSON cannot represent, and statements with a semicolon, are errors': {
    observed: {
      'runtime.response.json-other': ['500'],
      'runtime.query.semicolon': ['500 json-error'],
    },
    scripts: /response-json-(?:keys|infinite|undefined)|query-semicolon/,
    before: 'Fiber.abort("This is an error.")',
  },
} satisfies Record<string, ProbeVariation>;
