/**
 * Characters that are invisible or drawn as a gap; a name of only these would look empty. Variation
 * selectors of emoji are allowed.
 */
const UNSEEN = /(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|\u2800/gu
/**
 * Combining marks without a letter would be drawn over the preceding text; many on one letter, over
 * the adjacent lines.
 */
const LOOSE_MARKS = /^(?:[\p{Mn}\p{Me}]+\s*)+/u
const STACKED_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu

/**
 * Returns external text (names in imported files, text of assistants) as one safe line: without
 * control, format, bidirectional and invisible characters and line breaks, with at most four
 * combining marks per letter, spaces collapsed, cut at `maxChars` characters (SEC-27).
 */
export const plainLine = (text: string, maxChars: number): string => {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(UNSEEN, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...plain.replace(LOOSE_MARKS, '').replace(STACKED_MARKS, '$1')]
    .slice(0, maxChars)
    .join('')
    .trimEnd()
}

/** True when {@link plainLine} would not change the text. */
export const isPlainLine = (text: string, maxChars: number): boolean =>
  text === plainLine(text, maxChars)
