/** Their sprites are part of the program. */
export const PRESENTERS_DIR = new URL('../../assets/presenters/', import.meta.url).pathname;
