/** Everything that V8 cannot store as Latin-1, one UTF-16 unit at a time. */
const WIDE = /[\u0100-\uffff]/g

/**
 * Replaces characters beyond Latin-1 by escapes, which mean the same in strings, templates, regular
 * expressions and names.
 * @param {string} code JavaScript
 */
export const withoutWideCharacters = (code) =>
  code.replace(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A process holds the text of its bundles as long as it runs. One character beyond Latin-1 makes V8
 * store the whole text with two bytes a character, so bundles contain none.
 * @returns {import('vite').Plugin}
 */
export function asciiOnly() {
  return {
    name: 'ascii-only',
    // Not earlier, because the bundler writes the characters themselves again.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        if (/String\.raw`[^`]*[\u0100-\uffff]/.test(file.code)) {
          this.error('An escape would not mean the same in String.raw')
        }
        file.code = withoutWideCharacters(file.code)
      }
    },
  }
}
