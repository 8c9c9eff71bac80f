/** A script that failed while it answered a request. */
export interface Fault {
  readonly method: string;
  /** Without the query string, which may hold secrets. */
  readonly path: string;
  readonly status: number;
  /** The message, then the stack, a line for each function. */
  readonly trace: string;
  /** The script's lines around the place of the fault; undefined when they are not to be shown. */
  readonly excerpt?: string | undefined;
}

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query string, which may hold secrets. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Takes what happens while a server runs. All texts are ordinary text. */
export interface Log {
  /** What a script printed: a part of a line, one or several. */
  printed(text: string): void;
  failed(fault: Fault): void;
  answered(request: AnsweredRequest): void;
  /** What the server itself has to say, in full sentences. */
  noted(message: string): void;
}
