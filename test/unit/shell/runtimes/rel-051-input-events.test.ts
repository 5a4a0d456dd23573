import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { observeInput } from '../../../../electron/shell/windows/observed-presses.js'

vi.mock('electron', () => ({
  app: { commandLine: { hasSwitch: () => false } },
  screen: {},
}))

/** Returns the presses that main observes of these events. */
function pressesOf(events: readonly object[]): readonly string[] {
  const page = new EventEmitter()
  const presses: string[] = []
  observeInput({ webContents: page } as unknown as BrowserWindow, ({ phase, source }) =>
    presses.push(`${source} ${phase}`),
  )
  for (const event of events) page.emit('input-event', {}, event)
  return presses
}

describe('REL-51: the events of a mouse', () => {
  it.each([
    ['older', { modifiers: ['leftbuttondown'] }, { modifiers: [] }],
    [
      'newer',
      { x: 4, y: 5, button: 'left', modifiers: ['leftButtonDown'], clickCount: 1 },
      { x: 4, y: 5, button: 'left', modifiers: [], clickCount: 1 },
    ],
  ])('are a press in the shape of %s runtimes', (_name, down, up) => {
    const events = [
      { type: 'mouseDown', ...down },
      { type: 'mouseUp', ...up },
    ]
    expect(pressesOf(events)).toEqual(['pointer begin', 'pointer end'])
  })

  it.each([
    ['older', { modifiers: ['rightbuttondown'] }],
    ['newer', { x: 4, y: 5, button: 'right', modifiers: ['rightButtonDown'] }],
    ['newer, which name no modifier', { x: 4, y: 5, button: 'middle', modifiers: [] }],
  ])('are no press with another button in the shape of %s runtimes', (_name, down) =>
    expect(pressesOf([{ type: 'mouseDown', ...down }])).toEqual([]),
  )

  it('are no press where only newer runtimes have them', () => {
    const added = ['mouseWheel', 'contextMenu', 'gestureTap', 'pointerRawUpdate']
    expect(pressesOf(added.map((type) => ({ type })))).toEqual([])
  })
})
