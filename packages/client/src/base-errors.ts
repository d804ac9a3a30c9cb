/** Every error of this package. */
export class VoxHumanaError extends Error {
  override name = 'VoxHumanaError';
}

/** No answer: the connection failed or broke. */
export class ConnectionError extends VoxHumanaError {
  override name = 'ConnectionError';
}

/** No answer in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms.`);
  }
}
