/** Returns the version of a content; null where it names none. */
export const versionIn = (text: string): number | null => {
  try {
    const stored: unknown = JSON.parse(text)
    const version = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'v') : null
    return typeof version === 'number' ? version : null
  } catch {
    // Not JSON: its owner finds that and sets it aside.
    return null
  }
}

/**
 * True for a content that a newer version of the program wrote: one rule for every stored file. It
 * is then neither read, nor written over, nor moved, because whatever is guessed of it would be
 * written back into it (REL-38).
 * @param version the newest version that this program knows
 */
export const isNewerContent = (text: string, version: number): boolean =>
  (versionIn(text) ?? 0) > version
