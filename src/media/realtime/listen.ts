import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ear, EarEvent, TurnDetection } from '../../../engines/turn-taking/index.ts';
import type { Conversation, SendEvent } from './conversation.ts';
import { describeError, isOurFault } from './describe-error.ts';
import type { RealtimePorts } from './ports.ts';
import { ProtocolError } from './protocol-error.ts';
import type { SessionConfig, TurnDetectionConfig } from './session-config.ts';
import { createSoundReader } from './sound.ts';

/** A second of 24 kHz sound in base64: whole samples, and whole groups of four characters. */
const PIECE_CHARACTERS = 64_000;

/** Turns the client's sound into items of the conversation. */
export function createListening(
  ports: Pick<RealtimePorts, 'openEar' | 'payForHearing' | 'report'>,
  {
    session,
    conversation,
    send,
    fail,
  }: {
    session(): SessionConfig;
    conversation: Conversation;
    send: SendEvent;
    fail(error: unknown): void;
  },
) {
  let ear: Ear | undefined;
  let read = createSoundReader('audio/pcm');
  /** Names the item of the turn that is being heard. Events mention it before the item exists. */
  let itemId = conversation.newItemId();
  /** Events of an ear become events of the session one after the other. */
  let told: Promise<void> = Promise.resolve();

  function open(): void {
    const { format, turn_detection, transcription } = session().audio.input;
    ear?.close();
    read = createSoundReader(format.type);
    const opened = ports.openEar({
      detection: detectionOf(turn_detection),
      language: transcription?.language,
      onEvent: (event) => {
        if (ear !== opened) return;
        if (isInterruption(event)) conversation.stop('turn_detected');
        told = told.then(() => tell(event)).catch(fail);
      },
    });
    ear = opened;
  }

  /**
   * Any sound of a voice interrupts under `server_vad`. Under `semantic_vad`, only words do that are more than a
   * sign of listening.
   */
  function isInterruption(event: EarEvent): boolean {
    const detection = session().audio.input.turn_detection;
    if (!detection?.interrupt_response || !conversation.isResponding()) return false;
    if (event.kind === 'speech_started' && detection.type === 'semantic_vad') ear?.listenForWords();
    if (event.kind === 'speech_started') return detection.type === 'server_vad';
    return (event.kind === 'words' || event.kind === 'likely_end') && event.said.manner === 'speech';
  }

  async function tell(event: EarEvent): Promise<void> {
    switch (event.kind) {
      case 'speech_started':
        return send({
          type: 'input_audio_buffer.speech_started',
          audio_start_ms: event.atMs,
          item_id: itemId,
        });
      case 'speech_stopped':
        await addTurn(event.endMs);
        return;
      case 'turn_ended':
        return endTurn(event.said.text, event.seconds);
      case 'noise':
        return transcribed('', 0);
      case 'failed':
        return transcriptionFailed(event.error);
    }
  }

  async function addTurn(endMs: number): Promise<void> {
    if (session().audio.input.turn_detection)
      await send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: endMs, item_id: itemId });
    const content = [{ type: 'input_audio', transcript: null }];
    const { item, previousId } = conversation.items.add({
      id: itemId,
      type: 'message',
      role: 'user',
      content,
    });
    await send({ type: 'input_audio_buffer.committed', previous_item_id: previousId, item_id: itemId });
    await send({ type: 'conversation.item.added', previous_item_id: previousId, item });
    await send({ type: 'conversation.item.done', item });
  }

  async function endTurn(text: string, seconds: number): Promise<void> {
    try {
      await ports.payForHearing(seconds);
    } catch (error) {
      await transcriptionFailed(error);
      throw error;
    }
    await transcribed(text, seconds);
    const { type, audio } = session();
    if (type === 'realtime' && audio.input.turn_detection?.create_response) await conversation.create();
  }

  async function transcribed(transcript: string, seconds: number): Promise<void> {
    const at = { item_id: itemId, content_index: 0 };
    const item = conversation.items.list.find(({ id }) => id === itemId);
    if (item?.type === 'message' && item.content[0]) item.content[0].transcript = transcript;
    itemId = conversation.newItemId();
    if (!session().audio.input.transcription) return;
    const name = 'conversation.item.input_audio_transcription';
    if (transcript !== '') await send({ type: `${name}.delta`, ...at, delta: transcript });
    await send({ type: `${name}.completed`, ...at, transcript, usage: { type: 'duration', seconds } });
  }

  async function transcriptionFailed(error: unknown): Promise<void> {
    const at = { item_id: itemId, content_index: 0 };
    itemId = conversation.newItemId();
    if (isOurFault(error)) ports.report(error);
    const type = 'conversation.item.input_audio_transcription.failed';
    await send({ type, ...at, error: describeError(error) });
  }

  /** A message may have 20 seconds of sound. Others go between its pieces. */
  async function append(audio: unknown): Promise<void> {
    if (typeof audio !== 'string') throw new ProtocolError('invalid_value', 'audio must be base64.', 'audio');
    for (let at = 0; at < audio.length; at += PIECE_CHARACTERS) {
      if (at > 0) await nextTurn();
      await ear?.push(read(audio.slice(at, at + PIECE_CHARACTERS)));
    }
  }

  open();
  return {
    /** Again, with the settings of the session. A turn in progress is forgotten. */
    reopen: open,
    append,
    commit(): void {
      if (!ear?.commit())
        throw new ProtocolError(
          'input_audio_buffer_commit_empty',
          'There is no sound to commit. Append some first.',
        );
    },
    clear: () => ear?.clear(),
    close: () => ear?.close(),
    /** Everything that was heard has been told. */
    settled: () => told,
  };
}

function detectionOf(config: TurnDetectionConfig): TurnDetection {
  if (config === null) return { type: 'none' };
  if (config.type === 'semantic_vad') return { type: 'semantic', eagerness: config.eagerness };
  const { threshold, prefix_padding_ms, silence_duration_ms } = config;
  return {
    type: 'server_vad',
    threshold,
    prefixPaddingMs: prefix_padding_ms,
    silenceMs: silence_duration_ms,
  };
}
