/** The metadata of a response. */
export type ResponseInfo = {
  status: number;
  headers: Headers;
  /** The id of the request in the logs of the service. */
  requestId: string | undefined;
};

export type WithResponse<T> = { data: T; response: ResponseInfo };

/** The promise of a call's result. */
export class Answer<T> extends Promise<T> {
  /** The results of `then`, `catch` and `finally` are plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #received: Promise<WithResponse<T>>;

  constructor(received: Promise<WithResponse<T>>) {
    super((resolve, reject) => {
      received.then(({ data }) => resolve(data), reject);
    });
    this.#received = received;
  }

  /** Returns the result together with the status, the headers and the request id of its response. */
  withResponse(): Promise<WithResponse<T>> {
    // The caller handles the failure of the returned promise, so that of this one is not unhandled.
    this.catch(() => {});
    return this.#received;
  }

  /** Converts the result. */
  convert<Other>(change: (data: T) => Other): Answer<Other> {
    return new Answer(this.withResponse().then(({ data, response }) => ({ data: change(data), response })));
  }
}
