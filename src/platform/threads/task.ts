/** A function that runs in a thread: `name` is exported by `module`, takes plain data and answers plain data. */
export type Task<Input, Output> = {
  module: string;
  name: string;
  /** Only for the type checker. */
  readonly types?: { input: Input; output: Output };
};

/** The module is loaded by the thread alone, so it should import little. */
export function defineTask<Run extends (input: never) => unknown>(
  module: URL,
  name: string,
): Task<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  return { module: module.href, name };
}
