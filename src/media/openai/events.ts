export const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies would otherwise hold events back until their buffer is full.
  'x-accel-buffering': 'no',
};

/** OpenAI names an event in its data, not in an `event:` line. */
export function eventOf(data: { type: string } & Record<string, unknown>): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
