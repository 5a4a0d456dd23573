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

/** Marks that open or close a quotation, in any script. */
const QUOTATION_MARKS = /["\u00ab\u00bb\u201c-\u201f\u2039\u203a\u275d\u275e\u301d-\u301f\uff02]/gu

/** Returns a text that cannot end the quotation it stands in. */
export const insideQuotes = (text: string): string => text.replace(QUOTATION_MARKS, '\u2019')

/**
 * Returns the text of an assistant as it stands where only plain text is possible, such as lists,
 * notifications and files: its author, and the text in quotation marks that it cannot end (SEC-31).
 * Without a text the author remains.
 */
export function signedText(author: string, text: string, maxChars: number): string {
  const plain = plainLine(text, maxChars)
  const space = maxChars - [...author].length - ': \u201c\u201d'.length
  if (plain === '' || space <= 0) return plainLine(author, maxChars)
  return `${author}: \u201c${plainLine(insideQuotes(plain), space)}\u201d`
}
