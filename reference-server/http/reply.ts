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
