import { clipboard } from 'electron'

/**
 * Puts plain text on the clipboard. Awaited, because newer runtimes answer with a promise and older
 * ones with nothing.
 */
export async function copyText(text: string): Promise<void> {
  const done: unknown = clipboard.writeText(text)
  await done
}
