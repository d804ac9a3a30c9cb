/** A mistake of the client. It is answered with an `error` event, and the session goes on. */
export class ProtocolError extends Error {
  readonly code: string;
  readonly param: string | null;

  constructor(code: string, message: string, param: string | null = null) {
    super(message);
    this.name = 'ProtocolError';
    this.code = code;
    this.param = param;
  }
}
