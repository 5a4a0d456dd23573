import { BrowserWindow, webContents } from 'electron'
import type { PictureArea } from '../../../shared/domain/app/picture-request.schema.js'

/**
 * Captures a part of the page that requested it as PNG, cut to its window; null where that window
 * is not in view.
 * @param sender the id of the page's contents
 */
export async function captureWindow(area: PictureArea, sender: number): Promise<Uint8Array | null> {
  const contents = webContents.fromId(sender)
  const window = contents === undefined ? null : BrowserWindow.fromWebContents(contents)
  if (contents === undefined || window === null || !window.isVisible()) return null
  const { width, height } = window.getContentBounds()
  const part = {
    x: area.x,
    y: area.y,
    width: Math.min(area.width, width - area.x),
    height: Math.min(area.height, height - area.y),
  }
  if (part.width <= 0 || part.height <= 0) return null
  const picture = await contents.capturePage(part)
  return picture.isEmpty() ? null : picture.toPNG()
}
