import { type Reading, wordBefore } from '../token.ts';
import { cardinal, digits } from './number-words.ts';

/** After these a number is a version, whose parts are counted: 3.12 comes after 3.9. */
const VERSIONED =
  /^(versions?|release|python|node|java|ruby|php|go|rust|swift|kotlin|typescript|javascript|react|angular|vue|django|rails|postgres|postgresql|mysql|sqlite|redis|linux|kernel|ubuntu|debian|fedora|macos|ios|ipados|android|windows|chrome|firefox|safari|edge|opera|cuda|pytorch|tensorflow|numpy|unity|blender|bluetooth|usb|http|tls|wi-?fi)$/iu;
const FILE_ENDINGS =
  'js|ts|py|rb|go|rs|md|txt|pdf|json|yaml|yml|xml|html|css|csv|exe|zip|png|jpe?g|gif|svg|mp[34]|wav|docx?|xlsx?|pptx?|sql|sh|php|env|log';

export const SOFTWARE_READINGS: Reading[] = [
  {
    pattern: /(\d+)\.(\d+)(?![\p{L}\p{N}]|\.\d)/uy,
    read: (m, text) => {
      const [, major = '', minor = ''] = m;
      if (!VERSIONED.test(wordBefore(text, m.index))) return null;
      return `${cardinal(major)} point ${/^0./u.test(minor) ? digits(minor) : cardinal(minor)}`;
    },
  },
  // Node.js, report.pdf
  {
    pattern: new RegExp(`([\\p{L}\\p{N}][\\p{L}\\p{N}_-]*)\\.(${FILE_ENDINGS})(?![\\p{L}\\p{N}])`, 'uy'),
    read: (m) => `${(m[1] ?? '').replaceAll(/[_-]/gu, ' ')} dot ${[...(m[2] ?? '').toUpperCase()].join(' ')}`,
  },
  { pattern: /\.NET(?![\p{L}\p{N}])/uy, read: () => 'dot net' },
  { pattern: /([CF])#(?![\p{L}\p{N}])/uy, read: (m) => `${m[1]} sharp` },
];
