/** An answer with the response it came in. The body of the response has been read, except that of a `Media`. */
export type Answer<T> = { data: T; response: Response; requestId: string | null };

/** The promise of an answer. The request is already under way. */
export type Call<T> = Promise<T> & {
  /** The answer with its status, headers and request id. */
  withResponse(): Promise<Answer<T>>;
};

export function asCall<T>(answer: Promise<Answer<T>>): Call<T> {
  const data = answer.then((one) => one.data);
  return Object.assign(data, {
    withResponse() {
      // The caller hears of a failure through the other promise.
      data.catch(() => undefined);
      return answer;
    },
  });
}

export function answerWith<T>(response: Response, data: T): Answer<T> {
  return { data, response, requestId: response.headers.get('x-request-id') };
}
