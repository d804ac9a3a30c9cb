/**
 * Every limit, message and setting means this by "MB": the larger reading, so that no file of exactly the cap is
 * refused.
 */
export const MEGABYTE = 1024 ** 2;

export function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE)} MB`;
}
