import { VoxHumanaError } from '../base-errors.ts';
import { chunksOf, Media } from '../media.ts';
import { fileFrom, type Uploadable } from '../uploads.ts';
import { builtin, type Child, type ChildInput, environment } from './builtins.ts';
import { choosePlayer, type Player } from './players.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** The name of the player that `play` would use, or null. */
export function findPlayer(contentType?: string): string | null {
  return installedPlayer(contentType)?.name ?? null;
}

export async function playWithCommand(sound: Media | Uploadable, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const player = installedPlayer(sound instanceof Media ? sound.contentType : undefined);
  if (!player) throw new VoxHumanaError('No player was found. Install ffmpeg, which brings ffplay, or mpv.');
  const chunks = sound instanceof Media ? sound : chunksOf((await fileFrom(sound)).stream());
  return player.reads === 'pipe' ? playPipe(player, chunks, signal) : playFile(player, chunks, signal);
}

function installedPlayer(contentType: string | undefined): Player | null {
  const fs = builtin('fs');
  const { delimiter, join } = builtin('path');
  const folders = (environment().PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return choosePlayer(contentType, (name) => folders.some((folder) => fs.existsSync(join(folder, name))));
}

async function playPipe(player: Player, chunks: Chunks, signal?: AbortSignal): Promise<void> {
  const child = start(player, [], signal);
  const ended = endOf(player, child);
  // It could not be started, and `ended` says why.
  if (!child.stdin) return ended;
  // The player may leave before it has read everything; how it ended says more than the broken pipe.
  child.stdin.on('error', () => undefined);
  await Promise.race([feed(child, child.stdin, chunks), ended]);
  child.stdin.end();
  await ended;
}

async function feed(child: Child, stdin: ChildInput, chunks: Chunks): Promise<void> {
  for await (const chunk of chunks) {
    if (child.exitCode !== null) return;
    await new Promise<void>((resolve) => stdin.write(chunk, () => resolve()));
  }
}

async function playFile(player: Player, chunks: Chunks, signal?: AbortSignal): Promise<void> {
  const fs = builtin('fs/promises');
  const { join } = builtin('path');
  const folder = await fs.mkdtemp(join(builtin('os').tmpdir(), 'vox-play-'));
  try {
    const path = join(folder, 'sound');
    await fs.writeFile(path, chunks);
    await endOf(player, start(player, [path], signal));
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

function start(player: Player, paths: string[], signal: AbortSignal | undefined): Child {
  const stdio = [player.reads === 'pipe' ? 'pipe' : 'ignore', 'ignore', 'pipe'];
  return builtin('child_process').spawn(player.name, [...player.args, ...paths], { stdio, signal });
}

function endOf({ name, failsWith }: Player, child: Child): Promise<void> {
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-500);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 && !failsWith?.test(complaint)) resolve();
      else reject(new VoxHumanaError(`${name} could not play the sound. ${lastLine(complaint)}`.trim()));
    });
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
