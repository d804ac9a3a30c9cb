import { EXIT, type ExitCode } from './exit-codes.ts';

/** A failure that the command itself found. `hints` say what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly hints: string[];
  constructor(message: string, exitCode: ExitCode = EXIT.failed, hints: string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.hints = hints;
  }
}

export class UsageError extends CommandError {
  override name = 'UsageError';
  constructor(message: string, hints: string[] = []) {
    super(message, EXIT.usage, hints);
  }
}

export class NotSignedIn extends CommandError {
  override name = 'NotSignedIn';
  constructor(message: string, hints: string[]) {
    super(message, EXIT.notSignedIn, hints);
  }
}

/** Ctrl-C, or a signal that asks to end. */
export class Interrupted extends CommandError {
  override name = 'Interrupted';
  constructor() {
    super('Interrupted.', EXIT.interrupted);
  }
}
