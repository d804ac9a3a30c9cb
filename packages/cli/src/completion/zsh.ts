import type { Command } from '../command.ts';
import { stepsOf } from './bash.ts';
import { type Entry, entriesOf, flagsOf, takesFile } from './entries.ts';

export function zshScript(commands: readonly Command[]): string {
  const entries = entriesOf(commands);
  return `#compdef vox
# Completion of vox for zsh. Load it with: source <(vox completion zsh)
_vox() {
  local path='' word
  local -a found
  for word in \${words[2,CURRENT-1]}; do
    case "$path/$word" in
    ${stepsOf(entries)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path/\${words[CURRENT-1]}" in
${valuesOf(entries)}
  esac
  case "$path" in
${entries.map(branchOf).join('\n')}
  esac
  _describe vox found
  _files
}
compdef _vox vox ./vox
`;
}

function branchOf({ path, commands, options, choices }: Entry): string {
  const found = [
    ...commands.map(({ name, summary }) => `${name}:${summary}`),
    ...choices,
    ...options.map(([name, { description }]) => `--${name}:${description}`),
  ];
  return `  '${path}') found=(${found.map(quoted).join(' ')}) ;;`;
}

function valuesOf(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, options }) =>
    options
      .filter(([, { type }]) => type !== 'boolean')
      .map(([name, option]) => {
        const where = flagsOf([name, option])
          .map((flag) => `'${path}/${flag}'`)
          .join(' | ');
        if (option.choices) return `  ${where}) compadd -- ${option.choices.join(' ')}; return ;;`;
        return takesFile(option) ? `  ${where}) _files; return ;;` : `  ${where}) return ;;`;
      }),
  );
  return lines.join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
