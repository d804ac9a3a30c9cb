/** H.264 units as they are stored in files: each behind its length, in four bytes. */
const LENGTH_BYTES = 4;

/** Two zero bytes and one below four would look like the start of a unit, so a three is put between them. */
const ESCAPE = 3;

export function splitUnits(packet: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  const view = new DataView(packet.buffer, packet.byteOffset, packet.length);
  for (let at = 0; at < packet.length; ) {
    const length = view.getUint32(at);
    at += LENGTH_BYTES;
    if (at + length > packet.length) throw new Error('a unit is longer than its packet');
    units.push(packet.subarray(at, at + length));
    at += length;
  }
  return units;
}

export function joinUnits(units: readonly Uint8Array[]): Uint8Array {
  const packet = new Uint8Array(units.reduce((sum, unit) => sum + LENGTH_BYTES + unit.length, 0));
  const view = new DataView(packet.buffer);
  let at = 0;
  for (const unit of units) {
    view.setUint32(at, unit.length);
    packet.set(unit, at + LENGTH_BYTES);
    at += LENGTH_BYTES + unit.length;
  }
  return packet;
}

export function withoutEscapes(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(unit.length);
  let [length, zeros] = [0, 0];
  for (const byte of unit) {
    const isEscape = zeros >= 2 && byte === ESCAPE;
    if (!isEscape) bytes[length++] = byte;
    zeros = byte === 0 && !isEscape ? zeros + 1 : 0;
  }
  return bytes.subarray(0, length);
}

export function withEscapes(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(unit.length * 1.5) + 1);
  let [length, zeros] = [0, 0];
  for (const byte of unit) {
    if (zeros >= 2 && byte <= ESCAPE) {
      bytes[length++] = ESCAPE;
      zeros = 0;
    }
    bytes[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return bytes.subarray(0, length);
}
