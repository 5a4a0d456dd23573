import { describe, expect, it } from 'vitest'
import { openModal } from '../../../../renderer/ui/focus/modal-stack.js'

/** A page with what stands behind dialogs, and dialogs of it. */
function samplePage() {
  const behind = { inert: false }
  const page = { querySelector: () => behind }
  const dialog = () => ({ inert: false, ownerDocument: page }) as unknown as HTMLElement
  return { behind, dialog }
}

describe('the page behind dialogs', () => {
  it('is inert while one is open, and the dialog behind another too', () => {
    const { behind, dialog } = samplePage()
    const [first, second] = [dialog(), dialog()]
    const closeFirst = openModal(first)
    expect([behind.inert, first.inert]).toEqual([true, false])
    const closeSecond = openModal(second)
    expect([behind.inert, first.inert, second.inert]).toEqual([true, true, false])
    closeSecond()
    expect([behind.inert, first.inert]).toEqual([true, false])
    closeFirst()
    expect(behind.inert).toBe(false)
  })

  it('stays inert where the first of two dialogs closes before the second', () => {
    const { behind, dialog } = samplePage()
    const [first, second] = [dialog(), dialog()]
    const closeFirst = openModal(first)
    const closeSecond = openModal(second)
    closeFirst()
    expect([behind.inert, second.inert]).toEqual([true, false])
    closeSecond()
    expect(behind.inert).toBe(false)
  })
})
