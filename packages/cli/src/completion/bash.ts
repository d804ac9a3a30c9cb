import type { Command } from '../command.ts';
import { type Entry, entriesOf, flagsOf, takesFile } from './entries.ts';

/** `-o default` completes files where nothing else fits. */
export function bashScript(commands: readonly Command[]): string {
  const entries = entriesOf(commands);
  return `# Completion of vox for bash. Load it with: source <(vox completion bash)
_vox() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} path='' words='' index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path/\${COMP_WORDS[index]}" in
    ${stepsOf(entries)}) path="\${path:+$path }\${COMP_WORDS[index]}" ;;
    esac
  done
  case "$path/$previous" in
${valuesOf(entries)}
  esac
  case "$path" in
${entries.map((entry) => `  '${entry.path}') words='${wordsOf(entry).join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _vox vox ./vox
`;
}

/** Words that lead from one path to the next: `jobs/list`. */
export function stepsOf(entries: readonly Entry[]): string {
  return entries.flatMap(({ path, commands }) => commands.map(({ name }) => `'${path}/${name}'`)).join(' | ');
}

function wordsOf({ commands, options, choices }: Entry): string[] {
  return [...commands.map(({ name }) => name), ...choices, ...options.map(([name]) => `--${name}`)];
}

function valuesOf(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, options }) =>
    options
      .filter(([, { type }]) => type !== 'boolean')
      .map(([name, option]) => {
        const where = flagsOf([name, option])
          .map((flag) => `'${path}/${flag}'`)
          .join(' | ');
        if (option.choices)
          return `  ${where}) COMPREPLY=($(compgen -W '${option.choices.join(' ')}' -- "$current")); return ;;`;
        return takesFile(option)
          ? `  ${where}) COMPREPLY=($(compgen -f -- "$current")); return ;;`
          : `  ${where}) return ;;`;
      }),
  );
  return lines.join('\n');
}
