import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { abort, currentHost, WrenAbort } from '../../interpreter/index.js';
import { messageOf } from '../../kit/errors.js';
import { cut } from '../../kit/words.js';
import type { Database, DatabaseClient } from '../database/database.js';
import { FormError, parseMultipartForm } from '../formats/multipart-form.js';
import {
  emptyForm,
  formTypes,
  type HtmlForm,
  parseCookies,
  parseFields,
  parseForm,
  pathOfTarget,
  percentDecode,
} from '../formats/request-fields.js';
import { descriptorOf } from './node-internals.js';
import { ScriptHost } from './script-host.js';

const noFields: ReadonlyMap<string, string> = new Map();

function isSameName(one: string, other: string): boolean {
  return one.length === other.length && one.toLowerCase() === other.toLowerCase();
}

/** The place of a header in alternating names and values; -1 when it is missing. */
function findHeader(headers: readonly string[], name: string): number {
  return headers.findIndex((each, index) => index % 2 === 0 && isSameName(each, name));
}

/** The name of a header that Node's object of headers does not keep. */
const lostName = '__proto__';

/** Value of a header as received; repeated ones are joined. */
function findRawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return values.length === 0 ? undefined : values.join(', ');
}

/** The answer that scripts build; the server sends it when they have ended. */
export class AnswerDraft {
  /** Status set by a script. Default: 200. */
  status: number | undefined;
  /** Body as a byte string. */
  body: string | undefined;
  contentType = 'application/json';
  /** Whether a script set the content type, which a later body then keeps. */
  hasOwnType = false;
  /** Alternating names and values, as byte strings. */
  readonly headers: string[] = [];
  /** The size of `headers` in bytes. */
  headerBytes = 0;
  /** CORS headers in the same form; kept apart because they stay when a script fails. */
  corsHeaders: readonly string[] = [];

  /** Whether a script has answered: with a body, or with a status alone. */
  get isAnswered(): boolean {
    return this.status !== undefined || this.body !== undefined;
  }

  /**
   * Sets a header and removes any others of the same name, compared case-insensitively. Another
   * `Vary` stays, because each of its values counts.
   */
  setHeader(name: string, value: string): void {
    this.#removeHeaders(name);
    const cors = [...this.corsHeaders];
    const at = findHeader(cors, name);
    if (at < 0 || isSameName(name, 'Vary')) this.addHeader(name, value);
    else this.corsHeaders = cors.with(at + 1, value);
  }

  /** Sets the CORS headers, instead of earlier headers of their names. */
  setCorsHeaders(headers: readonly string[]): void {
    this.corsHeaders = headers;
    if (this.headers.length === 0) return;
    for (const [index, name] of headers.entries()) {
      if (index % 2 === 0 && !isSameName(name, 'Vary')) this.#removeHeaders(name);
    }
  }

  /** Value of a header that a script has set. */
  header(name: string): string | undefined {
    const at = findHeader(this.headers, name);
    return at < 0 ? undefined : this.headers[at + 1];
  }

  #removeHeaders(name: string): void {
    for (let at = findHeader(this.headers, name); at >= 0; at = findHeader(this.headers, name)) {
      for (const text of this.headers.splice(at, 2)) this.headerBytes -= text.length;
    }
  }

  /** Adds a header and keeps others of the same name. */
  addHeader(name: string, value: string): void {
    this.headerBytes += name.length + value.length;
    this.headers.push(name, value);
  }
}

/** The client of a request, for an answer sent from outside of the main thread. */
class RequestClient implements DatabaseClient {
  readonly method: string;
  readonly path: string;
  readonly descriptor: number | undefined;
  readonly #draft: AnswerDraft;

  constructor({ method = '', url = '/', socket }: IncomingMessage, draft: AnswerDraft) {
    this.method = method;
    this.path = pathOfTarget(url);
    this.descriptor = descriptorOf(socket);
    this.#draft = draft;
  }

  get headers(): readonly string[] {
    return this.#draft.corsHeaders;
  }
}

/** Cause of a script's error that is the fault of the client. */
export class ClientFault {}

