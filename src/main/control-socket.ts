import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** Only the owner of DATA_DIR can enter this folder. */
const FOLDER = 'control';
/** Five minutes of sound, at 16 kB a second in base64. */
const MAX_REQUEST_CHARACTERS = 8_000_000;
/** The path of a socket may have 107 bytes on Linux and 103 on macOS. */
const MAX_PATH_BYTES = 103;

type Run = (args: readonly string[]) => Promise<string>;
type Reply = { output: string } | { error: string };

/** Lets commands reach the service, since no second process can open its embedded database. */
export async function openControlSocket(deps: {
  dataDir: string;
  log: Log;
  run: Run;
}): Promise<{ close(): Promise<void> } | null> {
  const path = socketPath(deps.dataDir);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    deps.log.warn({ path }, '`./run admin` cannot reach this service: the path of DATA_DIR is too long');
    return null;
  }
  const folder = join(deps.dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  // A stale socket of a killed process. The lock of DATA_DIR guarantees that no other one is running.
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', (err) => deps.log.warn({ err }, 'a control connection failed'));
    void respond(socket, deps.run);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(path, listening);
  });
  await chmod(path, 0o600);
  return {
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}

/** Null when no service is running. */
export async function askService(dataDir: string, args: readonly string[]): Promise<string | null> {
  const socket = connect(socketPath(dataDir));
  try {
    await new Promise<void>((connected, failed) => {
      socket.once('error', failed);
      socket.once('connect', connected);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw error;
  }
  socket.end(JSON.stringify(args));
  const reply = JSON.parse(await text(socket)) as Reply;
  if ('error' in reply) throw new DomainError({ kind: 'invalid', code: 'refused', public: reply.error });
  return reply.output;
}

async function respond(socket: Socket, run: Run): Promise<void> {
  const reply = await readArgs(socket)
    .then(run)
    .then(
      (output): Reply => ({ output }),
      (error: unknown): Reply => ({ error: error instanceof DomainError ? error.public : String(error) }),
    );
  socket.end(JSON.stringify(reply));
}

function readArgs(socket: Socket): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let request = '';
    socket.setEncoding('utf8');
    // No `for await`: leaving the loop would destroy the socket before the reply is written.
    socket.on('data', (part: string) => {
      request += part;
      if (request.length > MAX_REQUEST_CHARACTERS) reject(new Error('The request is too long.'));
    });
    socket.on('end', () => {
      try {
        resolve(argsIn(request));
      } catch (error) {
        reject(error);
      }
    });
    socket.on('close', () => reject(new Error('The connection was closed.')));
  });
}

function argsIn(request: string): string[] {
  const args: unknown = JSON.parse(request);
  if (Array.isArray(args) && args.every((arg) => typeof arg === 'string')) return args;
  throw new Error('The request is not a list of strings.');
}

function socketPath(dataDir: string): string {
  const path = join(dataDir, FOLDER, 'admin.sock');
  const shorter = relative(process.cwd(), path);
  return shorter.length < path.length ? shorter : path;
}
