/** The requests of the server's benchmark. */

/** The contents of the database that all servers start with. */
export interface Dataset {
  /** Number of products; their ids are 1 to this. */
  readonly rows: number;
  readonly apiKey: string;
}

/** One kind of request. */
export interface RequestCase {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The part after `/api/products` for the n-th request. */
  readonly query: (n: number, dataset: Dataset) => string;
  readonly body?: object;
  /** Whether requests have no API key. */
  readonly anonymous?: true;
  /** The status that every answer must have. */
  readonly status: number;
}

const product = { name: 'Lamp', description: 'Brass, 40 cm', price: 49.5, stock: 12 };

/** Steps through the ids so that successive requests read distant rows. */
function pickId(n: number, { rows }: Dataset): string {
  return `?id=${((n * 7919) % rows) + 1}`;
}

/** The cases. Writes come last, so that the others find the same rows on every server. */
export const requestCases: readonly RequestCase[] = [
  { name: 'read by id', method: 'GET', query: pickId, status: 200 },
  { name: 'list of 20', method: 'GET', query: () => '', status: 200 },
  { name: 'not found', method: 'GET', query: () => '?id=999999999', status: 404 },
  { name: 'no key', method: 'GET', query: pickId, anonymous: true, status: 401 },
  { name: 'update', method: 'PUT', query: pickId, body: { price: 12.5, stock: 3 }, status: 200 },
  { name: 'create', method: 'POST', query: () => '', body: product, status: 201 },
];

/** Number of different requests in the rotation of a case. */
const variety = 500;

/** The requests of a case as bytes. */
export function writeRequests(request: RequestCase, dataset: Dataset): string[] {
  return Array.from({ length: variety }, (_, n) => writeRequest(request, n, dataset));
}

function writeRequest(request: RequestCase, n: number, dataset: Dataset): string {
  const lines = [
    `${request.method} /api/products${request.query(n, dataset)} HTTP/1.1`,
    'Host: 127.0.0.1',
  ];
  if (!request.anonymous) lines.push(`X-API-Key: ${dataset.apiKey}`);
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  if (body !== '') {
    lines.push('Content-Type: application/json', `Content-Length: ${body.length}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
