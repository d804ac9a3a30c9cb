import { ApiError, ConnectionError, JobFailedError, LiveConnectionError } from '../../client/src/index.ts';
import { CommandError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

export type Failure = {
  exitCode: ExitCode;
  message: string;
  code: string | null;
  requestId: string | null;
  hints: string[];
};

const HINTS: Record<string, string> = {
  unknown_voice: 'List the voices: vox voices',
  voice_not_found: 'List the voices: vox voices',
  unknown_avatar: 'List the presenters: vox film --list',
  agent_not_found: 'List your agents: vox agents',
  conversation_not_found: 'List them: vox conversations',
  conversation_limit: 'Find those that go on: vox conversations --status active',
  job_not_found: 'List your jobs: vox jobs',
  plan_required: 'Compare the plans at GET /api/v1/plans, and change yours in the console.',
  quota_exhausted: 'See what you used: vox usage',
  balance_exhausted: 'See what you used: vox usage',
  consent_required: 'Read the text and agree to it: vox clone --help',
  invalid_key: 'Sign in again: vox login',
  wrong_credentials: 'Check the address and the password.',
};

/** A WebSocket that is cut has this code. */
const CUT = 1006;

/** Says what went wrong, to people and to scripts. */
export function describeFailure(error: unknown, baseUrl: string | null): Failure {
  const none = { code: null, requestId: null, hints: [] };
  if (error instanceof CommandError)
    return { ...none, exitCode: error.exitCode, message: error.message, hints: error.hints };
  if (error instanceof ApiError) return describeRefusal(error);
  if (error instanceof JobFailedError)
    return {
      ...none,
      exitCode: EXIT.failed,
      message: error.message,
      code: error.code,
      hints: [`The job was ${error.job.job_id}. What it had reserved is released.`],
    };
  // The service has closed it, so it is there.
  if (error instanceof LiveConnectionError && error.code !== CUT)
    return { ...none, exitCode: EXIT.failed, message: error.message };
  if (error instanceof ConnectionError)
    return { ...none, exitCode: EXIT.unreachable, message: error.message, hints: unreachableHints(baseUrl) };
  const message = error instanceof Error ? error.message : String(error);
  return { ...none, exitCode: EXIT.failed, message: fileMessage(error) ?? message };
}

function describeRefusal(error: ApiError): Failure {
  const { status, code, requestId } = error;
  const fields = error.detail.map(({ path, message }) => `${path}: ${message}`);
  return {
    exitCode: exitCodeOf(error),
    message: error.message,
    code,
    requestId,
    hints: [...fields, ...hintsFor(status, error)],
  };
}

function hintsFor(status: number, { code, retryAfterMs }: ApiError): string[] {
  const known = HINTS[code];
  if (known) return [known];
  if (status === 401) return ['Sign in: vox login'];
  if (status === 429 && retryAfterMs !== null)
    return [`Try again in ${Math.ceil(retryAfterMs / 1_000)} seconds.`];
  // 503 says itself what is missing.
  return status >= 500 && status !== 503
    ? ['This is a fault of the service. Its log has more under the request id.']
    : [];
}

function exitCodeOf({ status, code }: ApiError): ExitCode {
  if (status === 401) return EXIT.notSignedIn;
  return status === 402 || code === 'plan_required' ? EXIT.notEnoughCredits : EXIT.failed;
}

function unreachableHints(baseUrl: string | null): string[] {
  return [
    ...(baseUrl ? [`Is the service running at ${baseUrl}?`] : []),
    'Start it with ./run, or name another with --base-url.',
  ];
}

const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be opened',
  EISDIR: 'is a folder',
  ENOSPC: 'could not be written: the disk is full',
  ENOTDIR: 'is below something that is not a folder',
};

function fileMessage(error: unknown): string | null {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const problem = FILE_PROBLEMS[code];
  return problem ? `${path ?? 'The output'} ${problem}.` : null;
}
