/** What went wrong, in terms of the domain. `http/` is the only place that knows which status each kind is. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'range_not_satisfiable'
  | 'unprocessable'
  | 'rate_limited'
  | 'internal'
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

/** The sentence for the caller, alone or with what goes with it. */
type Said = string | Omit<DomainErrorOptions, 'kind' | 'code'>;
type Says<Args extends unknown[]> = Said | ((...args: Args) => Said);

/** The class of one error: `throw new VoiceNotReady()`, `error instanceof VoiceNotReady`. */
export type DomainErrorClass<Code extends string, Args extends unknown[]> = new (
  ...args: Args
) => DomainError & { readonly code: Code };

export type DeclaredError = {
  kind: ErrorKind;
  code: string;
  says: Said | ((...args: never) => Said);
  /** The error has one of several codes, and takes it first. */
  takesCode: boolean;
};

const declared: DeclaredError[] = [];

/** Every error that a customer may see, of the modules that are loaded. The documents list them. */
export const declaredErrors: readonly DeclaredError[] = declared;

/**
 * Declares an error beside its use: `const VoiceNotReady = domainError('conflict', 'voice_not_ready', 'The voice …')`. A sentence
 * that names values is a function of them, and they are the arguments of the constructor.
 */
export function domainError<Code extends string, Args extends unknown[] = []>(
  kind: ErrorKind,
  code: Code,
  says: Says<Args>,
): DomainErrorClass<Code, Args> {
  declared.push({ kind, code, says, takesCode: false });
  return classOf(code, kind, () => code, says);
}

/** Declares an error that has one of several codes. The constructor and the sentence take the code first. */
export function domainErrors<Code extends string, Args extends unknown[]>(
  kind: ErrorKind,
  codes: readonly Code[],
  says: (code: NoInfer<Code>, ...args: Args) => Said,
): DomainErrorClass<Code, [code: Code, ...Args]> {
  for (const code of codes) declared.push({ kind, code, says, takesCode: true });
  return classOf<Code, [code: Code, ...Args]>(codes.join('|'), kind, (...args) => args[0], says);
}

/** Declares an error that only operators and workers see. No document lists it. */
export function internalError<Code extends string, Args extends unknown[] = []>(
  kind: ErrorKind,
  code: Code,
  says: Says<Args>,
): DomainErrorClass<Code, Args> {
  return classOf(code, kind, () => code, says);
}

function classOf<Code extends string, Args extends unknown[]>(
  name: string,
  kind: ErrorKind,
  codeOf: (...args: Args) => Code,
  says: Says<Args>,
): DomainErrorClass<Code, Args> {
  const declaredClass = class extends DomainError {
    declare readonly code: Code;

    constructor(...args: Args) {
      const said = typeof says === 'function' ? says(...args) : says;
      const options = typeof said === 'string' ? { public: said } : said;
      super({ kind, code: codeOf(...args), ...options });
      if (new.target === declaredClass) this.name = this.code;
    }
  };
  // The log calls this the type of an error.
  Object.defineProperty(declaredClass, 'name', { value: name });
  return declaredClass;
}

/** Says what is wrong with a field of the body: `fieldFault('email', 'is not a valid email address')`. */
export function fieldFault(field: string, message: string) {
  return { public: `${field} ${message}.`, detail: [{ path: `body.${field}`, message }] };
}
