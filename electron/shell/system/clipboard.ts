import { clipboard } from 'electron'

/**
 * Copies plain text to the clipboard. Awaited, because newer runtimes return a promise and older
 * ones nothing.
 */
export async function copyText(text: string): Promise<void> {
  const done: unknown = clipboard.writeText(text)
  await done
}
