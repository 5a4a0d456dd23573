/**
 * Text from outside the program (names in imported files, later what assistants write) as one harmless line: control,
 * format and bidirectional characters and line breaks gone, spaces collapsed, cut at `most` characters.
 */
export const plainLine = (text: string, most: number): string =>
  [...text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/gu, ' ').trim()].slice(0, most).join('')

/** True when {@link plainLine} would change nothing but the length it allows. */
export const isPlainLine = (text: string, most: number): boolean => text === plainLine(text, most)
