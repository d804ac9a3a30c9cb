/** A command of the guide. `lines`: how many lines of its output are shown. */
export type Step = string | { run: string; lines: number };

export type Section = { title: string; text: string; steps: readonly Step[]; after?: string };

export const INTRODUCTION = `# The command line

\`vox\` speaks, listens, composes and films from a terminal or a script. In a clone of the repository it is \`./vox\`: while \`./run\` runs
there, it finds the service and its demo account by itself. As a package it is \`npm install --global @vox-humana/cli\`, and \`vox login\`
says which service and account to use.

Everything below was run against a service on this machine with its own engines; \`npm run guide:cli\` runs it again and writes this page.
Long outputs end with \`…\`, and keys are shortened.`;

export const SECTIONS: readonly Section[] = [
  {
    title: 'Speak',
    text: 'Speech is played while it is made. Where there is no player it is saved, and the file is named after the text.',
    steps: [
      'vox say "Hello there"',
      'vox say --voice bm_george --speed 1.1 -o hello.mp3 "Hello there"',
      'echo "From a pipe." | vox say --no-play',
      { run: 'vox say --json -o hello.wav "Hello there"', lines: 12 },
      'vox say -o - "Hello" | wc -c',
    ],
    after:
      'A text of more than 5,000 characters, such as a chapter with `vox say -f chapter.txt -o chapter.wav`, is spoken in several requests, cut between sentences and joined as one WAV file. `vox` says what they cost together before it makes the first.',
  },
  {
    title: 'Transcribe and record',
    text: 'A file, a URL or standard input. `record` takes the microphone by arecord, SoX or ffmpeg, until Ctrl-C or for so many seconds; here a file stood in for the microphone.',
    steps: [
      'vox transcribe hello.mp3',
      'vox transcribe --format srt hello.mp3',
      'vox record --seconds 2 --transcribe',
    ],
  },
  {
    title: 'Music and sound effects',
    text: 'Played like speech, or saved.',
    steps: [
      'vox music --seconds 6 -o calm.mp3 "calm piano, rain outside"',
      'vox sfx -o door.wav "a wooden door slams in a large hall"',
    ],
  },
  {
    title: 'Film',
    text: 'A presenter speaks a text. On a terminal there is a bar; in a pipe, as here, plain lines.',
    steps: [
      { run: 'vox film --list', lines: 4 },
      'vox film --presenter mei "Welcome to our shop." -o welcome.mp4',
      'vox film --no-wait "This one is not waited for."',
    ],
    after:
      'Ctrl-C stops waiting; the service goes on. `--cancel-on-interrupt` cancels the job instead. A second Ctrl-C ends at once. The exit code is 130.',
  },
  {
    title: 'Ctrl-C during a film',
    text: 'Here `timeout` pressed it after two seconds.',
    steps: [
      'timeout --preserve-status --signal=INT 2 vox film "A somewhat longer text, so that there is time to change one’s mind about it."',
    ],
  },
  {
    title: 'Dub',
    text: '`vox dub --languages` lists what can be dubbed. With `--consent` each speaker gets a voice like their own, with `--lip-sync` the lips follow.',
    steps: [
      'vox say --voice ef_dora -o hola.wav "Hola, me llamo Dora y vivo en Madrid."',
      'vox dub --to en hola.wav',
    ],
  },
  {
    title: 'Voices',
    text: '',
    steps: [
      { run: 'vox voices --language en', lines: 4 },
      { run: 'vox voices search british', lines: 4 },
      'vox voices preview af_heart -o heart.wav',
    ],
  },
  {
    title: 'Clone',
    text: 'One to five recordings of 5 to 10 seconds, of somebody who agreed to the terms. Needs a paid plan.',
    steps: [
      { run: 'vox clone --terms', lines: 3 },
      'vox say --voice am_adam -o sample.wav "The quick brown fox jumps over the lazy dog, and then it goes home to sleep for the night."',
      'vox clone --name River --consent sample.wav',
    ],
  },
  {
    title: 'Voice agents',
    text: 'An agent from a JSON file ([guide](agents.md)). `talk` lets you type, takes lines from a pipe as here, or speaks recordings with `--say` and prints all that happens with its time.',
    steps: [
      'vox agents create anna.json | tee agent.txt',
      'vox agents',
      'vox agents check $(cat agent.txt) checks.json',
      "printf 'A table for four, please.\\nMy name is Peter.\\n' | vox talk $(cat agent.txt) --save replies",
      'vox conversations',
    ],
  },
  {
    title: 'Batches',
    text: 'One film for each line of a file. `--dry-run` checks the lines and shows the price. Needs a paid plan.',
    steps: ['cat films.jsonl', 'vox batch --dry-run films.jsonl', 'vox batch --folder films films.jsonl'],
  },
  {
    title: 'Jobs',
    text: 'Films, dubs and voices are jobs of the service.',
    steps: [{ run: 'vox jobs --limit 3', lines: 4 }, 'vox jobs get job_nonsense'],
    after:
      '`vox jobs wait JOB` follows one, `vox jobs download JOB` saves its result, and `vox jobs cancel JOB` cancels it.',
  },
  {
    title: 'Usage',
    text: '',
    steps: ['vox usage --by unit'],
  },
  {
    title: 'Sign in, and keys',
    text: 'A password opens a session and makes a key for this machine; both are kept in `~/.config/vox-humana/config.json`, which only you can read. Without `--password-stdin` it is asked for, and so is the code of an authenticator. `vox login --key` keeps a key that you have, and `vox login --demo` takes the demo account. `--profile NAME` keeps several.',
    steps: [
      'vox keys',
      'vox login --email ann@example.com --password-stdin < password.txt',
      'vox keys create ci --permission speech --monthly-credits 5000',
      'vox keys',
      'vox logout',
    ],
  },
  {
    title: 'Webhooks and assistants',
    text: '`webhooks forward` sends the events of your account to a program that you are writing, until Ctrl-C; here a film was made meanwhile. `mcp` serves assistants over standard input.',
    steps: [
      'timeout --signal=INT 30 vox webhooks forward localhost:3000/hooks & sleep 3; vox film --quiet -o hook.mp4 "Hi."; wait',
      { run: 'vox help mcp', lines: 20 },
    ],
  },
  {
    title: 'Help and completion',
    text: '`vox help` lists the commands, the options of every command and the exit codes.',
    steps: [
      { run: 'vox help', lines: 60 },
      { run: 'vox help say', lines: 40 },
      { run: 'vox completion bash', lines: 3 },
    ],
    after:
      'Load completion with `source <(vox completion bash)`, the same for zsh, or `vox completion fish | source`.',
  },
];

export const CONCLUSION = `## In scripts

- Results go to standard output, progress and notes to standard error. \`--json\` prints one document, also for errors: \`{ "error": { "message",
  "code", "request_id", "hints" }, "exit_code" }\`.
- A file that \`--output\` names is replaced, as curl does, when the new content is complete; a broken download leaves the old one. A name that
  \`vox\` chooses never replaces a file: \`hello-there-2.wav\`.
- \`VOX_API_KEY\` and \`VOX_BASE_URL\` override the profile. The key of a profile is never sent to another service.
- Control characters in what the service says are left out, so that no name can steer your terminal.
`;
