import type { Command } from '../command.ts';
import { agents } from './agents.ts';
import { batch } from './batch.ts';
import { check } from './check.ts';
import { clone } from './clone.ts';
import { completion } from './completion.ts';
import { conversations } from './conversations.ts';
import { dub } from './dub.ts';
import { film } from './film.ts';
import { help } from './help.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { mcp } from './mcp.ts';
import { music } from './music.ts';
import { record } from './record.ts';
import { say } from './say.ts';
import { sfx } from './sfx.ts';
import { talk } from './talk.ts';
import { transcribe } from './transcribe.ts';
import { usage } from './usage.ts';
import { voices } from './voices.ts';
import { webhooks } from './webhooks.ts';

/** The order is that of the overview. Help, parsing and completion all come from this table. */
export const COMMANDS: readonly Command[] = [
  say,
  transcribe,
  record,
  music,
  sfx,
  film,
  dub,
  check,
  voices,
  clone,
  agents,
  talk,
  conversations,
  batch,
  jobs,
  webhooks,
  usage,
  keys,
  login,
  logout,
  mcp,
  completion,
  help,
];
