/** The options of connections as data, without types of Node, which the types of the package would need. */

/** A file in the format PEM. */
export interface PemFile {
  /** As given. */
  readonly name: string;
  readonly text: string;
}

/** The options of a connection, which curl has by the same names. */
export interface Connection {
  /** Accepts any certificate of the server. */
  readonly insecure: boolean;
  /** The client's certificate, which may be followed by its key. */
  readonly cert: PemFile | undefined;
  readonly key: PemFile | undefined;
  /** The address of a proxy. Without it, the environment names one for servers elsewhere. */
  readonly proxy: string | undefined;
}

/** A connection without certificate and proxy. */
export const plainConnection: Connection = {
  insecure: false,
  cert: undefined,
  key: undefined,
  proxy: undefined,
};
