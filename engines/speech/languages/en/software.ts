import { notAfter, type Reading, wordBefore } from '../../grammar/reading.ts';
import { cardinal, digits, year } from './number-words.ts';
import { withFigures } from './web.ts';

/** A number after these is a version, whose parts are whole numbers: 3.12 comes after 3.9. */
const VERSIONED =
  /^(versions?|release|python|node|java|ruby|php|go|rust|swift|kotlin|typescript|javascript|react|angular|vue|django|rails|postgres|postgresql|mysql|sqlite|redis|linux|kernel|ubuntu|debian|fedora|macos|ios|ipados|android|windows|chrome|firefox|safari|edge|opera|cuda|pytorch|tensorflow|numpy|unity|blender|bluetooth|usb|http|tls|wi-?fi)$/iu;
const FILE_ENDINGS =
  'js|ts|py|rb|go|rs|md|txt|pdf|json|yaml|yml|xml|html|css|csv|exe|zip|png|jpe?g|gif|svg|mp[34]|wav|docx?|xlsx?|pptx?|sql|sh|php|env|log';
const STAGE = '(?:-(alpha|beta|rc|pre|dev)\\.?(\\d{1,3})?)?';

export const SOFTWARE_READINGS: Reading[] = [
  {
    starts: /\d/u,
    pattern: /(\d+)\.(\d+)(?![\p{L}\p{N}]|\.\d)/uy,
    read: (m, text) => {
      const [, major = '', minor = ''] = m;
      if (!VERSIONED.test(wordBefore(text, m.index))) return null;
      const first = /^20\d\d$/u.test(major) ? year(major) : cardinal(major);
      return `${first} point ${/^0./u.test(minor) ? digits(minor) : cardinal(minor)}`;
    },
  },
  // v2.3.1, 2.0.0-rc.1
  {
    starts: /[vV\d]/u,
    pattern: new RegExp(
      `(?:v(\\d+(?:\\.\\d+)*)|(\\d+(?:\\.\\d+){2}))${STAGE}(?![\\p{L}\\p{N}]|\\.\\d)`,
      'iuy',
    ),
    read: (m, text) => {
      const [, prefixed, bare = '', stage, build] = m;
      // 25.12.2025 and 212.555.0147 are not versions.
      if (prefixed === undefined && stage === undefined && !/^\d{1,2}(\.\d{1,2}){2}$/u.test(bare))
        return null;
      const parts = (prefixed ?? bare).split('.').map((part) => cardinal(part));
      const isNamed = /^(versions?|releases?)$/iu.test(wordBefore(text, m.index));
      return [
        prefixed === undefined || isNamed ? '' : 'version',
        parts.join(' point '),
        stageName(stage),
        build && cardinal(build),
      ]
        .filter(Boolean)
        .join(' ');
    },
  },
  // Node.js, report.pdf
  {
    starts: /[\p{L}\p{N}]/u,
    pattern: new RegExp(
      `${notAfter('_-')}([\\p{L}\\p{N}][\\p{L}\\p{N}_-]*)\\.(${FILE_ENDINGS})(?![\\p{L}\\p{N}])`,
      'uy',
    ),
    read: (m) => `${fileName(m[1] ?? '')} dot ${[...(m[2] ?? '').toUpperCase()].join(' ')}`,
  },
  { starts: /\./u, pattern: /\.NET(?![\p{L}\p{N}])/uy, read: () => 'dot net' },
  { starts: /[CF]/u, pattern: /([CF])#(?![\p{L}\p{N}])/uy, read: (m) => `${m[1]} sharp` },
];

function stageName(stage: string | undefined): string {
  return stage?.toLowerCase() === 'rc' ? 'R C' : (stage?.toLowerCase() ?? '');
}

/** IMG_2024 → I M G twenty twenty-four, README → readme */
function fileName(name: string): string {
  return name
    .split(/[_-]/u)
    .map((part) => {
      if (/^\p{Lu}{2,4}$/u.test(part)) return [...part].join(' ');
      return /^\p{Lu}{5,}$/u.test(part) ? part.toLowerCase() : withFigures(part);
    })
    .filter((part) => part !== '')
    .join(' ');
}
