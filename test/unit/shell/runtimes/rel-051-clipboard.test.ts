import type { NativeImage } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  createClipboard,
  type ClipboardModules,
} from '../../../../electron/shell/system/clipboard.js'
import { StandInClipboard, StandInClipboardItem } from '../../../harness/newer/system-parts.js'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
const nativeImage = {
  createFromBuffer: (png: Buffer) => ({ toPNG: () => png }) as unknown as NativeImage,
}

/** The clipboard of the test runtime, which answers at once. */
function olderClipboard() {
  const content: { text: string; png: readonly number[] } = { text: '', png: [] }
  const modules: ClipboardModules = {
    nativeImage,
    clipboard: {
      writeText: (text) => void (content.text = text),
      writeImage: (image) => void (content.png = [...image.toPNG()]),
    },
  }
  return { content, modules }
}

describe('REL-51: the clipboard', () => {
  it('takes texts and pictures in the way of an older runtime', async () => {
    const { content, modules } = olderClipboard()
    const clipboard = createClipboard(modules)
    await clipboard.copyText('AAPL')
    await clipboard.copyPicture(PNG)
    expect(content).toEqual({ text: 'AAPL', png: [...PNG] })
  })

  it('takes texts and pictures in the way of a newer runtime', async () => {
    const system = new StandInClipboard()
    const modules = { clipboard: system, ClipboardItem: StandInClipboardItem, nativeImage }
    const clipboard = createClipboard(modules)
    await clipboard.copyText('AAPL')
    await clipboard.copyPicture(PNG)
    expect(await system.readText()).toBe('AAPL')
    const [item] = system.items
    expect(item?.types).toEqual(['image/png'])
    expect(new Uint8Array((await item?.content['image/png']?.arrayBuffer()) ?? [])).toEqual(PNG)
  })

  it('reports that a newer runtime refused a text', async () => {
    const refusing = { writeText: () => Promise.reject(new Error('no clipboard')) }
    const clipboard = createClipboard({ clipboard: refusing, nativeImage })
    await expect(clipboard.copyText('AAPL')).rejects.toThrow('no clipboard')
  })
})
