import { setTimeout as sleep } from 'node:timers/promises';

const RATE = 16_000;
const FRAME_MS = 20;
const FRAME = (RATE * FRAME_MS) / 1_000;

export type LiveMicrophone = {
  /** Speaks after whatever is still being said. Times are of the wall clock: when its first sound began and its last ended. */
  say(samples: Float32Array): Promise<{ beganMs: number; endedMs: number }>;
  close(): void;
};

type Line = { samples: Float32Array; at: number; beganMs: number; said(endedMs: number): void };

/** Sends 16 kHz sound in real time, 20 ms at a time: what is said, and silence in between. */
export function openMicrophone(send: (frame: Float32Array) => void): LiveMicrophone {
  const lines: Line[] = [];
  let isOpen = true;

  function nextFrame(nowMs: number): Float32Array {
    const frame = new Float32Array(FRAME);
    const line = lines[0];
    if (!line) return frame;
    // A frame is sent at its end.
    if (line.at === 0) line.beganMs = nowMs - FRAME_MS;
    frame.set(line.samples.subarray(line.at, line.at + FRAME));
    line.at += FRAME;
    if (line.at >= line.samples.length) {
      lines.shift();
      line.said(nowMs);
    }
    return frame;
  }

  async function run(): Promise<void> {
    // A process that was late catches up, as a network does.
    for (let dueMs = performance.now() + FRAME_MS; isOpen; dueMs += FRAME_MS) {
      await sleep(Math.max(0, dueMs - performance.now()));
      if (isOpen) send(nextFrame(performance.now()));
    }
  }
  void run();

  return {
    say(samples) {
      return new Promise((resolve) => {
        const line: Line = {
          samples,
          at: 0,
          beganMs: 0,
          said: (endedMs) => resolve({ beganMs: line.beganMs, endedMs }),
        };
        lines.push(line);
      });
    },
    close() {
      isOpen = false;
    },
  };
}
