import type { NativeImage } from 'electron'
import type { Desktop } from '../../app/desktop.js'

/**
 * What Electron has for the clipboard. Newer runtimes answer with promises and have items of the
 * web; older ones answer at once and have pictures of their own kind.
 */
export interface ClipboardModules {
  readonly clipboard: {
    writeText(text: string): unknown
    write?(items: never): unknown
    writeImage?(image: NativeImage): void
  }
  /** Absent in older runtimes. */
  readonly ClipboardItem?: new (
    content: Record<string, Blob>,
  ) => object
  readonly nativeImage: { createFromBuffer(png: Buffer): NativeImage }
}

/**
 * Returns the clipboard in the way of this runtime. Its functions resolve once the system has the
 * content, and reject where the system refuses it.
 */
export function createClipboard(
  modules: ClipboardModules,
): Pick<Desktop, 'copyText' | 'copyPicture'> {
  const { clipboard, nativeImage } = modules
  return {
    async copyText(text) {
      await clipboard.writeText(text)
    },
    async copyPicture(png) {
      const { ClipboardItem } = modules
      if (ClipboardItem === undefined) {
        clipboard.writeImage?.(nativeImage.createFromBuffer(Buffer.from(png)))
        return
      }
      const blob = new Blob([new Uint8Array(png)], { type: 'image/png' })
      await clipboard.write?.([new ClipboardItem({ 'image/png': blob })] as never)
    },
  }
}
