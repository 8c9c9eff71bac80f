import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { abort, currentHost, WrenAbort } from '../../interpreter/index.js';
import type { Database, DatabaseClient } from '../database/database.js';
import {
  emptyForm,
  type Form,
  formTypes,
  parseCookies,
  parseFields,
  parseForm,
  pathOf,
  percentDecode,
  readMultipart,
} from '../formats/fields.js';
import { descriptorOf } from './connections.js';
import { ScriptHost } from './script-host.js';

const noFields: ReadonlyMap<string, string> = new Map();

/** Who sent a request, as is needed when its scripts never come to an answer. */
class RequestClient implements DatabaseClient {
  readonly method: string;
  readonly path: string;
  readonly descriptor: number | undefined;
  readonly #reply: Reply;

  constructor({ method = '', url = '/', socket }: IncomingMessage, reply: Reply) {
    this.method = method;
    this.path = pathOf(url);
    this.descriptor = descriptorOf(socket);
    this.#reply = reply;
  }

  get headers(): readonly string[] {
    return this.#reply.corsHeaders;
  }
}

/** The cause of an error that is the client's. */
export class ClientFault {}

/** One request and the answer that its scripts give. All texts are byte strings. */
export class Exchange extends ScriptHost {
  /** Upper case. HEAD appears as GET: the answer is the same, its body is not sent. */
  readonly method: string;
  /** Path and query string as they were received. */
  readonly target: string;
  readonly body: string;
  readonly reply = new Reply();
  readonly #request: IncomingMessage;
  readonly #headers: IncomingHttpHeaders;
  #client: DatabaseClient | undefined;
  #query: ReadonlyMap<string, string> | undefined;
  #form: Form | undefined;
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
    this.#client ??= new RequestClient(this.#request, this.reply);
    return this.#client;
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

  /** The same request, as it was before scripts ran for it. */
  repeat(): Exchange {
    const again = new Exchange(this.database, this.#request, this.body);
    again.deadline = this.deadline;
    again.#form = this.#form;
    return again;
  }

  /** Names in lower case and values of all headers; repeated ones are joined. */
  get headers(): [name: string, value: string][] {
    return Object.keys(this.#headers).flatMap((name) => {
      const value = this.header(name);
      return value === undefined ? [] : [[name, value]];
    });
  }

  get cookies(): ReadonlyMap<string, string> {
    this.#cookies ??= parseCookies(this.header('cookie') ?? '');
    return this.#cookies;
  }

  /** Whether the body is a form that has to be read before scripts run. */
  get isMultipart(): boolean {
    return this.mediaType === formTypes.multipart;
  }

  /** Reads a multipart body. A body that is not one counts only when a script asks for it. */
  async readParts(): Promise<void> {
    try {
      this.#form = await readMultipart(this.body, this.#headers['content-type'] ?? '');
    } catch {
      this.#form = undefined;
    }
  }

  /** The form in the body; an empty one when the body is of another type. */
  get form(): Form {
    this.#form ??= this.#parseForm();
    return this.#form;
  }

  #parseForm(): Form {
    if (this.isMultipart) return this.blame('The request body is not a valid multipart form');
    return this.mediaType === formTypes.urlEncoded ? parseForm(this.body) : emptyForm;
  }

  /** Ends the script by a fault that is the client's: unless a fiber catches it, the answer is 400. */
  blame(message: string): never {
    throw new WrenAbort(message, { cause: new ClientFault() });
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

/** The answer to a request while scripts put it together; it is sent when they have ended. */
export class Reply {
  /** What a script has set; 200 is sent when none has. */
  status: number | undefined;
  /** The body as a byte string. */
  body: string | undefined;
  contentType = 'application/json';
  /** Whether a script has stated the content type, which then stays whatever the body is. */
  hasOwnType = false;
  /** Names and values in turn, as byte strings. */
  readonly headers: string[] = [];
  /** Bytes of all headers that were ever added. */
  headerBytes = 0;
  /** The CORS headers in the same form: apart, because they stay when a script fails. */
  corsHeaders: readonly string[] = [];

  /** Whether a script has answered: with a body, or with a status, which may need no body. */
  get isAnswered(): boolean {
    return this.status !== undefined || this.body !== undefined;
  }

  /** Sets a header, replacing one of the same name in any case. */
  setHeader(name: string, value: string): void {
    const wanted = name.toLowerCase();
    for (let index = 0; index < this.headers.length; index += 2) {
      if (this.headers[index]?.toLowerCase() === wanted) this.headers.splice(index, 2);
    }
    this.addHeader(name, value);
  }

  /** Adds a header beside those of the same name. */
  addHeader(name: string, value: string): void {
    this.headerBytes += name.length + value.length;
    this.headers.push(name, value);
  }
}
