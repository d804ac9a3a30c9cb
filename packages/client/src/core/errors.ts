import { VoxHumanaError } from '../base-errors.ts';
import type { ErrorCode } from '../generated/operations.ts';

export type ErrorDetail = { path: string; message: string };

/** Codes that a newer service may add are strings too. */
export type AnyErrorCode = ErrorCode | (string & Record<never, never>);

type ApiErrorFacts = {
  status: number;
  code: AnyErrorCode;
  message: string;
  requestId: string | null;
  detail: ErrorDetail[];
  body: unknown;
  response: Response;
};

/** The service refused the request or failed. `code` names the cause and stays the same; the message may change. */
export class ApiError extends VoxHumanaError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: AnyErrorCode;
  /** Name it when you ask for help. */
  readonly requestId: string | null;
  /** A request that is not valid gets an entry for each field that is wrong. */
  readonly detail: ErrorDetail[];
  /** The parsed body, or its text when it is not JSON. */
  readonly body: unknown;
  /** The raw response. Its body has been read. */
  readonly response: Response;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.detail = facts.detail;
    this.body = facts.body;
    this.response = facts.response;
  }

  /** The service asks to wait this long; it is null when the service does not say. */
  get retryAfterMs(): number | null {
    return retryAfterMs(this.response.headers, Date.now());
  }
}

export class BadRequestError extends ApiError {
  override name = 'BadRequestError';
}
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}
/** Credits, balance or plan do not suffice. */
export class PaymentRequiredError extends ApiError {
  override name = 'PaymentRequiredError';
}
export class PermissionDeniedError extends ApiError {
  override name = 'PermissionDeniedError';
}
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}
export class UnprocessableError extends ApiError {
  override name = 'UnprocessableError';
}
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const CLASS_OF_STATUS: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableError,
  429: RateLimitError,
};

export async function errorFrom(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parsed(text);
  const { error, code, request_id: id, detail } = (typeof body === 'object' ? body : {}) as ErrorFields;
  // The OpenAI-compatible routes have an object here.
  const message = typeof error === 'object' ? error.message : error;
  const Class = CLASS_OF_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class({
    status,
    code: code ?? `http_${status}`,
    message: message ?? `The service answered with status ${status}.`,
    requestId: headers.get('x-request-id') ?? id ?? null,
    detail: detail ?? [],
    body,
    response,
  });
}

type ErrorFields = {
  error?: string | { message?: string };
  code?: string;
  request_id?: string;
  detail?: ErrorDetail[];
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? text;
  } catch {
    // A proxy answers with HTML.
    return text;
  }
}

/** `Retry-After` is in seconds or a date. */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
