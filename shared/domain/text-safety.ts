/**
 * Letters and signs that are drawn as nothing, or as a gap: a name of these alone would be no name.
 * How an emoji is drawn may stay.
 */
const UNSEEN = /(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|\u2800/gu
/**
 * Marks are drawn over their letter: without one they are drawn over what stands before the text,
 * and in a heap over the lines around it.
 */
const LOOSE_MARKS = /^(?:[\p{Mn}\p{Me}]+\s*)+/u
const STACKED_MARKS = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu

/**
 * Text from outside the program (names in imported files, what assistants write) as one harmless
 * line: control, format, bidirectional and
 * invisible characters and line breaks gone, marks kept to those that writing needs, spaces
 * collapsed, cut at `most` characters.
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

/** True when {@link plainLine} would change nothing but the length it allows. */
export const isPlainLine = (text: string, maxChars: number): boolean =>
  text === plainLine(text, maxChars)
