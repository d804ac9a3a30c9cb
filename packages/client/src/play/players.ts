export type Player = {
  name: string;
  args: readonly string[];
  /** A file's path is added to the arguments. */
  reads: 'pipe' | 'file';
  /** Types of sound that it plays, unless all. */
  only?: RegExp;
  /** Some players exit with 0 though they played nothing; their output then matches this. */
  failsWith?: RegExp;
};

/** The first one that is installed plays. */
const PLAYERS: readonly Player[] = [
  {
    name: 'ffplay',
    args: ['-nodisp', '-autoexit', '-loglevel', 'error', '-i', 'pipe:0'],
    reads: 'pipe',
    failsWith: /audio open failed/,
  },
  { name: 'mpv', args: ['--no-video', '--really-quiet', '-'], reads: 'pipe' },
  { name: 'afplay', args: [], reads: 'file' },
  { name: 'aplay', args: ['-q', '-'], reads: 'pipe', only: /wav/ },
  { name: 'paplay', args: [], reads: 'file' },
  { name: 'pw-play', args: [], reads: 'file' },
];

/** The first player that `isInstalled` and knows this type of sound. */
export function choosePlayer(
  contentType: string | undefined,
  isInstalled: (name: string) => boolean,
): Player | null {
  const fits = ({ only }: Player) => !only || contentType === undefined || only.test(contentType);
  return PLAYERS.find((player) => fits(player) && isInstalled(player.name)) ?? null;
}