/** One request being served and the answer that its scripts build. All texts are byte strings. */
export class RequestContext extends ScriptHost {
  /** Upper case. HEAD appears as GET: the answer is the same, without its body. */
  readonly method: string;
  /** Request target as received. */
  readonly target: string;
  readonly body: string;
  readonly draft = new AnswerDraft();
  readonly #request: IncomingMessage;
  readonly #headers: IncomingHttpHeaders;
  #client: DatabaseClient | undefined;
  #query: ReadonlyMap<string, string> | undefined;
  /** An invalid multipart form is an error only when a script asks for it. */
  #form: HtmlForm | FormError | undefined;
  #cookies: ReadonlyMap<string, string> | undefined;

  constructor(database: Database, request: IncomingMessage, body: string) {
    super(database);
    const { method = 'GET', url = '/' } = request;
    this.method = method === 'HEAD' ? 'GET' : method;
    this.target = url;
    this.body = body;
    this.#request = request;
    this.#headers = request.headers;
  }

  override get client(): DatabaseClient {
    this.#client ??= new RequestClient(this.#request, this.draft);
    return this.#client;
  }

  /** Value of a header, named case-insensitively; repeated ones are joined (RFC 9110, 5.3). */
  header(name: string): string | undefined {
    const key = name.toLowerCase();
    const value = key === lostName ? findRawHeader(this.#request, key) : this.#headers[key];
    return typeof value === 'string' ? value : undefined;
  }

  /** Media type of the body in lower case, without parameters. */
  get mediaType(): string {
    return cut(this.#headers['content-type'] ?? '', ';')[0]
      .trim()
      .toLowerCase();
  }

  /** Parameters of the query string. */
  get query(): ReadonlyMap<string, string> {
    if (this.#query === undefined) {
      const start = this.target.indexOf('?');
      this.#query = start < 0 ? noFields : parseFields(this.target.slice(start + 1));
    }
    return this.#query;
  }

  /** A fresh context for another attempt at the same request. */
  repeat(): RequestContext {
    const again = new RequestContext(this.database, this.#request, this.body);
    again.deadline = this.deadline;
    again.#form = this.#form;
    return again;
  }

  /** Lower-case names and values of all headers; repeated headers are joined. */
  get headers(): [name: string, value: string][] {
    return [...Object.keys(this.#headers), lostName].flatMap((name) => {
      const value = this.header(name);
      return value === undefined ? [] : [[name, value]];
    });
  }

  get cookies(): ReadonlyMap<string, string> {
    this.#cookies ??= parseCookies(this.header('cookie') ?? '');
    return this.#cookies;
  }

  /** Whether a field of the request may contain U+0000. */
  get hasZeroBytes(): boolean {
    return /%00/.test(this.target) || /\0|%00|\\u0000/.test(this.body);
  }

  /** Whether the body is a multipart form, which is parsed before scripts run. */
  get isMultipart(): boolean {
    return this.mediaType === formTypes.multipart;
  }

  /** Parses a multipart body. */
  async readParts(): Promise<void> {
    try {
      this.#form = await parseMultipartForm(this.body, this.#headers['content-type'] ?? '');
    } catch (error) {
      this.#form = error instanceof FormError ? error : new FormError(messageOf(error));
    }
  }

  /** The form in the body; an empty form when the body has a different media type. */
  get form(): HtmlForm {
    this.#form ??= this.mediaType === formTypes.urlEncoded ? parseForm(this.body) : emptyForm;
    if (!(this.#form instanceof FormError)) return this.#form;
    return this.failForClient(
      `The request body is not a valid multipart form: ${this.#form.message}`,
    );
  }

  /** Ends the script with an error of the client: the answer is 400 unless a fiber catches it. */
  failForClient(message: string): never {
    throw new WrenAbort(message, { cause: new ClientFault() });
  }

  /** Segments of the path below `/api`, percent-decoded. */
  get segments(): string[] {
    return pathOfTarget(this.target).split('/').slice(2).map(percentDecode);
  }
}

/** Context of the request that the current run serves. For natives only. */
export function currentContext(): RequestContext {
  const host = currentHost();
  if (host instanceof RequestContext) return host;
  return abort('There is no request: this script does not run for one.');
}
