/** What went wrong, in terms of the domain. `http/` is the only place that knows which status each kind is. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'range_not_satisfiable'
  | 'unprocessable'
  | 'rate_limited'
  | 'upstream_failed'
  | 'unavailable';

export type ErrorDetail = { path: string; message: string };

export type DomainErrorOptions = {
  kind: ErrorKind;
  /** Stable snake_case name of the cause; clients may switch on it. */
  code: string;
  /** One sentence for the caller. Nothing internal may stand here. */
  public: string;
  detail?: ErrorDetail[];
  /** For 429: how long to wait before the next try. */
  retryAfterSeconds?: number;
  /** Goes to the log, never to the caller. */
  cause?: unknown;
};

export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly public: string;
  readonly detail: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(options: DomainErrorOptions) {
    super(options.public, { cause: options.cause });
    this.name = new.target.name;
    this.kind = options.kind;
    this.code = options.code;
    this.public = options.public;
    this.detail = options.detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
