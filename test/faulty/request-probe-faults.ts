/** Single faults of the class Request of a scripting service (§1). */
import { insteadOf, type ProbeFault } from './probe-fault.js';

/** Wren code that encodes a value again. */
const encodedUnlessPlain =
  'value && value.contains("=") && !value.contains("&") ? value : value && Util.urlEncode(value)';

/** Wren code for the beginning of an unencoded value. */
const cutAtEqualsSign = 'value && !value.contains("&") ? value.split("=")[0] : value';

/** Wren code for a value whose digits are a number. */
const numberOfDigits = 'value && (Num.fromString(value) || value)';

/** Wren code for a truncated value. */
const first64 = 'value && value.take(64).join()';

/** Faults of the class Request, by their descriptions. */
export const requestProbeFaults = {
  'the method is in lower case': {
    violates: ['runtime.request.method'],
    replace: insteadOf.method,
    methods: 'static method { Request.method == "DELETE" ? "delete" : Request.method }',
  },
  'a script reads the parameters of the latest request': {
    violates: ['runtime.request.own'],
    scripts: /own-request/,
    replace: insteadOf.get,
    methods: `static get(name) {
      var latest = \`SELECT text FROM probe_entries WHERE list = 'latest' ORDER BY id DESC\`
      if (!__isStored) {
        __isStored = true
        var value = Request.get(name)
        var isRepeated = \`SELECT 1 AS one FROM probe_entries WHERE list = 'latest' AND text = ?\`.first([value])
        \`INSERT INTO probe_entries (list, text) VALUES ('latest', ?)\`.query([value])
        if (isRepeated && value == "request-0") {
          for (wait in 1..4) if (latest.first()["text"] == value) Util.hash("others are answered meanwhile")
        }
      }
      return latest.first()["text"]
    }`,
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
      return ${encodedUnlessPlain}
    }`,
  },
  'a parameter ends at its second equals sign': {
    violates: ['runtime.request.get'],
    replace: insteadOf.get,
    methods: `static get(name) {
      var value = Request.get(name)
      return ${cutAtEqualsSign}
    }`,
  },
  'a parameter without a name ends the query string': {
    violates: ['runtime.request.get'],
    replace: insteadOf.get,
    methods: 'static get(name) { Request.get("") ? null : Request.get(name) }',
  },
  'a parameter without a name is the one that is asked for': {
    violates: ['runtime.request.get-absent'],
    replace: insteadOf.get,
    methods: 'static get(name) { Request.get(name) || Request.get("") == name }',
  },
  'the names of parameters stay encoded': {
    violates: ['runtime.request.get-encoded'],
    replace: insteadOf.get,
    methods: 'static get(name) { Request.uri.contains("?n\\%") ? null : Request.get(name) }',
  },
  'a parameter is decoded before the query string is split': {
    violates: ['runtime.request.get-absent'],
    replace: insteadOf.get,
    methods: `static get(name) {
      var other = Request.get("other")
      return other && other.contains("&" + name + "=") ? other : Request.get(name)
    }`,
  },
  'digits in the query string become a number': {
    violates: ['runtime.request.get'],
    scripts: /request-get/,
    replace: insteadOf.get,
    methods: `static get(name) {
      var value = Request.get(name)
      return ${numberOfDigits}
    }`,
  },
  'a parameter has at most 64 characters': {
    violates: ['runtime.request.get'],
    scripts: /request-get/,
    replace: insteadOf.get,
    methods: `static get(name) {
      var value = Request.get(name)
      return ${first64}
    }`,
  },
  'parameters are decoded twice': {
    violates: ['runtime.request.get-encoded'],
    scripts: /request-get/,
    replace: insteadOf.get,
    methods: `static get(name) {
      var value = Request.get(name)
      return value && value.replace("\\%25", "\\%")
    }`,
  },
  'parameters lose the blanks around them': {
    violates: ['runtime.request.get-encoded'],
    scripts: /request-get/,
    replace: insteadOf.get,
    methods: `static get(name) {
      var value = Request.get(name)
      return value && value.trim(" ")
    }`,
  },
  'members of a JSON body pass for parameters': {
    violates: ['runtime.request.get-absent'],
    scripts: /request-get/,
    replace: insteadOf.get,
    methods: `static get(name) {
      return Request.get(name) || (Request.isJson ? Request.json()[name] : null)
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
  'a form field ends at its second equals sign': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var value = Request.post(name)
      return ${cutAtEqualsSign}
    }`,
  },
  'a field without a name ends the form': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: 'static post(name) { Request.post("") ? null : Request.post(name) }',
  },
  'forms are read in a POST only': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: 'static post(name) { Request.method == "POST" ? Request.post(name) : null }',
  },
  'a form whose type has a charset is none': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: `static post(name) {
      return Request.header("content-type").contains("charset") ? null : Request.post(name)
    }`,
  },
  'the type of a form is compared with its case': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: `static post(name) {
      return Request.header("content-type").startsWith("A") ? null : Request.post(name)
    }`,
  },
  'a plus in a form that is sent with PUT stays one': {
    violates: ['runtime.request.post-encoded'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var value = Request.post(name)
      return Request.method == "PUT" && value ? value.replace(" ", "+") : value
    }`,
  },
  'the names of form fields stay encoded': {
    violates: ['runtime.request.post-encoded'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var isEncoded = Request.header("content-length") == "14" && Request.post(name) == "plain"
      return isEncoded ? null : Request.post(name)
    }`,
  },
  'a form is decoded before it is split': {
    violates: ['runtime.request.post-missing'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var other = Request.post("other")
      return other && other.contains("&" + name + "=") ? other : Request.post(name)
    }`,
  },
  'form fields stay encoded': {
    violates: ['runtime.request.post-encoded'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var value = Request.post(name)
      return ${encodedUnlessPlain}
    }`,
  },
  'digits in a form become a number': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var value = Request.post(name)
      return ${numberOfDigits}
    }`,
  },
  'a form field has at most 64 characters': {
    violates: ['runtime.request.post'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var value = Request.post(name)
      return ${first64}
    }`,
  },
  'form fields are decoded twice': {
    violates: ['runtime.request.post-encoded'],
    replace: insteadOf.post,
    methods: `static post(name) {
      var value = Request.post(name)
      return value && value.replace("\\%25", "\\%")
    }`,
  },
  'the letter case of the keys of a body is lost': {
    violates: ['runtime.request.json'],
    scripts: /request-json\.wren/,
    replace: insteadOf.requestJson,
    methods: `static json() {
      var body = Request.json()
      return body["VALUE"] ? {"value": body["VALUE"]} : body
    }`,
  },
  'numbers of a body have three decimals': {
    violates: ['runtime.request.json'],
    scripts: /request-json\.wren/,
    replace: insteadOf.requestJson,
    methods: `static json() {
      var value = Request.json()["value"]
      return {"value": value is Num ? (value * 1000).round / 1000 : value}
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
  'a header has at most 64 characters': {
    violates: ['runtime.request.header'],
    scripts: /request-header/,
    replace: insteadOf.header,
    methods: `static header(name) {
      var value = Request.header(name)
      return ${first64}
    }`,
  },
  'digits in a header become a number': {
    violates: ['runtime.request.header'],
    scripts: /request-header/,
    replace: insteadOf.header,
    methods: `static header(name) {
      var value = Request.header(name)
      return ${numberOfDigits}
    }`,
  },
  'an absent header is the empty text': {
    violates: ['runtime.request.header-absent'],
    replace: insteadOf.header,
    methods: 'static header(name) { Request.header(name) || "" }',
  },
} satisfies Record<string, ProbeFault>;
