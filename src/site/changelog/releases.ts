export type Release = { version: string; summary: string; changes: string[] };

/** Newest first. The API's history as the contract counts it; CHANGELOG.md is the history of this program. */
export const RELEASES: Release[] = [
  {
    version: '1.4.10',
    summary: 'Multipart generate uploads',
    changes: ['POST /api/v1/generate takes video and audio files.'],
  },
  {
    version: '1.4.9',
    summary: 'Media inputs and assets',
    changes: ['input[] with sync_mode on generate.', 'Reusable assets.', 'JSONL and dry_run on batches.'],
  },
  {
    version: '1.4.8',
    summary: 'Batch and estimate',
    changes: ['POST /api/v1/generate/batch.', 'POST /api/v1/estimate.'],
  },
  {
    version: '1.4.6',
    summary: 'Music and sound effects',
    changes: ['POST /api/v1/music.', 'POST /api/v1/sfx.'],
  },
  {
    version: '1.4.5',
    summary: 'Transcription and dubbing',
    changes: ['POST /api/v1/stt.', 'POST /api/v1/dub.'],
  },
  {
    version: '1.2.0',
    summary: 'Professional cloning, remix, marketplace',
    changes: ['kind: professional on clones.', 'Remixes of owned clones.', 'Community listings.'],
  },
  { version: '1.1.0', summary: 'Voice design', changes: ['Voices made from a description.'] },
  {
    version: '1.0.0',
    summary: 'Unified generate, streaming, webhooks',
    changes: [
      'POST /api/v1/generate.',
      'POST /api/v1/tts/stream.',
      'Outbound webhooks.',
      'A valid key with an exhausted wallet gets 402 instead of 401.',
    ],
  },
  {
    version: '0.9.0',
    summary: 'Avatar jobs, cloning, routing',
    changes: ['Asynchronous avatar jobs.', 'Voice cloning.'],
  },
  { version: '0.8.0', summary: 'Speech and metering', changes: ['POST /api/v1/tts.', 'One credit pool.'] },
];

export const POLICY = {
  prefix: '/api/v1',
  stability: 'stable',
  breaking_changes: 'only under /api/v2',
  deprecation_months: 12,
  additive_changes: ['optional fields', 'endpoints', 'webhook event types'],
  sunset: [] as { field: string; date: string }[],
};

export const CURRENT_VERSION = RELEASES[0]?.version ?? '';
