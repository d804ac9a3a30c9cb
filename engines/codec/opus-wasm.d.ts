/** The package declares types for its main entry only, which prefers native code. */
declare module '@evan/opus/wasm/index.mjs' {
  export { Decoder } from '@evan/opus';
}
