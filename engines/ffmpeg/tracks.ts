export type Track = {
  type: string;
  width: number;
  height: number;
  packets: number;
  /** Time from the first timestamp to the end of the last packet. */
  spanSeconds: number;
  /** Sum of the packets' durations, whatever their timestamps are. */
  sumSeconds: number;
};

type Tally = {
  type: string;
  width: number;
  height: number;
  tickSeconds: number;
  packets: number;
  ticks: number;
  first: number;
  last: number;
  end: number;
};

/** ffmpeg's AV_NOPTS_VALUE: the packet has no timestamp. */
const NO_TIME = -(2 ** 63);
const HEADER = /^#(tb|media_type|dimensions) (\d+): (\S+)$/u;

/** Parses the output of ffmpeg's `framecrc`: properties of each track, then a line for each packet. */
export function createTrackReader(): { read(bytes: Buffer): void; tracks(): Track[] } {
  const tallies = new Map<number, Tally>();
  let rest = '';
  const tallyOf = (index: string): Tally => {
    const found = tallies.get(Number(index)) ?? emptyTally();
    tallies.set(Number(index), found);
    return found;
  };
  const readLine = (line: string): void => {
    const [, name, index, value] = HEADER.exec(line) ?? [];
    if (index !== undefined && value !== undefined) note(tallyOf(index), name, value);
    else if (!line.startsWith('#')) readPacket(line);
  };
  const readPacket = (line: string): void => {
    const [track, decoded, shown, ticks] = line.split(',');
    if (track === undefined || ticks === undefined) return;
    count(tallyOf(track), { decoded: Number(decoded), shown: Number(shown), ticks: Number(ticks) });
  };
  return {
    read(bytes) {
      const lines = (rest + bytes.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line);
    },
    tracks: () => [...tallies.values()].map(summary),
  };
}

function emptyTally(): Tally {
  const times = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, end: 0 };
  return { type: '', width: 0, height: 0, tickSeconds: 0, packets: 0, ticks: 0, ...times };
}

function note(tally: Tally, name: string | undefined, value: string): void {
  const [a = 0, b = 1] = value.split(/[/x]/u).map(Number);
  if (name === 'tb') tally.tickSeconds = a / b;
  else if (name === 'dimensions') [tally.width, tally.height] = [a, b];
  else tally.type = value;
}

function count(tally: Tally, packet: { decoded: number; shown: number; ticks: number }): void {
  const time = packet.shown === NO_TIME ? packet.decoded : packet.shown;
  tally.packets += 1;
  tally.ticks += packet.ticks;
  if (time === NO_TIME) return;
  tally.first = Math.min(tally.first, time);
  tally.last = Math.max(tally.last, time);
  tally.end = Math.max(tally.end, time + packet.ticks);
}

function summary({ first, last, end, ticks, tickSeconds, ...facts }: Tally): Track {
  // A container need not state how long its last picture is shown. Assume the average of the others.
  const usual = facts.packets > 1 ? (last - first) / (facts.packets - 1) : 0;
  const span = last < first ? 0 : (end > last ? end : last + usual) - first;
  return { ...facts, spanSeconds: span * tickSeconds, sumSeconds: ticks * tickSeconds };
}
