import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ICON_SIZES } from '../../../../build/packaging/icons.mjs'

const iconFile = (name: string): Buffer =>
  readFileSync(new URL(`../../../../resources/icons/program/${name}`, import.meta.url))

describe("the program's icon", () => {
  it.each(ICON_SIZES)('has a PNG of %i pixels', (size) => {
    const png = iconFile(`${size}.png`)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
  })

  it('has seven sizes for Windows, the largest of them 256 pixels', () => {
    const ico = iconFile('program.ico')
    const widths = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico[6 + 16 * index])
    // A width of 256 is written as 0.
    expect([...widths].sort((a = 0, b = 0) => a - b)).toEqual([0, 16, 24, 32, 48, 64, 128])
  })

  it('has sizes for macOS up to 1024 pixels', () => {
    const icns = iconFile('program.icns')
    const types: string[] = []
    for (let place = 8; place < icns.length; place += icns.readUInt32BE(place + 4)) {
      types.push(icns.toString('latin1', place, place + 4))
    }
    expect(types).toEqual(expect.arrayContaining(['is32', 'il32', 'ic08', 'ic09', 'ic10']))
  })
})
