/** Browsers cannot set headers on a WebSocket, so the key travels as a subprotocol, as OpenAI's clients send it. */
const KEY = /^(?:openai-insecure-api-key|vox-humana-key)\.(\S+)$/;
const SPOKEN = ['realtime', 'vox-humana'];

export function keyFromProtocols(header: string | undefined): string | undefined {
  for (const protocol of header?.split(',') ?? []) {
    const key = KEY.exec(protocol.trim())?.[1];
    if (key) return key;
  }
  return undefined;
}

/** Never the one with the key: it would be repeated in the answer. */
export function chosenProtocol(offered: ReadonlySet<string>): string | false {
  return SPOKEN.find((protocol) => offered.has(protocol)) ?? false;
}
