import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { abort, currentHost } from '../../interpreter/index.js';
import type { Statements } from '../database/statements.js';
import { ScriptHost } from '../script-host.js';
import { parseFields, percentDecode } from './query-string.js';
import { Reply } from './reply.js';
import { pathOf } from './target.js';

const formType = 'application/x-www-form-urlencoded';
const noFields: ReadonlyMap<string, string> = new Map();

/** One request and the answer that its scripts give. All texts are byte strings. */
export class Exchange extends ScriptHost {
  /** Upper case. HEAD appears as GET: the answer is the same, its body is not sent. */
  readonly method: string;
  /** Path and query string as they were received. */
  readonly target: string;
  readonly body: string;
  readonly reply = new Reply();
  /** The message of a fault that is the client's: when it ends the script, the answer is 400. */
  clientFault: string | undefined;
  readonly #headers: IncomingHttpHeaders;
  #query: ReadonlyMap<string, string> | undefined;
  #form: ReadonlyMap<string, string> | undefined;

  constructor(statements: Statements, request: IncomingMessage, body: string) {
    super(statements);
    const { method = 'GET', url = '/' } = request;
    this.method = method === 'HEAD' ? 'GET' : method;
    this.target = url;
    this.body = body;
    this.#headers = request.headers;
  }

  /** A header's value; repeated ones are joined as RFC 9110 says. The name may be in any case. */
  header(name: string): string | undefined {
    const value = this.#headers[name.toLowerCase()];
    return typeof value === 'string' ? value : undefined;
  }

  /** The media type of the body without its parameters, in lower case. */
  get mediaType(): string {
    return (this.#headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  }

  /** The parameters of the query string. */
  get query(): ReadonlyMap<string, string> {
    if (this.#query === undefined) {
      const start = this.target.indexOf('?');
      this.#query = start < 0 ? noFields : parseFields(this.target.slice(start + 1));
    }
    return this.#query;
  }

  /** The fields of a form body; none when the body is not a form. */
  get form(): ReadonlyMap<string, string> {
    this.#form ??= this.mediaType === formType ? parseFields(this.body) : noFields;
    return this.#form;
  }

  /** The path's segments below `/api`, percent-decoded. */
  get segments(): string[] {
    return pathOf(this.target).split('/').slice(2).map(percentDecode);
  }
}

/** The exchange that the running script belongs to. Only natives may ask. */
export function currentExchange(): Exchange {
  const host = currentHost();
  if (host instanceof Exchange) return host;
  return abort('There is no request: this script does not run for one.');
}
