import type { Tool } from '../tool.ts';
import { FILM_TOOLS } from './films.ts';
import { PROVENANCE_TOOLS } from './provenance.ts';
import { SOUND_TOOLS } from './sound.ts';
import { TRANSCRIPTION_TOOLS } from './transcription.ts';
import { VOICE_TOOLS } from './voices.ts';
import { WORK_TOOLS } from './work.ts';

const TOOLS: readonly Tool[] = [
  ...SOUND_TOOLS,
  ...TRANSCRIPTION_TOOLS,
  ...PROVENANCE_TOOLS,
  ...VOICE_TOOLS,
  ...FILM_TOOLS,
  ...WORK_TOOLS,
];

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function findTool(name: unknown): Tool | undefined {
  return typeof name === 'string' ? BY_NAME.get(name) : undefined;
}

export function describeTools() {
  return TOOLS.map(({ name, title, description, input, readOnly = false, destructive = false }) => ({
    name,
    title,
    description,
    inputSchema: input,
    annotations: { title, readOnlyHint: readOnly, destructiveHint: destructive, openWorldHint: false },
  }));
}
