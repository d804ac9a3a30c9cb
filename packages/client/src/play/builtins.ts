import { VoxHumanaError } from '../base-errors.ts';

type Chunk = { toString(): string };

export type ChildInput = {
  write(chunk: Uint8Array, done: () => void): void;
  end(): void;
  on(event: 'error', listener: () => void): void;
};

/** It has no pipes if this process has too many open files. */
export type Child = {
  stdin?: ChildInput;
  stderr?: { on(event: 'data', listener: (chunk: Chunk) => void): void };
  exitCode: number | null;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'close', listener: (code: number | null) => void): void;
};

type Builtins = {
  fs: { existsSync(path: string): boolean };
  'fs/promises': {
    mkdtemp(prefix: string): Promise<string>;
    writeFile(path: string, data: AsyncIterable<Uint8Array>): Promise<void>;
    rm(path: string, options: { recursive: true }): Promise<void>;
  };
  os: { tmpdir(): string };
  path: { delimiter: string; join(...parts: string[]): string };
  child_process: {
    spawn(
      command: string,
      args: string[],
      options: { stdio: string[]; signal: AbortSignal | undefined },
    ): Child;
  };
};

type Runtime = {
  process?: { getBuiltinModule?(name: string): unknown; env?: Record<string, string | undefined> };
};

/** Asked for while running, and typed here, so that bundlers for browsers and edge runtimes find no import of Node. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  const module = (globalThis as Runtime).process?.getBuiltinModule?.(`node:${name}`);
  if (!module) throw new VoxHumanaError('play() needs a browser, Node 20.16 or newer, Deno or Bun.');
  return module as Builtins[Name];
}

export function environment(): Record<string, string | undefined> {
  return (globalThis as Runtime).process?.env ?? {};
}
