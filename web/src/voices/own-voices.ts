import type { VoiceClone, VoiceDesign } from '@vox-humana/client';
import { account } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { usePages } from '../ui/use-pages.ts';

export type OwnVoice =
  | ({ made: 'clone' } & Pick<VoiceClone, 'id' | 'name' | 'status'>)
  | ({ made: 'design' } & Pick<VoiceDesign, 'id' | 'name' | 'status'>);

export function useClones() {
  return usePages<VoiceClone>(
    ['own-voices', 'clones'],
    (cursor) => account.voices.clones.list({ limit: 25, ...(cursor && { cursor }) }),
    { refetchEvery: whileMaking },
  );
}

export function useDesigns() {
  return usePages<VoiceDesign>(
    ['own-voices', 'designs'],
    (cursor) => account.voices.designs.list({ limit: 25, ...(cursor && { cursor }) }),
    { refetchEvery: whileMaking },
  );
}

/** Milliseconds between looks at voices that are being made. */
function whileMaking(voices: { status: VoiceClone['status'] }[]): number | false {
  return voices.some(({ status }) => status === 'queued' || status === 'training') ? 2_000 : false;
}

/** A voice that was made, renamed or deleted changes the lists of own voices, and the catalog with what is chosen from. */
export async function refreshVoices(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['own-voices'] }),
    queryClient.invalidateQueries({ queryKey: ['voices'] }),
  ]);
}

export const renameVoice = ({ made, id }: OwnVoice, name: string) =>
  made === 'clone' ? account.voices.clones.update(id, { name }) : account.voices.designs.update(id, { name });

export const deleteVoice = ({ made, id }: OwnVoice) =>
  made === 'clone' ? account.voices.clones.delete(id) : account.voices.designs.delete(id);
