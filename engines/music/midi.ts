import type { PlayedNote, Score } from './composition/score.ts';
import { beatAt, bpmFrom, type Timeline } from './composition/timeline.ts';
import { instrumentOf } from './instruments.ts';

const TICKS_PER_BEAT = 480;
const DRUM_CHANNEL = 9;

type Event = { tick: number; bytes: readonly number[] };

/** A standard MIDI file (format 1): tempo and metre first, then a track for each part, as it is played. */
export function writeMidi(score: Score): Buffer {
  const conductor: Event[] = [...tempos(score), ...metres(score)];
  let melodic = 0;
  const tracks = score.parts.map(({ part, notes }) => {
    const { kit, program } = instrumentOf(part.instrument);
    const channel = kit === undefined ? melodic++ % 15 : DRUM_CHANNEL;
    // The tenth channel is for drums.
    const place = kit === undefined && channel >= DRUM_CHANNEL ? channel + 1 : channel;
    const name = Buffer.from(part.instrument, 'ascii');
    const start: Event[] = [
      { tick: 0, bytes: [0xff, 0x03, name.length, ...name] },
      { tick: 0, bytes: [0xc0 | place, kit ?? program ?? 0] },
      { tick: 0, bytes: [0xb0 | place, 10, Math.round(64 + 63 * (part.pan ?? 0))] },
    ];
    return [...start, ...notes.flatMap((note) => eventsOf(note, place, score.timeline))];
  });
  const chunks = [conductor, ...tracks].map(trackOf);
  const header = Buffer.alloc(14);
  header.write('MThd', 0, 'ascii');
  header.writeUInt32BE(6, 4);
  header.writeUInt16BE(1, 8);
  header.writeUInt16BE(chunks.length, 10);
  header.writeUInt16BE(TICKS_PER_BEAT, 12);
  return Buffer.concat([header, ...chunks]);
}

function tickOf(beat: number): number {
  return Math.round(beat * TICKS_PER_BEAT);
}

function tempos({ timeline }: Score): Event[] {
  return timeline.slice(0, -1).map(({ beat }, index) => {
    const micros = Math.round(60_000_000 / bpmFrom(timeline, index));
    return { tick: tickOf(beat), bytes: [0xff, 0x51, 3, micros >> 16, (micros >> 8) & 0xff, micros & 0xff] };
  });
}

/** Marks where bars change their length. The last bar counts as usual, since it only rings longer. */
function metres({ bars, timeSignature }: Score): Event[] {
  const [numerator = 4, denominator = 4] = timeSignature.split('/').map(Number);
  const written = { numerator, power: Math.log2(denominator) };
  let before = '';
  return bars.flatMap(({ beat, beats, phrase }) => {
    const sixteenths = beats * 4;
    const isUsual = phrase === 'ending' || Math.abs(sixteenths - (numerator * 16) / denominator) < 1e-6;
    if (!isUsual && Math.abs(sixteenths - Math.round(sixteenths)) > 1e-6) return [];
    const { numerator: top, power } = isUsual ? written : { numerator: Math.round(sixteenths), power: 4 };
    if (`${top} ${power}` === before) return [];
    before = `${top} ${power}`;
    return [{ tick: tickOf(beat), bytes: [0xff, 0x58, 4, top, power, 24, 8] }];
  });
}

function eventsOf(
  { start, seconds, pitch, velocity }: PlayedNote,
  channel: number,
  timeline: Timeline,
): Event[] {
  const tickAt = (time: number) => tickOf(beatAt(timeline, time));
  return [
    { tick: tickAt(start), bytes: [0x90 | channel, pitch, velocity] },
    { tick: Math.max(tickAt(start) + 1, tickAt(start + seconds)), bytes: [0x80 | channel, pitch, 64] },
  ];
}

function trackOf(events: readonly Event[]): Buffer {
  const sorted = events.toSorted((a, b) => a.tick - b.tick || (a.bytes[0] ?? 0) - (b.bytes[0] ?? 0));
  let before = 0;
  const bytes = sorted.flatMap((event) => {
    const delta = variableLength(event.tick - before);
    before = event.tick;
    return [...delta, ...event.bytes];
  });
  const body = Buffer.from([...bytes, 0, 0xff, 0x2f, 0]);
  const header = Buffer.alloc(8);
  header.write('MTrk', 0, 'ascii');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** Seven bits a byte, the highest bit set on all but the last. */
function variableLength(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
