import { clipboard, ClipboardItem, nativeImage, type NativeImage } from 'electron'

/**
 * Copies plain text to the clipboard. Awaited, because newer runtimes return a promise and older
 * ones nothing.
 */
export async function copyText(text: string): Promise<void> {
  const done: unknown = clipboard.writeText(text)
  await done
}

/** The clipboard of older runtimes, which has pictures of its own kind. */
interface PictureClipboard {
  writeImage?: (image: NativeImage) => void
}

/** Copies a PNG to the clipboard, in the way of this runtime. */
export async function copyPicture(png: Uint8Array): Promise<void> {
  const older: PictureClipboard = clipboard as object
  if (older.writeImage !== undefined) {
    older.writeImage(nativeImage.createFromBuffer(Buffer.from(png)))
    return
  }
  const blob = new Blob([new Uint8Array(png)], { type: 'image/png' })
  await clipboard.write([new ClipboardItem({ 'image/png': blob })])
}
