import { expect, it } from 'vitest'
import { createLayoutStore, showOverlay } from '../../../renderer/stores/layout.js'
import { switchTo } from '../../../renderer/app/profiles/switching.js'
import type { Desk } from '../../../renderer/stores/desk.js'
import type { ProfileSummary } from '../../../shared/ipc/profiles.js'

/** A desk whose change of profile takes its time. */
function slow() {
  const layout = createLayoutStore()
  let answer: (reply: { ok: true }) => void = () => undefined
  const replied = new Promise((resolve) => { answer = resolve })
  const desk = { layout, above: { getState: () => ({ value: null }) }, invoke: () => replied } as unknown as Desk
  showOverlay(layout, 'profiles')
  switchTo(desk, { id: 'p', environment: 'practice' } as unknown as ProfileSummary)
  return { layout, async done() { answer({ ok: true }); await replied; await Promise.resolve() } }
}

it('a change of profile that ends late does not take away the halt that came meanwhile', async () => {
  const { layout, done } = slow()
  showOverlay(layout, 'kill')
  await done()
  expect(layout.getState().overlay).toBe('kill')
})

it('it takes away what it was chosen from', async () => {
  const { layout, done } = slow()
  await done()
  expect(layout.getState().overlay).toBeNull()
})
