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
