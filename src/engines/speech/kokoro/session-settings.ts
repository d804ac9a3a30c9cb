/** x64 processors without VNNI add 8-bit products in 16 bits and saturate. On those, this setting computes in 16 bits. */
export const SETTINGS = { x64quantprecision: '1' };
