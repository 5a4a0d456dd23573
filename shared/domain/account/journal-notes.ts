/** The longest note of a round trip. */
export const MAX_NOTE_CHARS = 4_000
export const MAX_TAG_CHARS = 32
/** The most tags of a round trip. */
export const MAX_TAGS = 12
/** The most chart pictures of a round trip. */
export const MAX_TRIP_PICTURES = 4
/** The most chart pictures of an account. */
export const MAX_ACCOUNT_PICTURES = 400
/** The size of a chart picture; a larger one is made smaller before it is sent. */
export const MAX_PICTURE_BYTES = 360_000

export const NO_NOTES = { note: '', tags: [], pictures: [] } as const

/** A change of a note: a member that is absent stays as it is. */
export interface NotesEdit {
  readonly note?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/**
 * - ready: what was written is stored
 * - set-aside: the file was damaged; it was renamed, and the notes start empty
 * - unreadable: the file is there but cannot be read, so nothing is written over it
 */
export const NOTES_PHASES = ['ready', 'set-aside', 'unreadable'] as const
export type NotesPhase = (typeof NOTES_PHASES)[number]

/** How far the notes of an account are. */
export interface NotesState {
  readonly phase: NotesPhase
  /** Every tag in use, in alphabetical order. */
  readonly tags: readonly string[]
  /** Grows with each change of a note, a tag or a picture. */
  readonly revision: number
}

/** Returns a note as it is stored: without control characters and without spaces at its ends. */
export const cleanNote = (text: string): string =>
  [...text.replaceAll(/\r\n?/g, '\n')]
    .filter((char) => char === '\n' || char === '\t' || !isControl(char))
    .join('')
    .trim()
    .slice(0, MAX_NOTE_CHARS)

/** Returns a tag as it is stored: one line, without commas; empty where nothing is left. */
export const cleanTag = (text: string): string =>
  [...text.replaceAll(/[\s,;]+/g, ' ')]
    .filter((char) => !isControl(char))
    .join('')
    .trim()
    .slice(0, MAX_TAG_CHARS)
    .trim()

/**
 * Returns tags without empty ones and without repetitions. A tag that differs from a known one only
 * by case is written like that one.
 */
export function cleanTags(
  tags: readonly string[],
  known: readonly string[] = [],
): readonly string[] {
  const spelling = new Map(known.map((tag) => [tag.toLowerCase(), tag]))
  const found = new Map<string, string>()
  for (const tag of tags.map(cleanTag)) {
    const lower = tag.toLowerCase()
    if (tag !== '' && !found.has(lower)) found.set(lower, spelling.get(lower) ?? tag)
  }
  return [...found.values()].slice(0, MAX_TAGS)
}

const isControl = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
}
