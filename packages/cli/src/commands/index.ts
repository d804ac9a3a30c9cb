import type { Command } from '../command.ts';
import { help } from './help.ts';
import { jobs } from './jobs.ts';
import { say } from './say.ts';
import { transcribe } from './transcribe.ts';
import { voices } from './voices.ts';

/** In the order of the overview. Help, parsing and completion all come from this table. */
export const COMMANDS: readonly Command[] = [say, transcribe, voices, jobs, help];
